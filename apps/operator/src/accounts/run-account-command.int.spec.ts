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

  it('make-administrator makes a missing account with a link, and an existing one administrator once', async () => {
    expect(await operator('make-administrator', 'no address')).toMatchObject({ code: 2, out: '' });
    const made = await facts('make-administrator', EMAIL);
    expect(made).toMatchObject({ created: true, link: expect.stringMatching(/^\/link\/reset#/) });
    expect(await facts('make-administrator', EMAIL)).toEqual({ user_id: made.user_id, created: false });
    expect(await count('select from auth.users where administrator_since is not null')).toBe(1);
    const { rows } = await client.query(
      `select payload ->> 'action' as action from auth.outbox where payload ->> 'via' = 'operator' order by event_id desc limit 2`,
    );
    expect(rows).toEqual([{ action: 'link_create' }, { action: 'administrator_grant' }]);
  });

  it('reset-password and sign-in-link print a link of the account, and none of a disabled one', async () => {
    expect(await facts('reset-password', EMAIL.toUpperCase())).toMatchObject({
      link: expect.stringContaining('/reset#'),
    });
    expect(await facts('sign-in-link', EMAIL)).toMatchObject({ link: expect.stringContaining('/sign-in#') });
    await client.query('update auth.users set disabled_at = now()');
    const { code, err } = await operator('sign-in-link', EMAIL);
    expect([code, err]).toEqual([1, expect.stringContaining('is disabled')]);
  });
});
