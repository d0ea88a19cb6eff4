import { createTestDatabase, type TestDatabase } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';

let database: TestDatabase;

async function as(connectionString: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

const ASKED = [
  ['auth', 'select * from session_read.session_v1'],
  ['flags-admin', 'select * from session_read.session_v1'],
  ['flags-admin', 'select * from session_read.user_v1'],
  ['flags-admin', 'select * from session_read.inactive_user_v1'],
  ['flags-admin', 'select * from session_read.revoked_session_v1'],
  ['audit', 'select * from session_read.session_v1'],
] as const;

describe('sessions and users', () => {
  it.each(ASKED)('%s can read from the primary: %s', async (app, sql) => {
    expect(await as(database.urlFor(app), sql)).toEqual([]);
  });

  it('fail on a standby, even without a matching row', async () => {
    // Simulates a standby. Fault tests start a real one.
    await as(
      database.adminUrl,
      `create or replace function auth.on_primary() returns boolean language plpgsql stable as $$
       begin raise exception 'this server is a standby' using errcode = 'read_only_sql_transaction'; end $$`,
    );
    for (const [app, sql] of ASKED)
      await expect(as(database.urlFor(app), sql)).rejects.toMatchObject({ code: '25006' });
  });
});
