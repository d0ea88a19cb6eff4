import { EventEmitter, once } from 'node:events';
import { createTestDatabase, eventually, type TestDatabase, unique } from '@burgee/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { ChangePasswordService } from '../passwords/change-password.service.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { UserRepository } from '../persistence/user.repository.js';
import { SessionRepository } from '../sessions/session.repository.js';
import { SignInService } from './sign-in.service.js';

const OLD = 'the old password';
const ADDRESS = '192.0.2.1';
const NEW = 'the new password';
/** The same as for a wrong password. */
const REFUSED = {
  code: 'invalid_credentials',
  message: 'Wrong email or password.',
  options: {},
};
const CONFIG = {
  PASSWORD_PEPPER: 'p'.repeat(32),
  BCRYPT_COST: 4,
  PASSWORD_POLICY: 'basic',
  SESSIONS_PER_ACCOUNT_AT_MOST: 9,
} as const;

let database: TestDatabase;
let source: DataSource;
let users: UserRepository;
let sessions: SessionRepository;
const hasher = new PasswordHasher(CONFIG);
let user: { id: string; name: string; email: string };
/** Of the change. */
let sessionId: string;

/** The others. */
const live = async () => (await sessions.listLive(user.id)).sessions.filter(({ id }) => id !== sessionId);

beforeAll(async () => {
  database = await createTestDatabase();
  source = await new DataSource({ type: 'postgres', url: database.urlFor('auth') }).initialize();
  users = new UserRepository(source);
  sessions = new SessionRepository(source, CONFIG);
});
afterAll(async () => {
  await source?.destroy();
  await database?.drop();
});
beforeEach(async () => {
  user = { id: uuidv7(), name: 'Ada', email: `${unique('ada')}@example.com` };
  await users.insert({ ...user, passwordHash: await hasher.hash(OLD, { queue: 'registration', address: ADDRESS }) });
  sessionId = uuidv7();
  await source.sql`
    insert into auth.sessions (id, user_id, secret_hash, expires_at)
    values (${sessionId}, ${user.id}, ${sessionId}, now() + interval '1 day')`;
});

const changePassword = (compare = hasher) => {
  const changer = { ...user, sessionId, membership: null };
  return new ChangePasswordService(source, users, sessions, compare, CONFIG as never).change(
    changer,
    {
      current_password: OLD,
      new_password: NEW,
    },
    ADDRESS,
  );
};

const refused = jest.fn();

async function signIn(compare: PasswordHasher): Promise<void> {
  const cookies = { set: () => undefined, deviceOf: () => null };
  const limits = { attempt: async () => undefined, succeeded: async () => undefined, isNewDevice: async () => false };
  const outcomes = { accepted: () => undefined, refused };
  const service = new SignInService(users, sessions, compare, cookies as never, limits as never, outcomes as never);
  const request = { headers: {}, ip: ADDRESS };
  await service.signIn({ email: user.email, password: OLD }, request as never, {} as never);
}

/** A hasher that finishes a comparison but holds back the result until it is released. */
function heldHasher() {
  const signals = new EventEmitter();
  const compared = once(signals, 'compared');
  const compare: PasswordHasher['compare'] = async (...args) => {
    const result = await hasher.compare(...args);
    const released = once(signals, 'released');
    signals.emit('compared');
    await released;
    return result;
  };
  const held = Object.assign(Object.create(hasher) as PasswordHasher, { compare });
  return { held, compared, release: () => signals.emit('released') };
}

describe('a password hash with another cost', () => {
  it('S14 is replaced by one at the current cost when the user signs in, and other sessions stay', async () => {
    await signIn(hasher);
    const now = new PasswordHasher({ ...CONFIG, BCRYPT_COST: 5 });
    await signIn(now);
    const { passwordHash, passwordVersion } = (await users.findById(user.id))!;
    expect([passwordHash.slice(0, 7), passwordVersion]).toEqual(['$2b$05$', 1]);
    expect(await live()).toHaveLength(2);
    await signIn(hasher);
  });
});

describe('a password that changes during a sign-in with the old one', () => {
  it('S9 between the comparison and the session: the sign-in gets the answer to a wrong password', async () => {
    const { held, compared, release } = heldHasher();
    const signingIn = signIn(held).then(
      () => 'opened a session',
      (error: unknown) => error,
    );
    await compared;
    await changePassword();
    release();
    expect(await signingIn).toMatchObject(REFUSED);
    expect(refused).toHaveBeenLastCalledWith('password_changed', ADDRESS, user.id);
    expect(await live()).toEqual([]);
  });

  it('S9 blocks the sign-in until the change commits', async () => {
    const change = new pg.Client({ connectionString: database.adminUrl });
    await change.connect();
    try {
      await change.query('begin');
      await change.query('update auth.users set password_version = password_version + 1 where id = $1', [user.id]);
      const signingIn = signIn(hasher).catch((error: unknown) => error);
      await eventually(() => expectBlocked(change));
      await change.query('commit');
      expect(await signingIn).toMatchObject(REFUSED);
      expect(await live()).toEqual([]);
    } finally {
      await change.end();
    }
  });

  it('S9 ends a session that opens while the change waits for it', async () => {
    const opening = new pg.Client({ connectionString: database.adminUrl });
    await opening.connect();
    try {
      await opening.query('begin');
      await opening.query('select from auth.users where id = $1 for share', [user.id]);
      await opening.query(
        `insert into auth.sessions (id, user_id, secret_hash, expires_at) values ($1, $2, $3, now() + interval '1 day')`,
        [uuidv7(), user.id, unique('hash')],
      );
      const changing = changePassword();
      await eventually(() => expectBlocked(opening));
      await opening.query('commit');
      await changing;
      expect(await live()).toEqual([]);
    } finally {
      await opening.end();
    }
  });

  it('S9 refuses a second change with the old password like a wrong password', async () => {
    const { held, compared, release } = heldHasher();
    const second = changePassword(held).catch((error: unknown) => error);
    await compared;
    await changePassword();
    release();
    expect(await second).toMatchObject({ code: 'invalid_request', message: 'The current password is wrong.' });
  });
});

describe('a session that ends while it changes the password', () => {
  it('S9 gets 401, and the password stays', async () => {
    const { held, compared, release } = heldHasher();
    const changing = changePassword(held).catch((error: unknown) => error);
    await compared;
    await sessions.revoke(user.id, sessionId);
    release();
    expect(await changing).toMatchObject({ code: 'unauthenticated' });
    await signIn(hasher);
  });
});

/** Checks that another connection waits for a lock of this one. */
async function expectBlocked(holder: pg.Client): Promise<void> {
  const { rowCount } = await holder.query(
    'select from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))',
  );
  expect(rowCount).toBe(1);
}
