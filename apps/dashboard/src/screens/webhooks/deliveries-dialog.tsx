import type { DeliveryView, WebhookView } from '@burgee/contracts/http';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDeliveries, useRedeliver, useTestWebhook } from '../../api/webhooks.js';
import { TimeAgo } from '../../feedback/time/time-ago.js';
import { showFailure } from '../../feedback/toasts/toasts.js';
import classes from '../../feedback/row-list.module.css';
import { texts as history } from '../history/texts.js';
import { texts } from './texts.js';

interface Props {
  opened: boolean;
  projectId: string;
  webhook: WebhookView;
  onClose: () => void;
}

/** The deliveries of a webhook and their results. Waiting ones update live. */
export function DeliveriesDialog({ opened, webhook, onClose, projectId }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title={texts.deliveriesOf(webhook.name)} size="lg">
      <Deliveries projectId={projectId} webhook={webhook} />
    </Modal>
  );
}

function Deliveries({ projectId, webhook: { id, is_enabled } }: Pick<Props, 'projectId' | 'webhook'>) {
  const { data: deliveries } = useDeliveries(projectId, id);
  const test = useTestWebhook(projectId, id);
  const redeliver = useRedeliver(projectId, id);
  if (!deliveries) return null;
  return (
    <Stack>
      {is_enabled && (
        <Group>
          <Button
            variant="default"
            loading={test.isPending}
            onClick={() => test.mutate(undefined, { onError: (error) => showFailure(texts.testFailed, error) })}
          >
            {texts.test}
          </Button>
        </Group>
      )}
      {deliveries.length === 0 ? (
        <Text size="sm" c="dimmed">
          {texts.noDeliveries}
        </Text>
      ) : (
        <ul className={classes.list} aria-label={texts.deliveries}>
          {deliveries.map((delivery) => (
            <Delivery
              key={delivery.id}
              delivery={delivery}
              onAgain={
                is_enabled
                  ? () =>
                      redeliver.mutate(delivery.id, {
                        onError: (error) => showFailure(texts.redeliverFailed, error),
                      })
                  : undefined
              }
            />
          ))}
        </ul>
      )}
    </Stack>
  );
}

const actions: Readonly<Record<string, string>> = history.actions;

function Delivery({ delivery, onAgain }: { delivery: DeliveryView; onAgain: (() => void) | undefined }) {
  const { id, type, state, attempts, created_at, status, error, answer } = delivery;
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <Text size="sm" fw={600}>
          {actions[type] ?? texts.testType}
        </Text>
        <Text size="xs" c="dimmed" component="div">
          <TimeAgo time={created_at} /> · {texts.attempts(attempts)}
        </Text>
        <Text size="xs" className={state === 'delivered' ? undefined : `any-text ${error ? classes.trouble : ''}`}>
          {texts.states[state]}
          {error ? `: ${error}` : status === null ? '' : ` (${status})`}
        </Text>
        {answer && error && (
          <Text size="xs" c="dimmed" className="any-text" lineClamp={2}>
            {answer}
          </Text>
        )}
      </div>
      {onAgain && state !== 'waiting' && (
        <Button variant="default" size="xs" aria-label={texts.redeliverThis(id)} onClick={onAgain}>
          {texts.redeliver}
        </Button>
      )}
    </li>
  );
}
