import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWebhooks, webhooksOf } from '../../api/webhooks.js';
import { ErrorNotice } from '../../feedback/error-notice.js';
import { unlessBusy } from '../../feedback/unless-busy.js';
import { texts } from './texts.js';
import classes from './people-screen.module.css';

interface Props {
  opened: boolean;
  title: string;
  children: ReactNode;
  action: string;
  /** A second button, which does more. */
  alsoAction?: string;
  /** An admin who stops being one: lists the webhooks that this disables. */
  admin?: { projectId: string; userId: string } | undefined;
  pending: boolean;
  error: unknown;
  onConfirm: () => void;
  onAlso?: () => void;
  onClose: () => void;
}

/** Asks before a member is removed, leaves or gets a lower role. Stays open until the result is known. */
export function ConfirmRemoval(props: Props) {
  const { opened, title, children, action, alsoAction, admin, pending, error, onConfirm, onAlso, onClose } = props;
  const webhooks = useWebhooks(admin?.projectId ?? '', opened && admin !== undefined);
  const disabled = admin ? webhooksOf(webhooks.data ?? [], admin.userId) : [];
  return (
    <Modal opened={opened} onClose={unlessBusy(pending, onClose)} title={title}>
      <Stack>
        {error !== null && <ErrorNotice error={error} title={texts.unchanged} />}
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
        <Group justify="flex-end">
          <Button variant="default" disabled={pending} onClick={onClose} data-autofocus>
            {texts.cancel}
          </Button>
          {alsoAction && (
            <Button
              color="pennant.8"
              variant="outline"
              loading={pending}
              disabled={webhooks.isLoading}
              onClick={onAlso}
            >
              {alsoAction}
            </Button>
          )}
          <Button color="pennant.8" loading={pending} disabled={webhooks.isLoading} onClick={onConfirm}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
