import type { CreatedSwitchOffLink } from '@burgee/contracts/http';
import { Alert, Stack, Text } from '@mantine/core';
import { CopyAction } from '../../feedback/copyable.js';
import { DialogFoot } from '../../feedback/dialog-foot.js';
import classes from './switch-off.module.css';
import { texts as all } from './texts.js';

const texts = all.made;

interface Props {
  link: CreatedSwitchOffLink;
  onDone: () => void;
}

function Secret({ value, what }: { value: string; what: string }) {
  return (
    <div className={classes.secret}>
      <code className={classes.secretText} aria-label={what}>
        {value}
      </code>
      <CopyAction value={value} what={what} />
    </div>
  );
}

/** The address of a new link, which the service cannot show again. */
export function MadeLink({ link: { path }, onDone }: Props) {
  const address = new URL(path, window.location.origin).href;
  return (
    <Stack>
      <Alert className="notice-done" role="status">
        <Text fw={600} mb="xs">
          {texts.title}
        </Text>
        <Secret value={address} what={texts.address} />
        <Text size="sm" mt="xs">
          {texts.hint}
        </Text>
      </Alert>
      <div>
        <Text size="sm" fw={600}>
          {texts.command}
        </Text>
        <Secret value={`curl -X POST ${address}`} what={texts.command} />
        <Text size="sm" c="dimmed">
          {texts.warning}
        </Text>
      </div>
      <DialogFoot action={texts.done} onConfirm={onDone} focus="action" />
    </Stack>
  );
}
