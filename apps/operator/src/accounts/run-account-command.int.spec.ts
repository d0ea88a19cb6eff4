import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { run } from '../run.js';

const EMAIL = 'ada@example.com';
const IN_A_DAY = 86_400_000;

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.adminUrl });
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await database?.drop();
});

/** The command in this process, on the database as its owner. */
async function operator(...words: string[]) {
  process.env.DATABASE_URL = database.adminUrl;
  const written = { out: '', err: '' };
  const to = (stream: 'out' | 'err') => ({ write: (text: string) => void (written[stream] += text) });
  return { code: await run(words, to('out'), to('err')), ...written };
}
const facts = async (...words: string[]) => JSON.parse((await operator(...words)).out) as Record<string, unknown>;
const count = async (sql: string) => (await client.query(sql)).rowCount;

describe('accounts, by burgee-operator', () => {
  it('setup-link prints one link for a day, and ends the earlier one', async () => {
    const first = await facts('setup-link');
    expect(first.link).toMatch(/^\/link\/setup#bge_lnk_[\w-]{43}$/);
    const left = Date.parse(String(first.expires_at)) - Date.now();
    expect(left).toBeGreaterThan(IN_A_DAY - 120_000);
    expect(left).toBeLessThanOrEqual(IN_A_DAY + 5_000);
    await facts('setup-link');
    expect(await count(`select from auth.links where kind = 'setup'`)).toBe(1);
  });

  it('refuses to reset the password of nobody, and says what to do', async () => {
    for (const command of ['reset-password', 'sign-in-link']) {
      const { code, err } = await operator(command, EMAIL);
      expect([code, err]).toEqual([1, expect.stringContaining('make-administrator')]);
    }
    expect(await count(`select from auth.links where kind <> 'setup'`)).toBe(0);
  });

  it('make-administrator makes a missing account with a link, and takes an existing one by its id', async () => {
    expect(await operator('make-administrator', 'no address')).toMatchObject({ code: 2, out: '' });
    const made = await facts('make-administrator', EMAIL);
    expect(made).toMatchObject({ created: true, link: expect.stringMatching(/^\/link\/reset#/) });
    const byId = await facts('make-administrator', String(made.user_id));
    expect(byId).toEqual({ user_id: made.user_id, created: false });
    expect((await operator('make-administrator', randomUUID())).code).toBe(1);
    expect(await count('select from auth.users where administrator_since is not null')).toBe(1);
    const { rows } = await client.query(
      `select payload ->> 'action' as action from auth.outbox where payload ->> 'via' = 'operator' order by event_id desc limit 2`,
    );
    expect(rows).toEqual([{ action: 'link_create' }, { action: 'administrator_grant' }]);
  });

  it('make-administrator gives nothing to an account that registered the address, unless it ends its sessions', async () => {
    const [id, email] = [randomUUID(), 'ops@corp.example'];
    const users = 'insert into auth.users (id, name, email, email_key, password_hash)';
    await client.query(`${users} values ($1, 'Mallory', $2, $2, 'known to Mallory')`, [id, email]);
    await client.query(
      `insert into auth.sessions (id, user_id, secret_hash, expires_at) values ($1, $1, 'secret', now() + interval '1 day')`,
      [id],
    );
    await client.query('update auth.users set last_sign_in_at = now() where id = $1', [id]);
    const isAdministrator = () =>
      count(`select from auth.users where id = '${id}' and administrator_since is not null`);
    const { code, err } = await operator('make-administrator', email);
    expect([code, err]).toEqual([1, expect.stringMatching(new RegExp(`${id}.*--existing`))]);
    expect(await isAdministrator()).toBe(0);
    const named = await facts('make-administrator', email, '--existing');
    expect(named).toMatchObject({ user_id: id, created: false, link: expect.stringContaining('/reset#') });
    expect(await isAdministrator()).toBe(1);
    expect(await count('select from session_read.session_v1')).toBe(0);
    const { rows } = await client.query('select password_hash, last_sign_in_at from auth.users where id = $1', [id]);
    expect(rows).toEqual([{ password_hash: '', last_sign_in_at: null }]);
  });

  it('writes no terminal codes of an address', async () => {
    for (const command of ['reset-password', 'make-administrator'])
      expect((await operator(command, '\u001B[31m\na@example.org')).err).toMatch(/^\P{Cc}*\n$/u);
  });

  it('reset-password and sign-in-link print a link of the account, and none of a disabled one', async () => {
    expect(await facts('reset-password', EMAIL.toUpperCase())).toMatchObject({
      link: expect.stringContaining('/reset#'),
    });
    expect(await facts('sign-in-link', EMAIL)).toMatchObject({ link: expect.stringContaining('/sign-in#') });
    await client.query('update auth.users set disabled_at = now()');
    for (const command of ['sign-in-link', 'make-administrator'])
      expect(await operator(command, EMAIL)).toMatchObject({ code: 1, err: expect.stringContaining('is disabled') });
  });
});
