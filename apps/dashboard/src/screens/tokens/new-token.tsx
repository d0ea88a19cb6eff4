import type { NewTokenView } from '@burgee/contracts/http';
import { Alert, Group, Modal, Stack, Text } from '@mantine/core';
import { CopiedText } from '../../feedback/copying/copied-text.js';
import { CopyAction } from '../../feedback/copying/copyable.js';
import { DialogFoot } from '../../feedback/dialogs/dialog-foot.js';
import { useLast } from '../../feedback/dialogs/use-last.js';
import { texts } from './texts.js';
import { ENVIRONMENT_ID, tokenCommands } from './token-command.js';
import classes from './tokens.module.css';

interface Props {
  opened: boolean;
  token: NewTokenView | undefined;
  onClose: () => void;
}

/** A new token, and commands that use it. The service cannot show it again. */
export function NewToken({ opened, token: given, onClose }: Props) {
  const token = useLast(given);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={<span className="any-text">{token && texts.made(token.name)}</span>}
      closeOnClickOutside={false}
    >
      {token && <Made token={token} onClose={onClose} />}
    </Modal>
  );
}

function Made({ token, onClose }: { token: NewTokenView; onClose: () => void }) {
  return (
    <Stack>
      <Alert className="notice-done" role="status">
        <Text fw={600} mb="xs">
          {texts.copyNow}
        </Text>
        <CopiedText value={token.token} label={texts.token} what={texts.token.toLowerCase()} />
        <Text size="sm">{texts.keepSafe}</Text>
      </Alert>
      {tokenCommands(token, window.location.origin).map((command, index) => (
        <Command key={command} command={command} isFirst={index === 0} />
      ))}
      <DialogFoot action={texts.done} onConfirm={onClose} />
    </Stack>
  );
}

function Command({ command, isFirst }: { command: string; isFirst: boolean }) {
  const label = isFirst ? texts.command : texts.changeCommand;
  return (
    <div>
      <Group justify="space-between" mb={4}>
        <Text size="sm" fw={600}>
          {isFirst ? texts.tryIt : label}
        </Text>
        <CopyAction value={command} what={label.toLowerCase()} />
      </Group>
      <pre className={classes.command} tabIndex={0} aria-label={label}>
        {command}
      </pre>
      {command.includes('FLAG_ID') && (
        <Text size="xs" c="dimmed" mt={4}>
          {command.includes(ENVIRONMENT_ID) ? texts.takeBothIds : texts.takeFlagId}
        </Text>
      )}
    </div>
  );
}
