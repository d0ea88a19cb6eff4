import type { NewOutboxMessage } from '@burgee/outbox';

/** Few enough that one statement of them is a moment for this process. */
const MESSAGES_AT_ONCE = 250;

/** In their order. A flag's changes and the entries about them are together: an entry names the revision that it tells of. */
export function batchesOf(messages: readonly NewOutboxMessage[], atOnce = MESSAGES_AT_ONCE): NewOutboxMessage[][] {
  const batches: NewOutboxMessage[][] = [];
  let batch: NewOutboxMessage[] = [];
  for (const message of messages) {
    const begins = message.kind !== 'audit' && batch.at(-1)?.kind === 'audit';
    if (batch.length >= atOnce && begins) batch = [];
    if (batch.length === 0) batches.push(batch);
    batch.push(message);
  }
  return batches;
}
