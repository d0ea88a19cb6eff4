import type { CreatedSwitchOffLink } from '@burgee/contracts/http';
import { Alert, Stack, Text } from '@mantine/core';
import { CopiedText } from '../../feedback/copying/copied-text.js';
import { DialogFoot } from '../../feedback/dialogs/dialog-foot.js';
import { texts as all } from './texts.js';

const texts = all.made;

interface Props {
  link: CreatedSwitchOffLink;
  onDone: () => void;
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
        <CopiedText value={address} label={texts.address} />
        <Text size="sm">{texts.hint}</Text>
      </Alert>
      <div>
        <Text size="sm" fw={600}>
          {texts.command}
        </Text>
        <CopiedText value={`curl -X POST ${address}`} label={texts.command} />
        <Text size="sm" c="dimmed">
          {texts.warning}
        </Text>
      </div>
      <DialogFoot action={texts.done} onConfirm={onDone} focus="action" />
    </Stack>
  );
}
