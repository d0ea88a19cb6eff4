import type { WebhookWithSecret } from '@burgee/contracts/http';
import { Alert, Modal, Stack, Text } from '@mantine/core';
import { CopyAction } from '../../feedback/copyable.js';
import { DialogFoot } from '../../feedback/dialog-foot.js';
import { useLast } from '../../feedback/use-last.js';
import { texts } from './texts.js';
import classes from './webhooks.module.css';

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
            <div className={classes.secret}>
              <code className={classes.secretText} aria-label={texts.secret}>
                {shown.secret}
              </code>
              <CopyAction value={shown.secret} what={texts.secret} />
            </div>
            <Text size="sm">{shown.previous_secret_expires_at === null ? texts.secretHint : texts.bothSign}</Text>
          </Alert>
          <DialogFoot action={texts.close} onConfirm={onClose} />
        </Stack>
      )}
    </Modal>
  );
}
