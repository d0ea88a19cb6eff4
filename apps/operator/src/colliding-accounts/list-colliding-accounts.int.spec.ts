import { createTestDatabase, type TestDatabase } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { run } from '../run.js';

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

/** The command in this process, on the database as its owner. */
async function operator(...words: string[]) {
  process.env.DATABASE_URL = database.adminUrl;
  const written = { out: '', err: '' };
  const to = (stream: 'out' | 'err') => ({ write: (text: string) => void (written[stream] += text) });
  return { code: await run(words, to('out'), to('err')), ...written };
}

describe('burgee-operator colliding-accounts', () => {
  it('lists the accounts that are one address, in a form in which their spellings differ', async () => {
    const { code, out } = await operator('--output', 'text', 'colliding-accounts');
    expect(code).toBe(0);
    expect(out).toContain('  ada@xn--bcher-kva.example\n');
    expect(out).toContain(String.raw`  ada@b\u00fccher.example`);
    expect(out).not.toContain('eve@example.com');
    expect(out).toContain('Addresses with more than one account: 1');
  });

  it('writes JSON where stdout is no terminal', async () => {
    const { code, out } = await operator('colliding-accounts');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({
      addresses: [[expect.objectContaining({ email: expect.any(String) }), expect.anything()]],
    });
  });
});
