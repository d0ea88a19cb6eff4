import {
  connectToPostgres,
  DATABASE_TLS_SETTINGS,
  postgresConnection,
  postgresLimits,
  postgresUrl,
  readConfig,
} from '@burgee/process-kit';
import type pg from 'pg';
import { type DeadLetter, DeadLetters, type Redelivery } from '../dead-letters.js';
import { deliverAgain } from './deliver-again.js';
import { describeDeadLetters, describeRedeliveries } from './describe-dead-letters.js';

const USAGE = `Usage
  list                      the messages that were refused again and again, oldest first
  deliver [event id …]      delivers these again; all of them when none is named
`;
/** All outbox tables. */
const TABLES = ['flags.outbox', 'auth.outbox'];
/** A message that fails again is dead-lettered within 3 s; without NATS the relay goes on trying after this. */
const WAIT_MILLISECONDS = 20_000;

const print = (text: string) => process.stdout.write(`${text}\n`);

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

async function run(client: pg.ClientBase, [command, ...eventIds]: string[]): Promise<boolean> {
  const found: { outbox: DeadLetters; messages: DeadLetter[] }[] = [];
  for (const outbox of await outboxes(client)) found.push({ outbox, messages: await outbox.list() });
  const messages = found.flatMap((one) => one.messages);
  if (command === 'list') {
    print(describeDeadLetters(messages.toSorted((one, other) => Number(one.created_at) - Number(other.created_at))));
    return true;
  }
  const known = new Set(messages.map(({ event_id }) => event_id));
  const unknown = eventIds.filter((id) => !known.has(id));
  if (unknown.length > 0) throw new Error(`Not dead-lettered: ${unknown.join(', ')}. See: list`);
  const redeliveries: Redelivery[] = [];
  for (const { outbox, messages: own } of found) {
    const ids = own.map(({ event_id }) => event_id).filter((id) => eventIds.length === 0 || eventIds.includes(id));
    redeliveries.push(...(await deliverAgain(outbox, ids, WAIT_MILLISECONDS)));
  }
  print(describeRedeliveries(redeliveries));
  return redeliveries.every(({ outcome }) => outcome === 'delivered');
}

async function connectAndRun(words: string[]): Promise<boolean> {
  if (words[0] !== 'list' && words[0] !== 'deliver') throw new Error(USAGE);
  const config = readConfig({
    DATABASE_URL: postgresUrl({ desc: 'Postgres, as the role of a service that has an outbox.' }),
    ...DATABASE_TLS_SETTINGS,
  });
  const client = await connectToPostgres(postgresConnection(config), postgresLimits('burgee outbox command'));
  try {
    return await run(client, words);
  } finally {
    await client.end();
  }
}

/** A command for the operator: lists dead-lettered messages, and delivers them again. */
export async function runDeadLetters(words: string[]): Promise<void> {
  try {
    process.exitCode = (await connectAndRun(words)) ? 0 : 1;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
