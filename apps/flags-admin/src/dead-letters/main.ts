import 'reflect-metadata';
import { DeadLetters } from '@burgee/outbox';
import {
  connectToPostgres,
  DATABASE_TLS_SETTINGS,
  postgresConnection,
  postgresLimits,
  postgresUrl,
  readConfig,
} from '@burgee/process-kit';
import { deliverAgain } from './deliver-again.js';
import { describeDeadLetters, describeRedeliveries } from './describe-dead-letters.js';

const USAGE = `Usage
  list                      the messages that were refused again and again, oldest first
  deliver [event id …]      delivers these again; all of them when none is named
`;
/** A message that is refused again is dead-lettered again within 3 s; without NATS the relay goes on trying after this. */
const WAIT_MILLISECONDS = 20_000;

const print = (text: string) => process.stdout.write(`${text}\n`);

async function run(deadLetters: DeadLetters, [command, ...eventIds]: string[]): Promise<boolean> {
  const messages = await deadLetters.list();
  if (command === 'list') {
    print(describeDeadLetters(messages));
    return true;
  }
  const known = messages.map(({ event_id }) => event_id);
  const unknown = eventIds.filter((id) => !known.includes(id));
  if (unknown.length > 0) throw new Error(`Not dead-lettered: ${unknown.join(', ')}. See: list`);
  const redeliveries = await deliverAgain(deadLetters, eventIds.length > 0 ? eventIds : known, WAIT_MILLISECONDS);
  print(describeRedeliveries(redeliveries));
  return redeliveries.every(({ outcome }) => outcome === 'delivered');
}

/** A command for the person who looks after Burgee: lists dead-lettered messages, and delivers them again. */
async function main(words: string[]): Promise<boolean> {
  if (words[0] !== 'list' && words[0] !== 'deliver') throw new Error(USAGE);
  const config = readConfig({
    DATABASE_URL: postgresUrl({ desc: 'Postgres, as the role of flags-admin.' }),
    ...DATABASE_TLS_SETTINGS,
  });
  const client = await connectToPostgres(postgresConnection(config), postgresLimits('burgee flags-admin command'));
  try {
    return await run(new DeadLetters(client, 'flags.outbox'), words);
  } finally {
    await client.end();
  }
}

try {
  process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
