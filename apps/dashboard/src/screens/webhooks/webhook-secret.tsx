import type { WebhookWithSecret } from '@burgee/contracts/http';
import { Alert, Modal, Stack, Text } from '@mantine/core';
import { CopiedText } from '../../feedback/copying/copied-text.js';
import { DialogFoot } from '../../feedback/dialogs/dialog-foot.js';
import { useLast } from '../../feedback/dialogs/use-last.js';
import { texts } from './texts.js';

interface Props {
  opened: boolean;
  webhook: WebhookWithSecret | undefined;
  onClose: () => void;
}

/** A new secret. The service cannot show it again, but can replace it. */
export function WebhookSecret({ opened, webhook, onClose }: Props) {
  const shown = useLast(webhook);
  return (
    <Modal opened={opened} onClose={onClose} title={texts.secret} closeOnClickOutside={false}>
      {shown && (
        <Stack>
          <Alert className="notice-done" role="status">
            <Text fw={600} mb="xs">
              {texts.secretTitle}
            </Text>
            <CopiedText value={shown.secret} label={texts.secret} />
            <Text size="sm">{shown.previous_secret_expires_at === null ? texts.secretHint : texts.bothSign}</Text>
          </Alert>
          <DialogFoot action={texts.close} onConfirm={onClose} />
        </Stack>
      )}
    </Modal>
  );
}
