import type { ProjectChange } from '@burgee/contracts/http';
import type { OutboxMessage } from '@burgee/outbox';

/** The changes that pages receive: what the audit entries say, without the values and the position. */
export function toProjectChanges(messages: readonly OutboxMessage[]): ProjectChange[] {
  return messages.flatMap((message) => {
    if (message.kind !== 'audit') return [];
    const { old_values: _before, new_values: _after, position: _position, ...shown } = message.payload;
    return [{ ...shown, at: message.occurred_at.toISOString() }];
  });
}
