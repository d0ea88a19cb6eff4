import { createTestDatabase, type TestDatabase } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { listCollidingAccounts } from './list-colliding-accounts.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.adminUrl });
  await client.connect();
  for (const email of ['ada@xn--bcher-kva.example', 'ada@b\u00fccher.example', 'eve@example.com'])
    await client.query(
      `insert into auth.users (id, name, email, email_key, password_hash) values (gen_random_uuid(), 'Ada', $1, $1, 'hash')`,
      [email],
    );
  await client.end();
});
afterAll(() => database?.drop());

describe('npm run colliding-accounts', () => {
  it('prints the accounts that are one address, in a form in which their spellings differ', async () => {
    const log = jest.spyOn(console, 'log').mockImplementation(() => undefined);
    await listCollidingAccounts(database.adminUrl);
    const printed = log.mock.calls.flat().join('\n');
    log.mockRestore();
    expect(printed).toContain('  ada@xn--bcher-kva.example\n');
    expect(printed).toContain(String.raw`  ada@b\u00fccher.example`);
    expect(printed).not.toContain('eve@example.com');
    expect(printed).toContain('Addresses with more than one account: 1');
  });
});
