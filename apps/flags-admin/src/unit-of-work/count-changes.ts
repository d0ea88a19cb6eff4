import type { OutboxMessage } from '@burgee/outbox';
import { metrics } from '@burgee/process-kit';
import { Counter } from 'prom-client';

const changes = new Counter({
  name: 'burgee_changes_total',
  help: 'Changes that were committed, by action, as the history has them.',
  labelNames: ['action'],
  registers: [metrics],
});

/** Counts the changes that these messages tell the history about. */
export function countChanges(messages: readonly OutboxMessage[]): void {
  for (const message of messages) if (message.kind === 'audit') changes.inc({ action: message.payload.action });
}
