import { ACCOUNT_LOCK_SEED } from '@burgee/contracts/wire';
import type { CurrentUser } from '@burgee/session';
import { createTestDatabase, eventually, type TestDatabase, unique } from '@burgee/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { MailRequestsService } from '../mail/mail-requests.service.js';
import { UserRepository } from '../persistence/user.repository.js';
import { SessionRepository } from '../sessions/session.repository.js';
import { OwnAccountService } from './own-account.service.js';

const [OWNER, VIEWER] = ['owner', 'viewer'];
/** What waits for a lock. */
const WAITING = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

let database: TestDatabase;
let source: DataSource;
let admin: DataSource;
let account: OwnAccountService;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await new DataSource({ type: 'postgres', url: database.urlFor('auth') }).initialize();
  admin = await new DataSource({ type: 'postgres', url: database.adminUrl }).initialize();
  const sessions = new SessionRepository(source, { SESSIONS_PER_ACCOUNT_AT_MOST: 9 });
  const noMail = [undefined as never, undefined as never] as const;
  account = new OwnAccountService(source, sessions, new UserRepository(source), ...noMail);
});
afterAll(async () => {
  await Promise.all([source?.destroy(), admin?.destroy()]);
  await database?.drop();
});
beforeEach(() => admin.query('truncate auth.users, auth.sessions, auth.outbox, flags.projects cascade'));

async function aUser(): Promise<CurrentUser> {
  const [id, sessionId] = [uuidv7(), uuidv7()];
  await admin.query(
    `insert into auth.users (id, name, email, email_key, password_hash) values ($1::uuid, 'Ada', $1::text, $1::text, 'x')`,
    [id],
  );
  await admin.query(
    `insert into auth.sessions (id, user_id, secret_hash, expires_at) values ($1::uuid, $2, $1::text, now() + interval '1 day')`,
    [sessionId, id],
  );
  return { id, name: 'Ada', email: id, sessionId, membership: null, hasFreshProof: true };
}

async function aProject(name: string, ...members: [user: CurrentUser, role: string | undefined][]): Promise<void> {
  const id = uuidv7();
  await admin.query('insert into flags.projects (id, name, slug) values ($1, $2, $3)', [id, name, unique('p')]);
  for (const [user, role] of members)
    await admin.query('insert into flags.members (project_id, user_id, role) values ($1, $2, $3)', [id, user.id, role]);
}

const mark = (what: 'disabled_at' | 'removed_at', { id }: CurrentUser) =>
  admin.query(`update auth.users set ${what} = now() where id = $1`, [id]);
const isLive = async ({ id }: CurrentUser) =>
  (await admin.query('select from session_read.session_v1 where user_id = $1', [id])).length > 0;
const nameOf = async ({ id }: CurrentUser): Promise<string> =>
  (await admin.query('select name from auth.users where id = $1', [id]))[0].name;
const entries = async (): Promise<object[]> =>
  (await admin.query('select payload from auth.outbox order by event_id')).map(
    (row: { payload: object }) => row.payload,
  );
const refused = (code: string, message = '') =>
  expect.objectContaining({ code, message: expect.stringContaining(message) });

describe('a new name', () => {
  it('is shown from then on, and the history gets it with an entry that has no name', async () => {
    const ada = await aUser();
    await account.rename(ada, 'Grace');
    await account.rename(ada, 'Grace');
    expect(await nameOf(ada)).toBe('Grace');
    expect(await entries()).toEqual([
      expect.objectContaining({
        action: 'account_rename',
        user_id: ada.id,
        user_name: 'Grace',
        old_values: null,
        new_values: { user_id: ada.id },
      }),
    ]);
  });

  it('is refused to a session that has ended since the request began', async () => {
    const ada = await aUser();
    await admin.query('update auth.sessions set revoked_at = now() where user_id = $1', [ada.id]);
    await expect(account.rename(ada, 'Grace')).rejects.toEqual(refused('unauthenticated'));
    expect([await nameOf(ada), await entries()]).toEqual([ada.name, []]);
  });
});

describe('a new address', () => {
  it('gets no link for a session that has ended since the request began', async () => {
    const ada = await aUser();
    const sessions = new SessionRepository(source, { SESSIONS_PER_ACCOUNT_AT_MOST: 9 });
    const mails = new MailRequestsService(source, { SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'b@example.com' });
    const limits = { mail: async () => undefined } as never;
    const own = new OwnAccountService(source, sessions, new UserRepository(source), mails, limits);
    const queued = () => admin.query('select recipient from auth.mails where user_id = $1', [ada.id]);
    await own.moveTo(ada, 'new@example.com', '192.0.2.1');
    expect(await queued()).toEqual([{ recipient: 'new@example.com' }]);
    await admin.query('update auth.sessions set revoked_at = now()');
    await expect(own.moveTo(ada, 'another@example.com', '192.0.2.1')).rejects.toEqual(refused('unauthenticated'));
    expect(await queued()).toEqual([{ recipient: 'new@example.com' }]);
  });
});

describe('the deletion of one’s own account', () => {
  it('ends its sessions, and leaves an id to the history', async () => {
    const ada = await aUser();
    await aProject('Alone', [ada, OWNER]);
    await account.remove(ada);
    expect([await isLive(ada), await nameOf(ada)]).toEqual([false, 'Deleted account']);
    expect(await entries()).toEqual([
      expect.objectContaining({
        action: 'account_delete',
        user_id: ada.id,
        user_name: 'Deleted account',
        new_values: { user_id: ada.id },
      }),
    ]);
  });

  it('takes a fresh proof', async () => {
    const ada = await aUser();
    await expect(account.remove({ ...ada, hasFreshProof: false })).rejects.toEqual(refused('fresh_proof_required'));
    expect(await isLive(ada)).toBe(true);
  });

  it('is refused with the names of the projects that others would be left in without an owner', async () => {
    const [ada, bob, carl] = [await aUser(), await aUser(), await aUser()];
    await mark('disabled_at', carl);
    await aProject('Shop', [ada, OWNER], [bob, VIEWER]);
    await aProject('Blog', [ada, OWNER], [carl, OWNER]);
    await aProject('Alone', [ada, OWNER]);
    await aProject('Shared', [ada, OWNER], [bob, OWNER]);
    await aProject('Theirs', [ada, VIEWER], [bob, VIEWER]);
    await expect(account.remove(ada)).rejects.toEqual(refused('last_owner', 'of "Blog" and "Shop", with'));
    expect([await isLive(ada), await nameOf(ada), await entries()]).toEqual([true, 'Ada', []]);
  });

  it('does not count members whose accounts were deleted', async () => {
    const [ada, bob] = [await aUser(), await aUser()];
    await aProject('Shop', [ada, OWNER], [bob, VIEWER]);
    await mark('removed_at', bob);
    await account.remove(ada);
    expect(await isLive(ada)).toBe(false);
  });

  it('is refused to the last administrator', async () => {
    const ada = await aUser();
    await admin.query('update auth.users set administrator_since = now()');
    await expect(account.remove(ada)).rejects.toEqual(refused('last_administrator'));
    expect(await isLive(ada)).toBe(true);
  });

  it('leaves one of two owners who delete their accounts at once', async () => {
    const [ada, bob, carl] = [await aUser(), await aUser(), await aUser()];
    await aProject('Shop', [ada, OWNER], [bob, OWNER], [carl, VIEWER]);
    const held = admin.createQueryRunner();
    await held.startTransaction();
    await held.query('select from auth.installation for update');
    const both = Promise.allSettled([account.remove(ada), account.remove(bob)]);
    await eventually(async () => expect(await admin.query(WAITING)).toHaveLength(2));
    await held.commitTransaction();
    await held.release();
    const failures = (await both).flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(failures).toEqual([refused('last_owner', '"Shop"')]);
  });

  it.each<[string, string, string]>([
    ['the other owner leaves', `update flags.members set role = 'viewer' where user_id <> $1`, 'last_owner'],
    [
      'a new password ends the session',
      `update auth.sessions set revoked_at = now() where user_id = $1`,
      'unauthenticated',
    ],
  ])('sees that %s in a transaction that it waits for', async (_, change, code) => {
    const [ada, bob] = [await aUser(), await aUser()];
    await aProject('Shop', [ada, OWNER], [bob, OWNER]);
    const other = admin.createQueryRunner();
    await other.startTransaction();
    const lock = 'select pg_advisory_xact_lock_shared(hashtextextended($1::text, $2))';
    await other.query(lock, [ada.id, ACCOUNT_LOCK_SEED]);
    await other.query(change, [ada.id]);
    const removal = Promise.allSettled([account.remove(ada)]);
    await eventually(async () => expect(await admin.query(WAITING)).toHaveLength(1));
    await other.commitTransaction();
    await other.release();
    expect(await removal).toEqual([{ status: 'rejected', reason: refused(code) }]);
  });
});
