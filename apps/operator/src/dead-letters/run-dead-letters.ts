import { type DeadLetter, DeadLetters, type Redelivery } from '@burgee/outbox';
import type pg from 'pg';
import { EXIT, type Outcome, Refused } from '../outcome.js';
import { withDatabase } from '../owner-connection.js';
import { recordCommand } from '../record-command.js';
import { deliverAgain } from './deliver-again.js';
import { describeDeadLetters, describeRedeliveries } from './describe-dead-letters.js';

/** All outbox tables. */
const TABLES = ['flags.outbox', 'auth.outbox'];
/** A message that fails again is dead-lettered within 3 s; without NATS the relay goes on trying after this. */
const WAIT_MILLISECONDS = 20_000;

/** The outboxes that this role may change. */
async function outboxes(client: pg.ClientBase): Promise<DeadLetters[]> {
  const { rows } = await client.query<{ name: string }>(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname || '.' || c.relname = any($1) and has_schema_privilege(n.oid, 'usage') and has_table_privilege(c.oid, 'update')`,
    [TABLES],
  );
  const own = new Set(rows.map(({ name }) => name));
  return TABLES.filter((table) => own.has(table)).map((table) => new DeadLetters(client, table));
}

async function deliver(
  client: pg.ClientBase,
  found: readonly { outbox: DeadLetters; messages: DeadLetter[] }[],
  eventIds: readonly string[],
): Promise<Outcome> {
  const known = new Set(found.flatMap(({ messages }) => messages.map(({ event_id }) => event_id)));
  const unknown = eventIds.filter((id) => !known.has(id));
  if (unknown.length > 0) throw new Refused(`Not dead-lettered: ${unknown.join(', ')}. See: dead-letters list`);
  const chosen = found.map(({ outbox, messages }) => ({
    outbox,
    ids: messages.map(({ event_id }) => event_id).filter((id) => eventIds.length === 0 || eventIds.includes(id)),
  }));
  const count = chosen.reduce((sum, { ids }) => sum + ids.length, 0);
  // First, so that an interrupted delivery is entered, too.
  if (count > 0) await recordCommand(client, 'dead-letters deliver', { messages: count });
  const redeliveries: Redelivery[] = [];
  for (const { outbox, ids } of chosen) redeliveries.push(...(await deliverAgain(outbox, ids, WAIT_MILLISECONDS)));
  const isDone = redeliveries.every(({ outcome }) => outcome === 'delivered');
  return {
    lines: [describeRedeliveries(redeliveries)],
    facts: { messages: redeliveries },
    code: isDone ? EXIT.done : EXIT.failed,
  };
}

/** Lists dead-lettered messages, or delivers them again: those named, or all. */
export const runDeadLetters = (isDelivery: boolean, eventIds: readonly string[]): Promise<Outcome> =>
  withDatabase(async (client) => {
    const found: { outbox: DeadLetters; messages: DeadLetter[] }[] = [];
    for (const outbox of await outboxes(client)) found.push({ outbox, messages: await outbox.list() });
    if (isDelivery) return deliver(client, found, eventIds);
    const messages = found
      .flatMap((one) => one.messages)
      .toSorted((one, other) => Number(one.created_at) - Number(other.created_at));
    return { lines: [describeDeadLetters(messages)], facts: { messages } };
  });
