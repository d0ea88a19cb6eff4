import { ACCOUNT_LOCK_SEED } from '@burgee/contracts/wire';
import { createTestDatabase, eventually, type TestDatabase, unique } from '@burgee/testing';
import type { CurrentUser } from '@burgee/session';
import { StatusPage } from '@burgee/process-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { LinksService } from '../links/links.service.js';
import { ChangePasswordService } from '../passwords/change-password.service.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { createLink } from '../persistence/links.js';
import { UserRepository } from '../persistence/user.repository.js';
import { InvitationQuery } from '../registration/invitation.query.js';
import { RegistrationService } from '../registration/registration.service.js';
import { SessionRepository } from '../sessions/session.repository.js';
import { AccountQuery } from './account.query.js';
import { AdministrationService } from './administration.service.js';
import { FirstStart } from './first-start.js';

const CONFIG = {
  PASSWORD_PEPPER: 'p'.repeat(32),
  BCRYPT_COST: 4,
  PASSWORD_POLICY: 'basic',
  SESSIONS_PER_ACCOUNT_AT_MOST: 9,
  REGISTRATION: 'open',
  FIRST_ACCOUNT_ADMINISTERS: 'off',
} as const;
type Changed = Partial<Record<keyof typeof CONFIG | 'PUBLIC_URL', string>> & { ADMINISTRATORS?: string[] };
const [HERE, ELSEWHERE] = ['127.0.0.1', '192.0.2.1'];
const PASSWORD = 'correct horse battery staple';
const NEW = 'a new password';

let database: TestDatabase;
let source: DataSource;
let owner: DataSource;
let sessions: SessionRepository;
let administration: AdministrationService;
let accounts: AccountQuery;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await new DataSource({ type: 'postgres', url: database.urlFor('auth') }).initialize();
  owner = await new DataSource({ type: 'postgres', url: database.adminUrl }).initialize();
  sessions = new SessionRepository(source, CONFIG);
  administration = new AdministrationService(source, sessions, CONFIG);
  accounts = new AccountQuery(source);
});
afterAll(async () => {
  await Promise.all([source?.destroy(), owner?.destroy()]);
  await database?.drop();
});
/** A new installation. */
beforeEach(async () => {
  await owner.query('truncate auth.users, auth.sessions, auth.links, auth.listed_administrators, auth.outbox cascade');
  await owner.query(
    'update auth.installation set had_accounts = false, setup_link_logged_at = null, registration = null',
  );
});

const using = (changed: Changed) => ({ ...CONFIG, ...changed }) as never;
const registration = (changed: Changed = {}) => {
  const hasher = new PasswordHasher(CONFIG);
  const query = new InvitationQuery(source);
  return new RegistrationService(source, new UserRepository(source), hasher, query, using(changed));
};
const register = (
  service: RegistrationService,
  address: string = HERE,
  setup?: string,
  email = `${unique('ada')}@example.com`,
) => {
  const body = { name: 'Ada', email, password: PASSWORD, confirmPassword: PASSWORD };
  return service.register({ ...body, ...(setup !== undefined && { setup }) }, address, address === HERE);
};
const administrators = async () => (await accounts.list({ only: 'administrators' })).accounts.map(({ id }) => id);
const code = (expected: string) => expect.objectContaining({ code: expected });
const actions = async () =>
  (await owner.query(`select payload ->> 'action' as action from auth.outbox order by event_id`)).map(
    ({ action }: { action: string }) => action,
  );
const setupToken = async () => (await createLink(source, 'setup', null)).path.split('#')[1]!;

async function start(changed: Changed): Promise<string[]> {
  const lines: string[] = [];
  const log = (facts: unknown, line?: string) => void lines.push(`${JSON.stringify(facts)} ${line ?? ''}`);
  const logger = { info: log, warn: log } as unknown as Logger;
  await new FirstStart(source, using(changed), logger, new StatusPage()).run();
  return lines;
}

/** Both registrations of a test, at the same lock. */
const WAITING = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/** What an account has begun when its sessions end. */
const beginChange = async (userId: string) => {
  const changing = owner.createQueryRunner();
  await changing.startTransaction();
  await changing.query('select pg_advisory_xact_lock_shared(hashtextextended($1::text, $2))', [
    userId,
    ACCOUNT_LOCK_SEED,
  ]);
  return async () => {
    await changing.commitTransaction();
    await changing.release();
  };
};

describe('the first administrator', () => {
  const LAUNCHER: Changed = { FIRST_ACCOUNT_ADMINISTERS: 'on' };

  it('is one of two accounts that register at once, where the launcher says so', async () => {
    const held = owner.createQueryRunner();
    await held.startTransaction();
    await held.query('select from auth.installation for update');
    const registering = Promise.all([register(registration(LAUNCHER)), register(registration(LAUNCHER))]);
    await eventually(async () => expect(await owner.query(WAITING)).toHaveLength(2));
    await held.commitTransaction();
    await held.release();
    const both = await registering;
    const [first] = await administrators();
    expect(await administrators()).toHaveLength(1);
    expect(both.map(({ id }) => id)).toContain(first);
    expect(await actions()).toEqual(['administrator_grant']);
  });

  it.each<[string, Changed, string]>([
    ['the launcher does not say so', {}, HERE],
    ['the client is on another machine', LAUNCHER, ELSEWHERE],
  ])('is nobody by registering when %s', async (_, changed, address) => {
    await register(registration(changed), address);
    await register(registration(LAUNCHER), HERE);
    expect(await administrators()).toEqual([]);
  });

  it('is nobody after the first account was deleted, nor in an installation that had accounts before', async () => {
    const [first, second] = [await register(registration(LAUNCHER)), await register(registration(LAUNCHER))];
    await administration.grant(await as(first.id), second.id);
    await administration.remove(await as(second.id), first.id);
    expect(await administrators()).toEqual([second.id]);
    await owner.query('delete from auth.users');
    await register(registration(LAUNCHER));
    expect(await administrators()).toEqual([]);
  });

  it('is who opens the setup link, once, also where registration is closed', async () => {
    const [line = ''] = await start({ REGISTRATION: 'closed', PUBLIC_URL: 'https://flags.example.com' });
    expect(line).toContain('https://flags.example.com/link/setup#bge_lnk_');
    const token = /#([\w-]+)/.exec(line)![1]!;
    const closed = registration({ REGISTRATION: 'closed' });
    await expect(register(closed, ELSEWHERE)).rejects.toEqual(code('registration_closed'));
    const { id } = await register(closed, ELSEWHERE, token);
    expect(await administrators()).toEqual([id]);
    await expect(register(closed, ELSEWHERE, token)).rejects.toEqual(code('link_ended'));
    expect(await start({})).toEqual([]);
  });

  it('is told of at each start while there is none, and the setup link is logged once', async () => {
    expect(await start({})).toHaveLength(1);
    expect(await start({})).toEqual([]);
    await register(registration());
    expect(await start({})).toEqual([expect.stringContaining('make-administrator EMAIL')]);
    expect(await start(LAUNCHER)).toHaveLength(1);
  });

  it('may be listed in ADMINISTRATORS, whose ids of no account give nobody anything', async () => {
    const { id } = await register(registration());
    const nobody = uuidv7();
    expect(await start({ ADMINISTRATORS: [id, nobody] })).toEqual([expect.stringContaining(nobody)]);
    expect(await administrators()).toEqual([id]);
    await start({});
    expect(await administrators()).toEqual([]);
  });
});

async function as(id: string): Promise<CurrentUser> {
  const sessionId = uuidv7();
  await owner.query(
    `insert into auth.sessions (id, user_id, secret_hash, expires_at) values ($1::uuid, $2, $1::text, now() + interval '1 day')`,
    [sessionId, id],
  );
  const who = { name: 'Root', email: 'root@example.com', isAdministrator: true, hasFreshProof: true };
  return { ...who, id, sessionId, membership: null };
}

describe('an administrator', () => {
  let root: CurrentUser;
  let ada: { id: string; name: string; email: string; passwordVersion: number };
  const open = (secret: string) => sessions.open(ada, secret, { userAgent: null, address: ELSEWHERE });
  const isLive = async () =>
    (await owner.query('select from session_read.session_v1 where user_id = $1', [ada.id])).length > 0;

  beforeEach(async () => {
    root = await as((await register(registration({ FIRST_ACCOUNT_ADMINISTERS: 'on' }))).id);
    ada = await register(registration());
    await open(unique('secret'));
    await owner.query('delete from auth.outbox');
  });

  it('disables an account: its sessions end and none opens, until it is enabled', async () => {
    expect(await isLive()).toBe(true);
    await administration.disable(root, ada.id);
    expect([await isLive(), await open(unique('secret'))]).toEqual([false, false]);
    await administration.enable(root, ada.id);
    expect([await open(unique('secret')), await isLive()]).toEqual([true, true]);
    expect(await actions()).toEqual(['account_disable', 'account_enable', 'sign_in']);
  });

  it('sees a session of a disabled account nowhere, even one that auth of 0.1.0 opens', async () => {
    await owner.query('update auth.users set disabled_at = now() where id = $1', [ada.id]);
    expect(await isLive()).toBe(false);
  });

  it('deletes an account, of which an id stays; its address may register again', async () => {
    await administration.remove(root, ada.id);
    expect(await isLive()).toBe(false);
    await expect(accounts.find(ada.id)).rejects.toEqual(code('not_found'));
    const [row] = await owner.query('select name, email from session_read.user_v1 where user_id = $1', [ada.id]);
    expect(row).toEqual({ name: 'Deleted account', email: `@${ada.id}` });
    expect(JSON.stringify(await owner.query('select payload from auth.outbox'))).not.toContain(ada.email);
    const again = { name: 'Ada', email: ada.email, password: PASSWORD, confirmPassword: PASSWORD };
    expect((await registration().register(again, ELSEWHERE)).id).not.toBe(ada.id);
  });

  it('finds an account by name or address in pages, and those that are disabled', async () => {
    for (let n = 0; n < 3; n++) await register(registration());
    const first = await accounts.list({ search: '@EXAMPLE', limit: 3 });
    const second = await accounts.list({ search: '@EXAMPLE', limit: 3, cursor: first.next! });
    expect([first.accounts.length, second.accounts.length, second.next]).toEqual([3, 2, undefined]);
    expect(new Set([...first.accounts, ...second.accounts].map(({ id }) => id)).size).toBe(5);
    expect((await accounts.list({ search: '%' })).accounts).toEqual([]);
    await administration.disable(root, ada.id);
    expect((await accounts.list({ only: 'disabled' })).accounts.map(({ id }) => id)).toEqual([ada.id]);
    expect(await accounts.find(ada.id)).toMatchObject({ last_sign_in_by: 'password', is_administrator: false });
  });

  it('pages through 5,000 accounts, each once, and finds one of them', async () => {
    await owner.query(
      `insert into auth.users (id, name, email, email_key, password_hash, created_at)
       select gen_random_uuid(), 'Seeded ' || n, 'seeded-' || n || '@example.org', 'seeded-' || n || '@example.org', '',
              now() - (n / 10) * interval '1 second'
       from generate_series(1, 4998) n`,
    );
    const ids: string[] = [];
    let pages = 0;
    for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
      const page = await accounts.list({ limit: 200, ...(cursor !== undefined && { cursor }) });
      ids.push(...page.accounts.map(({ id }) => id));
      cursor = page.next;
      pages++;
    }
    expect([pages, ids.length, new Set(ids).size]).toEqual([25, 5_000, 5_000]);
    const found = await accounts.list({ search: 'seeded-4711@' });
    expect(found.accounts.map(({ name }) => name)).toEqual(['Seeded 4711']);
  });

  it('who is the last one stays, and may leave after another was made', async () => {
    for (const act of ['disable', 'withdraw', 'remove'] as const)
      await expect(administration[act](root, root.id)).rejects.toEqual(code('last_administrator'));
    await administration.grant(root, ada.id);
    await administration.remove(root, root.id);
    expect(await administrators()).toEqual([ada.id]);
  });

  it('who signed in long ago proves it again before what a stolen session must not do', async () => {
    const stale = { ...root, hasFreshProof: false };
    for (const act of ['grant', 'withdraw', 'remove', 'createResetLink', 'disable', 'enable'] as const)
      await expect(administration[act](stale, ada.id)).rejects.toEqual(code('fresh_proof_required'));
    await expect(administration.setRegistration(stale, 'closed')).rejects.toEqual(code('fresh_proof_required'));
    await administration.endSessions(stale, ada.id);
    expect([await isLive(), await actions()]).toEqual([false, ['sessions_end']]);
  });

  it('acts on no account that does not exist, and enters nothing', async () => {
    for (const act of ['disable', 'enable', 'endSessions', 'grant', 'withdraw', 'remove', 'createResetLink'] as const)
      await expect(administration[act](root, uuidv7())).rejects.toEqual(code('not_found'));
    expect(await actions()).toEqual([]);
  });

  it('deletes an account whose replacement for the address somebody wanted to take', async () => {
    await register(registration(), HERE, undefined, `${ada.id}@deleted.invalid`);
    await administration.remove(root, ada.id);
    await expect(accounts.find(ada.id)).rejects.toEqual(code('not_found'));
  });

  it('enters nothing where an act changes nothing', async () => {
    await administration.withdraw(root, ada.id);
    await administration.enable(root, ada.id);
    await administration.grant(root, root.id);
    await administration.endSessions(root, ada.id);
    await administration.endSessions(root, ada.id);
    expect(await actions()).toEqual(['sessions_end']);
  });

  it.each([
    ['disable', 'unauthenticated'],
    ['withdraw', 'route_not_found'],
    ['remove', 'unauthenticated'],
  ] as const)('does nothing that waited while another did %s', async (end, refused) => {
    const [mallory, friend] = [await register(registration()), await register(registration())];
    await administration.grant(root, mallory.id);
    const acting = await as(mallory.id);
    const held = owner.createQueryRunner();
    await held.startTransaction();
    await held.query('select from auth.installation for update');
    const ending = administration[end](root, mallory.id);
    await eventually(async () => expect(await owner.query(WAITING)).toHaveLength(1));
    const acts = [administration.grant(acting, friend.id), administration.setRegistration(acting, 'closed')];
    const settled = Promise.allSettled(acts);
    await eventually(async () => expect(await owner.query(WAITING)).toHaveLength(3));
    await held.commitTransaction();
    await held.release();
    await ending;
    for (const result of await settled) expect(result).toMatchObject({ reason: { code: refused } });
    expect(await administrators()).not.toContain(friend.id);
  });

  it('does nothing that waited while another ended its sessions', async () => {
    await administration.grant(root, ada.id);
    const session = (await sessions.listLive(ada.id)).sessions[0]!;
    const acting = { ...(await as(ada.id)), sessionId: session.id };
    const held = owner.createQueryRunner();
    await held.startTransaction();
    await held.query('select from auth.installation for update');
    const ending = administration.endSessions(root, ada.id);
    await eventually(async () => expect(await owner.query(WAITING)).toHaveLength(1));
    const granting = Promise.allSettled([administration.setRegistration(acting, 'closed')]);
    await eventually(async () => expect(await owner.query(WAITING)).toHaveLength(2));
    await held.commitTransaction();
    await held.release();
    await ending;
    expect(await granting).toMatchObject([{ reason: { code: 'unauthenticated' } }]);
  });

  it.each(['disable', 'endSessions', 'remove'] as const)(
    '%s ends the sessions at once, and returns when no change of the account is in progress',
    async (act) => {
      const end = await beginChange(ada.id);
      let isDone = false;
      const acting = administration[act](root, ada.id).then(() => (isDone = true));
      await eventually(async () => expect(await owner.query(WAITING)).toHaveLength(1));
      expect([await isLive(), isDone]).toEqual([false, false]);
      await end();
      await acting;
    },
  );

  it('counts as one who can sign in only once the account has a password', async () => {
    await administration.grant(root, ada.id);
    await owner.query(`update auth.users set password_hash = '' where id = $1`, [ada.id]);
    await owner.query(`update auth.users set last_sign_in_at = null where id = $1`, [ada.id]);
    await expect(administration.withdraw(root, root.id)).rejects.toEqual(code('last_administrator'));
    await owner.query(`update auth.users set last_sign_in_at = now() where id = $1`, [ada.id]);
    await administration.withdraw(root, root.id);
  });

  it('closes registration, and opens it no further than the setting', async () => {
    expect(await administration.setRegistration(root, 'closed')).toEqual({
      mode: 'closed',
      setting: 'open',
      domains: [],
    });
    await expect(register(registration())).rejects.toEqual(code('registration_closed'));
    const invited = new AdministrationService(source, sessions, { REGISTRATION: 'invite' });
    expect(await invited.registration()).toEqual({ mode: 'closed', setting: 'invite', domains: [] });
    await expect(invited.setRegistration(root, 'open')).rejects.toEqual(code('invalid_request'));
    await administration.setRegistration(root, 'open');
    expect(await invited.registration()).toEqual({ mode: 'invite', setting: 'invite', domains: [] });
    expect(await invited.setRegistration(root, 'invite')).toEqual({ mode: 'invite', setting: 'invite', domains: [] });
  });
});

describe('a link', () => {
  let root: CurrentUser;
  beforeEach(async () => {
    root = await as((await register(registration({ FIRST_ACCOUNT_ADMINISTERS: 'on' }))).id);
  });
  const changePassword = (user: CurrentUser) =>
    new ChangePasswordService(
      source,
      new UserRepository(source),
      sessions,
      new PasswordHasher(CONFIG),
      using({}),
    ).change(user, { current_password: PASSWORD, new_password: NEW }, HERE);
  const links = (openSession = async () => true) => {
    const signIns = { openSession };
    const users = new UserRepository(source);
    return new LinksService(source, users, sessions, new PasswordHasher(CONFIG), signIns as never, using({}));
  };
  const tokenOf = async (kind: 'reset' | 'sign-in', userId: string) =>
    (await createLink(source, kind, userId)).path.split('#')[1]!;

  it('sets a new password once, ends every session, and ends the link before it', async () => {
    const ada = await register(registration());
    await sessions.open(ada, unique('secret'), { userAgent: null, address: ELSEWHERE });
    const [earlier, token] = [await tokenOf('reset', ada.id), await tokenOf('reset', ada.id)];
    const reset = (of: string, new_password = NEW) => links().resetPassword({ token: of, new_password }, ELSEWHERE);
    await expect(reset(earlier)).rejects.toEqual(code('link_ended'));
    const results = await Promise.allSettled([reset(token), reset(token, 'another password')]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect((await sessions.listLive(ada.id)).sessions).toEqual([]);
    expect(await sessions.open(ada, unique('secret'), { userAgent: null, address: ELSEWHERE })).toBe(false);
  });

  it.each<[string, string, (ada: CurrentUser, token: string) => Promise<unknown>]>([
    [
      'a reset by the same link',
      'password_reset',
      (_ada, token) => links().resetPassword({ token, new_password: NEW }, HERE),
    ],
    ['a new password', 'password_change', (ada) => changePassword(ada)],
    ['a deletion', 'account_delete', ({ id }) => administration.remove(root, id)],
  ])('%s repeats with success, since its answer may be lost, and waits for changes again', async (_, action, act) => {
    const { id } = await register(registration());
    const token = await tokenOf('reset', id);
    const ada = await as(id);
    await act(ada, token);
    const end = await beginChange(id);
    let isDone = false;
    const again = act(ada, token).then(() => (isDone = true));
    await eventually(async () => expect(await owner.query(WAITING)).toHaveLength(1));
    expect(isDone).toBe(false);
    await end();
    await again;
    expect((await actions()).filter((one: string) => one === action)).toHaveLength(1);
  });

  it('of reset that has been used is refused with another password, after a later one, and to a disabled account', async () => {
    const ada = await as((await register(registration())).id);
    const token = await tokenOf('reset', ada.id);
    const reset = (new_password: string) => links().resetPassword({ token, new_password }, HERE);
    const ended = code('link_ended');
    await reset(PASSWORD);
    await expect(reset(NEW)).rejects.toEqual(ended);
    await administration.disable(root, ada.id);
    await expect(reset(PASSWORD)).rejects.toEqual(ended);
    await administration.enable(root, ada.id);
    await changePassword(await as(ada.id));
    await expect(reset(PASSWORD)).rejects.toEqual(ended);
  });

  it.each(['reset', 'sign-in'] as const)(
    '%s is refused when it is too old, of another kind, or of nobody',
    async (kind) => {
      const { id } = await register(registration());
      const use = (token: string) =>
        kind === 'reset'
          ? links().resetPassword({ token, new_password: 'a new password' }, ELSEWHERE)
          : links().signIn(token, {} as never, {} as never);
      const other = await tokenOf(kind === 'reset' ? 'sign-in' : 'reset', id);
      const old = await tokenOf(kind, id);
      await owner.query('update auth.links set expires_at = now() where kind = $1', [kind]);
      for (const token of [old, other, 'bge_lnk_none'])
        await expect(use(token)).rejects.toEqual(
          expect.objectContaining({ code: 'link_ended', message: expect.stringContaining('burgee-operator') }),
        );
    },
  );

  it.each<[string, (ada: CurrentUser) => Promise<unknown>]>([
    ['a new password', (ada) => changePassword(ada)],
    [
      'a reset',
      async ({ id }) => links().resetPassword({ token: await tokenOf('reset', id), new_password: NEW }, HERE),
    ],
    ['disabling', ({ id }) => administration.disable(root, id)],
  ])('ends with %s', async (_, act) => {
    const { id } = await register(registration());
    const [reset, signIn] = [await tokenOf('reset', id), await tokenOf('sign-in', id)];
    await act(await as(id));
    await administration.enable(root, id);
    const ended = code('link_ended');
    await expect(links().resetPassword({ token: reset, new_password: NEW }, HERE)).rejects.toEqual(ended);
    await expect(links().signIn(signIn, {} as never, {} as never)).rejects.toEqual(ended);
  });

  it('of sign-in ends when an administrator ends all sessions; that of reset stays', async () => {
    const { id } = await register(registration());
    const [reset, signIn] = [await tokenOf('reset', id), await tokenOf('sign-in', id)];
    await administration.endSessions(root, id);
    await expect(links().signIn(signIn, {} as never, {} as never)).rejects.toEqual(code('link_ended'));
    await links().resetPassword({ token: reset, new_password: NEW }, HERE);
  });

  it('of reset does nothing for a disabled account', async () => {
    const { id } = await register(registration());
    await administration.disable(root, id);
    const token = await tokenOf('reset', id);
    await expect(links().resetPassword({ token, new_password: NEW }, HERE)).rejects.toEqual(code('link_ended'));
  });

  it('of setup ends when somebody becomes administrator', async () => {
    const { id } = await register(registration());
    const token = await setupToken();
    await administration.grant(root, id);
    await expect(register(registration(), HERE, token)).rejects.toEqual(code('link_ended'));
  });

  it('is one of its kind, also where two are made at once', async () => {
    const { id } = await register(registration());
    const making = [0, 1].map(() => source.transaction((manager) => createLink(manager, 'reset', id)));
    await Promise.all(making);
    expect(await owner.query('select from auth.links')).toHaveLength(1);
  });

  it('of sign-in can be used again where no session opened', async () => {
    const { id } = await register(registration());
    const token = await tokenOf('sign-in', id);
    const failing = links(async () => false);
    await expect(failing.signIn(token, {} as never, {} as never)).rejects.toEqual(code('unavailable'));
    expect(await links().signIn(token, {} as never, {} as never)).toMatchObject({ id });
  });

  it('signs in once, and not to a disabled account', async () => {
    const { id } = await register(registration());
    const token = await tokenOf('sign-in', id);
    expect(await links().signIn(token, {} as never, {} as never)).toMatchObject({ id });
    await expect(links().signIn(token, {} as never, {} as never)).rejects.toEqual(code('link_ended'));
    const second = await tokenOf('sign-in', id);
    await owner.query('update auth.users set disabled_at = now()');
    await expect(links().signIn(second, {} as never, {} as never)).rejects.toEqual(code('link_ended'));
  });

  it('of setup makes the account administrator that is signed in', async () => {
    const { id } = await register(registration());
    const token = await setupToken();
    await links().becomeAdministrator({ ...(await as(id)), isAdministrator: false }, token);
    expect(await administrators()).toContain(id);
    await expect(links().becomeAdministrator(await as(id), token)).rejects.toEqual(code('link_ended'));
  });

  it('of setup is refused to a disabled account, and stays for another one', async () => {
    const { id } = await register(registration());
    const token = await setupToken();
    await owner.query('update auth.users set disabled_at = now() where id = $1', [id]);
    await expect(links().becomeAdministrator(await as(id), token)).rejects.toEqual(code('link_ended'));
    expect(await administrators()).toEqual([root.id]);
    await register(registration(), HERE, token);
    expect(await administrators()).toHaveLength(2);
  });

  it('of setup ends when ADMINISTRATORS lists an account', async () => {
    const { id } = await register(registration());
    const token = await setupToken();
    await start({ ADMINISTRATORS: [id] });
    await expect(register(registration(), HERE, token)).rejects.toEqual(code('link_ended'));
  });
});
