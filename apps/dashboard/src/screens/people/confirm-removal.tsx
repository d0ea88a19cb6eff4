import { Button, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWebhooks, webhooksOf } from '../../api/webhooks.js';
import { DialogFoot } from '../../feedback/dialogs/dialog-foot.js';
import { ErrorNotice } from '../../feedback/errors/error-notice.js';
import { unlessBusy } from '../../feedback/dialogs/unless-busy.js';
import { texts } from './texts.js';
import classes from './people-screen.module.css';

interface Props {
  opened: boolean;
  title: string;
  children: ReactNode;
  action: string;
  /** A second button, which does more. */
  also?: { action: string; onConfirm: () => void } | undefined;
  /** An admin who stops being one: lists the webhooks that this disables. */
  admin?: { projectId: string; userId: string } | undefined;
  pending: boolean;
  error: unknown;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before a member is removed, leaves or gets a lower role. Stays open until the result is known. */
export function ConfirmRemoval(props: Props) {
  const { opened, title, children, action, also, admin, pending, error, onConfirm, onClose } = props;
  const webhooks = useWebhooks(admin?.projectId ?? '', opened && admin !== undefined);
  const disabled = admin ? webhooksOf(webhooks.data ?? [], admin.userId) : [];
  return (
    <Modal opened={opened} onClose={unlessBusy(pending, onClose)} title={title}>
      <Stack>
        <Text size="sm" className="any-text">
          {children}
        </Text>
        {webhooks.error && <ErrorNotice error={webhooks.error} title={texts.webhooksFailed} />}
        {disabled.length > 0 && (
          <div>
            <Text size="sm">{texts.disablesWebhooks}</Text>
            <ul className={classes.webhooks} aria-label={texts.webhooks}>
              {disabled.map(({ id, name }) => (
                <li key={id} className="any-text">
                  {name}
                </li>
              ))}
            </ul>
          </div>
        )}
        <DialogFoot
          action={action}
          onConfirm={onConfirm}
          onCancel={onClose}
          change={{ isPending: pending, error }}
          failed={texts.unchanged}
          disabled={webhooks.isLoading}
          isGrave
          focus="cancel"
        >
          {also && (
            <Button
              color="pennant.8"
              variant="outline"
              loading={pending}
              disabled={webhooks.isLoading}
              onClick={also.onConfirm}
            >
              {also.action}
            </Button>
          )}
        </DialogFoot>
      </Stack>
    </Modal>
  );
}
