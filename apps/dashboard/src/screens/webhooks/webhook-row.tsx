import type { ProjectView, WebhookView, WebhookWithSecret } from '@burgee/contracts/http';
import { ActionIcon, Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDots } from '@tabler/icons-react';
import { useDeleteWebhook, useRotateSecret, useUpdateWebhook } from '../../api/webhooks.js';
import { fill } from '../../feedback/fill.js';
import { TimeAgo } from '../../feedback/time/time-ago.js';
import { showDone, showFailure } from '../../feedback/toasts/toasts.js';
import { lazyDialog } from '../../feedback/loading/lazy-dialog.js';
import { lazyPanel } from '../../feedback/loading/lazy-panel.js';
import classes from '../../feedback/row-list.module.css';
import { confirmVouch } from './confirm-vouch.js';
import { texts } from './texts.js';

const ConfirmByTyping = lazyDialog(
  async () => (await import('../../feedback/dialogs/confirm-by-typing.js')).ConfirmByTyping,
);
const WebhookPanel = lazyPanel(async () => (await import('./webhook-panel.js')).WebhookPanel);
const DeliveriesDialog = lazyDialog(async () => (await import('./deliveries-dialog.js')).DeliveriesDialog);

interface Props {
  project: ProjectView;
  webhook: WebhookView;
  onEdit: () => void;
  onSecret: (webhook: WebhookWithSecret) => void;
}

function State({ webhook: { disabled_reason, failing_since } }: Pick<Props, 'webhook'>) {
  if (disabled_reason !== null)
    return (
      <Text size="xs" className={disabled_reason === 'manual' ? undefined : classes.trouble}>
        {texts.disabled[disabled_reason]}
      </Text>
    );
  return failing_since === null ? (
    <Text size="xs" c="dimmed">
      {texts.works}
    </Text>
  ) : (
    <Text size="xs" component="div" className={classes.trouble}>
      {fill(texts.failing, { when: <TimeAgo time={failing_since} /> })}
    </Text>
  );
}

/** A webhook: its address, its state, and its actions. */
export function WebhookRow({ project, webhook, onEdit, onSecret }: Props) {
  const { id, name, url, is_enabled, disabled_reason, created_by_name: who } = webhook;
  const lacksAuthor = disabled_reason === 'author';
  const update = useUpdateWebhook(project.id, id);
  const rotate = useRotateSecret(project.id, id);
  const remove = useDeleteWebhook(project.id, id);
  const newSecret = () =>
    rotate.mutate(undefined, {
      onSuccess: onSecret,
      onError: (error) => showFailure(texts.rotateFailed, error),
    });
  const [shown, deliveries] = useDisclosure(false);
  const [confirming, confirm] = useDisclosure(false);
  const close = () => {
    confirm.close();
    remove.reset();
  };
  const more = (
    <ActionIcon variant="subtle" color="gray" aria-label={texts.more(name)}>
      <IconDots size={18} />
    </ActionIcon>
  );
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <Text size="sm" fw={600} className="any-text">
          {name}
        </Text>
        <Text size="xs" c="dimmed" className="any-text">
          {fill(who ? texts.toBy : texts.to, { host: new URL(url).host, who })}
        </Text>
        <State webhook={webhook} />
      </div>
      <Button variant="default" size="xs" onClick={deliveries.open}>
        {texts.deliveries}
      </Button>
      <WebhookPanel
        target={more}
        isEnabled={is_enabled}
        lacksAuthor={lacksAuthor}
        onEdit={onEdit}
        onSwitch={() =>
          update.mutate({ is_enabled: !is_enabled }, { onError: (error) => showFailure(texts.failed, error) })
        }
        onSecret={() => (lacksAuthor ? void confirmVouch(webhook, newSecret) : newSecret())}
        onDelete={confirm.open}
      />
      <DeliveriesDialog opened={shown} projectId={project.id} webhook={webhook} onClose={deliveries.close} />
      <ConfirmByTyping
        opened={confirming}
        onClose={close}
        title={texts.deleteTitle}
        word={name}
        what={texts.deleteWord}
        action={texts.deleteTitle}
        pending={remove.isPending}
        error={remove.error}
        // Not in callbacks of mutate(): this row is gone by then.
        onConfirm={() =>
          void remove.mutateAsync(undefined).then(
            () => showDone(texts.deleted(name)),
            () => undefined,
          )
        }
      >
        {texts.deleteWhy}
      </ConfirmByTyping>
    </li>
  );
}
