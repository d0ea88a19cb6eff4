import { createTestDatabase, type TestDatabase, unique } from '@burgee/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { UserRepository } from '../persistence/user.repository.js';
import { type ComparedUser, SessionRepository } from './session.repository.js';

const AT_MOST = 4;
const ADDRESS = '192.0.2.1';

let database: TestDatabase;
let source: DataSource;
let sessions: SessionRepository;
let user: ComparedUser;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await new DataSource({ type: 'postgres', url: database.urlFor('auth') }).initialize();
  sessions = new SessionRepository(source, { SESSIONS_PER_ACCOUNT_AT_MOST: AT_MOST });
});
afterAll(async () => {
  await source?.destroy();
  await database?.drop();
});
beforeEach(async () => {
  user = await aUser();
});

async function aUser(): Promise<ComparedUser> {
  const added = { id: uuidv7(), name: 'Ada', passwordVersion: 1 };
  const email = `${unique('ada')}@example.com`;
  await new UserRepository(source).insert({ ...added, email, passwordHash: 'hash' });
  return added;
}

/** Opens sessions in order. @returns their secrets */
async function open(names: string[], of = user): Promise<string[]> {
  const secrets = names.map((name) => unique(name));
  for (const [index, name] of names.entries())
    expect(await sessions.open(of, secrets[index]!, { userAgent: name, address: ADDRESS })).toBe(true);
  return secrets;
}

const live = async (of = user) => (await sessions.listLive(of.id)).sessions.map(({ user_agent }) => user_agent);

async function rows(): Promise<string[]> {
  const found: { user_agent: string }[] = await source.query(
    'select user_agent from auth.sessions where user_id = $1 order by created_at, id',
    [user.id],
  );
  return found.map(({ user_agent }) => user_agent);
}

describe('rows of sessions', () => {
  it('S8 are deleted after expiry, revoked or not, and no others are', async () => {
    const secrets = await open(['expired', 'live', 'expired and revoked', 'revoked']);
    for (const secret of secrets.slice(2)) await sessions.revokeBySecret(secret);
    await source.query(
      `update auth.sessions set expires_at = now() where user_id = $1 and user_agent like 'expired%'`,
      [user.id],
    );
    expect(await sessions.deleteExpired()).toBe(2);
    expect(await sessions.deleteExpired()).toBe(0);
    expect(await rows()).toEqual(['live', 'revoked']);
  });

  it('of ended sessions are deleted when their account signs in, those ended by hand after a minute', async () => {
    const [secret = '', just = ''] = await open(['revoked', 'just revoked', 'live', 'expired']);
    await sessions.revokeBySecret(secret);
    await sessions.revokeBySecret(just);
    await source.query(
      `update auth.sessions set revoked_at = now() - interval '61 s' where user_id = $1 and user_agent = 'revoked'`,
      [user.id],
    );
    await source.query(`update auth.sessions set expires_at = now() where user_id = $1 and user_agent = 'expired'`, [
      user.id,
    ]);
    await open(['new']);
    expect(await rows()).toEqual(['just revoked', 'live', 'new']);
  });
});

it('a session has a fresh proof for ten minutes from its sign-in, or from its password', async () => {
  await open(['one']);
  const sessionId = (await sessions.listLive(user.id)).sessions[0]!.id;
  const isFresh = async () =>
    (await source.query('select has_fresh_proof from session_read.session_v1 where session_id = $1', [sessionId]))[0];
  const age = (column: string, seconds: number) =>
    source.query(`update auth.sessions set ${column} = now() - make_interval(secs => $2) where id = $1`, [
      sessionId,
      seconds,
    ]);
  await age('created_at', 590);
  expect(await isFresh()).toEqual({ has_fresh_proof: true });
  await age('created_at', 601);
  expect(await isFresh()).toEqual({ has_fresh_proof: false });
  await sessions.prove(sessionId);
  expect(await isFresh()).toEqual({ has_fresh_proof: true });
  await age('proved_at', 601);
  expect(await isFresh()).toEqual({ has_fresh_proof: false });
});

describe('an account at its session limit', () => {
  it('S8 can sign in, which ends the oldest session', async () => {
    const other = await aUser();
    await open(['theirs'], other);
    await open(['1', '2', '3', '4']);
    expect(await live()).toEqual(['4', '3', '2', '1']);
    await open(['5', '6']);
    expect(await live()).toEqual(['6', '5', '4', '3']);
    expect(await live(other)).toEqual(['theirs']);
  });

  it('loses no session to ended ones', async () => {
    const [, second = '', third = ''] = await open(['1', '2', '3', '4']);
    for (const secret of [second, third]) await sessions.revokeBySecret(secret);
    await open(['5', '6']);
    expect(await live()).toEqual(['6', '5', '4', '1']);
  });

  it('keeps all sessions when a sign-in opens none', async () => {
    await open(['1', '2', '3', '4']);
    expect(
      await sessions.open({ ...user, passwordVersion: 2 }, unique('secret'), { userAgent: '5', address: ADDRESS }),
    ).toBe(false);
    expect(await live()).toEqual(['4', '3', '2', '1']);
  });

  it('S8 stays within the limit during concurrent sign-ins', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, n) => open([String(n)])));
    await open(['last']);
    const left = await live();
    expect(left).toHaveLength(AT_MOST);
    expect(left).toContain('last');
  });
});

describe('the entry of a sign-in', () => {
  const recorded = async (of = user) =>
    (await source.query(`select payload from auth.outbox where payload ->> 'user_id' = $1`, [of.id])).map(
      (row: { payload: object }) => row.payload,
    );

  it('is stored with its session', async () => {
    await open(['1']);
    const [session] = (await sessions.listLive(user.id)).sessions;
    expect(await recorded()).toEqual([
      expect.objectContaining({
        action: 'sign_in',
        project_id: '00000000-0000-0000-0000-000000000000',
        user_name: 'Ada',
        old_values: null,
        new_values: { session_id: session!.id, address: ADDRESS },
      }),
    ]);
  });

  it('is not stored when no session opens', async () => {
    await sessions.open({ ...user, passwordVersion: 2 }, unique('secret'), { userAgent: null, address: ADDRESS });
    expect(await recorded()).toEqual([]);
  });

  it('is stored together with the session or not at all', async () => {
    const secret = unique('secret');
    await expect(
      sessions.open({ ...user, name: 'a\0b' }, secret, { userAgent: null, address: ADDRESS }),
    ).rejects.toThrow(/unicode/i);
    expect(await live()).toEqual([]);
  });
});

describe('the list of sessions', () => {
  it('comes in pages with each session once, even if many began at the same time', async () => {
    await open(['1', '2', '3', '4']);
    const at = '2026-01-01T00:00:00.123Z';
    for (const [name, microseconds] of [
      ['1', 900],
      ['2', 100],
      ['3', 500],
    ])
      await source.query(
        `update auth.sessions set created_at = $2::timestamptz + make_interval(secs => $3::float / 1000000)
         where user_id = $1 and user_agent = $4`,
        [user.id, at, microseconds, name],
      );
    const all = await live();
    const seen: (string | null)[] = [];
    for (let cursor: string | undefined; ;) {
      const page = await sessions.listLive(user.id, { limit: 1, ...(cursor !== undefined && { cursor }) });
      expect(page.sessions).toHaveLength(1);
      seen.push(...page.sessions.map(({ user_agent }) => user_agent));
      cursor = page.next;
      if (cursor === undefined) break;
    }
    expect(all).toHaveLength(4);
    expect(seen).toEqual(all);
  });

  it('has up to a hundred sessions per page', async () => {
    const many = new SessionRepository(source, { SESSIONS_PER_ACCOUNT_AT_MOST: 1_000 });
    for (let n = 0; n < 101; n++) await many.open(user, unique('secret'), { userAgent: null, address: ADDRESS });
    const first = await many.listLive(user.id);
    expect(first.sessions).toHaveLength(100);
    const last = await many.listLive(user.id, { cursor: first.next! });
    expect([last.sessions.length, last.next]).toEqual([1, undefined]);
  });
});
