import { Dependencies } from '@burgee/process-kit';
import { createTestDatabase, eventually, type TestDatabase } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { pino } from 'pino';
import { waitForPostgres } from './wait-for-postgres.js';

/** Made later than its schema, as in a migration that is under way. */
const TABLE = 'flags.made_later';

let database: TestDatabase;
const lines: object[] = [];
const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
const dependencies = new Dependencies(logger);

async function asOwner(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: database.adminUrl });
  await client.connect();
  await client.query(sql);
  await client.end();
}

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

describe('a service that starts', () => {
  it('waits until its table is there and may be read, and logs the wait in one line', async () => {
    let waits = true;
    const needed = { postgres: { connectionString: database.urlFor('flags-admin') }, table: TABLE };
    const waiting = waitForPostgres('spec', needed, dependencies).then(() => (waits = false));
    const lastError = () => dependencies.all().postgres?.last_error;
    await eventually(() => expect(lastError()).toMatch('does not exist'));
    await asOwner(`create table ${TABLE} ()`);
    await eventually(() => expect(lastError()).toMatch('permission denied'));
    expect([waits, dependencies.unavailable]).toEqual([true, ['postgres']]);
    await asOwner(`grant select on ${TABLE} to public`);
    await waiting;
    expect(dependencies.isUp('postgres')).toBe(true);
    expect(lines).toMatchObject([
      { level: 40, msg: 'postgres is down', last_error: expect.stringContaining('does not exist') },
      { level: 30, msg: 'postgres is up again' },
    ]);
  });
});
