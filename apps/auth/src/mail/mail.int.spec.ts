import { createHash } from 'node:crypto';
import { StatusPage } from '@burgee/process-kit';
import {
  createTestDatabase,
  linkIn,
  type MailPolicy,
  type MailServer,
  startMailServer,
  type TestDatabase,
  unique,
} from '@burgee/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { LinksService } from '../links/links.service.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { queueMail } from '../persistence/mails.js';
import { UserRepository } from '../persistence/user.repository.js';
import { InvitationQuery } from '../registration/invitation.query.js';
import { SessionRepository } from '../sessions/session.repository.js';
import { MailRequestsService } from './mail-requests.service.js';
import { MailSender } from './mail-sender.js';
import { MailTransport } from './mail-transport.js';

const CONFIG = {
  PASSWORD_PEPPER: 'p'.repeat(32),
  BCRYPT_COST: 4,
  PASSWORD_POLICY: 'basic',
  SESSIONS_PER_ACCOUNT_AT_MOST: 9,
  MAIL_FROM: 'Burgee <burgee@example.com>',
  PUBLIC_URL: 'https://flags.example.com',
} as const;
const HASH = 'planted-password-hash';
const ADDRESS = '192.0.2.1';

let database: TestDatabase;
let source: DataSource;
let server: MailServer;
let users: UserRepository;
let lines: string[];
let email: string;
let userId: string;
let owner: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await new DataSource({ type: 'postgres', url: database.urlFor('auth') }).initialize();
  owner = await new DataSource({ type: 'postgres', url: database.adminUrl }).initialize();
  users = new UserRepository(source);
});
afterAll(async () => {
  await Promise.all([source?.destroy(), owner?.destroy()]);
  await database?.drop();
});
beforeEach(async () => {
  await source.query('delete from auth.mails');
  lines = [];
  userId = uuidv7();
  email = `${unique('ada')}@example.com`;
  await users.insert({ id: userId, name: 'Ada', email, passwordHash: HASH });
});
afterEach(() => server?.close());

const settings = (SMTP_URL = server.url) => ({ ...CONFIG, SMTP_URL }) as never;
const log = (...line: unknown[]) => void lines.push(JSON.stringify(line));
const sender = (url?: string) =>
  new MailSender(
    source,
    users,
    new MailTransport(settings(url)),
    settings(url),
    { info: log, warn: log, error: log } as unknown as Logger,
    new StatusPage(),
  );
const requests = () => new MailRequestsService(source, settings());
const links = () =>
  new LinksService(
    source,
    users,
    new SessionRepository(source, CONFIG),
    new PasswordHasher(CONFIG),
    undefined as never,
    settings(),
  );
const stored = () => source.query('select kind, attempts, given_up_at, last_error from auth.mails order by id');
/** Makes what waits for its next attempt due. */
const dueNow = () => source.query('update auth.mails set next_attempt_at = now()');
const token = (index: number) => linkIn(server.mails[index]).split('#')[1]!;
const verifiedAt = async () =>
  (await source.query('select email, email_verified_at from auth.users where id = $1', [userId]))[0];

async function start(policy?: MailPolicy, recipient?: (address: string) => number | undefined): Promise<void> {
  server = await startMailServer({ ...(policy && { policy }), ...(recipient && { recipient }) });
}

describe('a queued mail', () => {
  it('is sent once by two replicas, and its row goes', async () => {
    await start();
    for (let index = 0; index < 8; index++) await requests().test(userId);
    await Promise.all([sender().sendDue(), sender().sendDue()]);
    expect(new Set(server.mails.map(({ messageId }) => messageId)).size).toBe(8);
    expect(server.mails).toHaveLength(8);
    expect(server.mails[0]).toMatchObject({ to: [email], subject: 'Burgee: test mail' });
    expect(server.mails[0]?.messageId).toMatch(/^<[\w-]{36}@flags\.example\.com>$/);
    expect(await stored()).toEqual([]);
  });

  it('is not sent by another replica while the server is slow', async () => {
    let answer = () => undefined as void;
    const held = new Promise<undefined>((resolve) => (answer = () => resolve(undefined)));
    let came = () => undefined as void;
    const arrived = new Promise<void>((resolve) => (came = resolve));
    await start(() => {
      came();
      return held;
    });
    await requests().test(userId);
    const slow = sender().sendDue();
    await arrived;
    await sender().sendDue();
    answer();
    await slow;
    expect(server.mails).toHaveLength(1);
  });

  it('waits for its next attempt while the server is dead, and is then sent', async () => {
    await start();
    await server.close();
    const { url } = server;
    await requests().test(userId);
    await sender().sendDue();
    expect(await stored()).toEqual([expect.objectContaining({ attempts: 1, given_up_at: null })]);
    await sender().sendDue();
    expect(await stored()).toEqual([expect.objectContaining({ attempts: 1 })]);
    server = await startMailServer({ port: Number(new URL(url).port) });
    await dueNow();
    await sender().sendDue();
    expect(server.mails).toHaveLength(1);
    expect(await stored()).toEqual([]);
  });

  it('is sent again with the same Message-ID when the server dies before its answer, and both links work', async () => {
    let isFirst = true;
    await start(() => {
      const decided = isFirst ? ('disconnect' as const) : undefined;
      isFirst = false;
      return decided;
    });
    await requests().reset(email);
    await sender().sendDue();
    await dueNow();
    await sender().sendDue();
    expect(server.mails).toHaveLength(2);
    expect(server.mails[0]?.messageId).toBe(server.mails[1]?.messageId);
    await links().resetPassword({ token: token(0), new_password: 'a new password' }, ADDRESS);
    await expect(links().resetPassword({ token: token(1), new_password: 'another one' }, ADDRESS)).rejects.toThrow(
      expect.objectContaining({ code: 'link_ended' }),
    );
  });

  it('fails for good when the server refuses its recipient, and the log does not name that', async () => {
    await start(undefined, () => 550);
    await requests().test(userId);
    await sender().sendDue();
    expect(await stored()).toEqual([expect.objectContaining({ attempts: 1, given_up_at: expect.any(Date) })]);
    expect(lines.join()).toContain('mail given up');
    expect(lines.join()).not.toContain(email);
    expect(await requests().state()).toMatchObject({ is_on: true, waiting: 0, given_up: 1 });
  });

  it('waits when the server refuses it for now', async () => {
    await start(() => 451);
    await requests().test(userId);
    await sender().sendDue();
    expect(await stored()).toEqual([expect.objectContaining({ given_up_at: null, attempts: 1 })]);
    expect(await requests().state()).toMatchObject({ waiting: 1, given_up: 0, last_error: expect.any(String) });
  });

  it('is not queued where mail is off', async () => {
    await queueMail(source, {}, { kind: 'test', userId, facts: {} });
    expect(await stored()).toEqual([]);
  });

  it('is dropped when its account is unknown or disabled', async () => {
    await start();
    await requests().reset(email);
    await source.query('update auth.users set disabled_at = now() where id = $1', [userId]);
    await requests().reset('unknown@example.com');
    await sender().sendDue();
    expect(server.mails).toEqual([]);
    expect(await stored()).toEqual([]);
  });
});

describe('a link by mail', () => {
  it('sets a password, proves the address, and is in no row and no log line', async () => {
    await start();
    await requests().reset(email.toUpperCase());
    const rows = JSON.stringify(await source.query('select * from auth.mails'));
    await sender().sendDue();
    expect(server.mails).toEqual([expect.objectContaining({ to: [email] })]);
    expect(linkIn(server.mails[0])).toMatch(/^\/link\/reset#bge_lnk_[\w-]{43}$/);
    const after = JSON.stringify([await source.query('select * from auth.links'), rows, lines]);
    expect(after).not.toContain(token(0));
    expect(after).not.toContain('bge_lnk_');
    expect(server.mails[0]?.raw).not.toContain(HASH);
    await links().resetPassword({ token: token(0), new_password: 'a new password' }, ADDRESS);
    expect(await verifiedAt()).toEqual({ email, email_verified_at: expect.any(Date) });
    await sender().sendDue();
    expect(server.mails[1]?.text).toContain('A new password was set');
    expect(server.mails[1]?.raw).not.toMatch(/a new password\W*bge_|bge_lnk_/);
  });

  it('for a password unlinks the providers that were linked before the address was proved, and no later ones', async () => {
    await start();
    const [first, second] = [uuidv7(), uuidv7()];
    for (const id of [first, second]) {
      await source.query(
        'insert into auth.identities (id, user_id, issuer, subject) values ($1::uuid, $2, $3, $1::text)',
        [id, userId, 'https://id.example.com'],
      );
      await requests().reset(email);
      await sender().sendDue();
      const mail = server.mails.findLastIndex(({ text }) => text.includes('/link/reset#'));
      await links().resetPassword({ token: token(mail), new_password: 'a new password' }, ADDRESS);
    }
    const left = await source.query('select id from auth.identities where user_id = $1', [userId]);
    expect(left).toEqual([{ id: second }]);
    const entries = await source.query(
      `select payload #>> '{new_values,providers}' as providers from auth.outbox
       where payload ->> 'action' = 'password_reset' and payload #>> '{new_values,user_id}' = $1 order by event_id`,
      [userId],
    );
    expect(entries).toEqual([{ providers: 'removed' }, { providers: null }]);
  });

  it('for a password ends when the account moves to another address', async () => {
    await start();
    await requests().reset(email);
    await sender().sendDue();
    await requests().verify(userId, `${unique('moved')}@example.com`);
    await sender().sendDue();
    await links().verify(token(1));
    const reset = links().resetPassword({ token: token(0), new_password: 'a new password' }, ADDRESS);
    await expect(reset).rejects.toThrow(expect.objectContaining({ code: 'link_ended' }));
  });

  it('proves the address of an account once', async () => {
    await start();
    await requests().verify(userId);
    await sender().sendDue();
    await links().verify(token(0));
    expect(await verifiedAt()).toEqual({ email, email_verified_at: expect.any(Date) });
    await expect(links().verify(token(0))).rejects.toThrow(expect.objectContaining({ code: 'link_ended' }));
  });

  it('moves an account to a new address, and tells the old one', async () => {
    await start();
    const moved = `${unique('moved')}@example.com`;
    await requests().verify(userId, `mistyped-${moved}`);
    await sender().sendDue();
    await requests().verify(userId, moved);
    await sender().sendDue();
    await expect(links().verify(token(0))).rejects.toThrow(expect.objectContaining({ code: 'link_ended' }));
    expect(await verifiedAt()).toEqual({ email, email_verified_at: null });
    await links().verify(token(1));
    expect(await verifiedAt()).toEqual({ email: moved, email_verified_at: expect.any(Date) });
    await sender().sendDue();
    expect(server.mails.map(({ to }) => to[0])).toEqual([`mistyped-${moved}`, moved, email]);
  });

  it('does not move an account to an address that another has registered since', async () => {
    await start();
    const taken = `${unique('taken')}@example.com`;
    await requests().verify(userId, taken);
    await sender().sendDue();
    await users.insert({ id: uuidv7(), name: 'Bob', email: taken, passwordHash: HASH });
    await expect(links().verify(token(0))).rejects.toThrow(expect.objectContaining({ code: 'email_taken' }));
    expect(await verifiedAt()).toEqual({ email, email_verified_at: null });
  });

  it('to a new address ends with a new password', async () => {
    await start();
    await requests().verify(userId, `${unique('moved')}@example.com`);
    await sender().sendDue();
    await requests().verify(userId, `${unique('moved')}@example.com`);
    await source.transaction((manager) => users.changePassword(manager, userId, null, 'other'));
    await sender().sendDue();
    expect(server.mails).toHaveLength(1);
    await expect(links().verify(token(0))).rejects.toThrow(expect.objectContaining({ code: 'link_ended' }));
  });
});

describe('an invitation', () => {
  const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');
  const register = (token: string) => new InvitationQuery(source).find(token);
  let projectId: string;
  let hash: string;
  const invite = (recipient: string, at = 'now()') =>
    owner.query(
      `insert into flags.invitations (id, project_id, token_hash, email, email_key, role, invited_by, created_at, expires_at)
       values ($1, $2, $3, $4, lower($4), 'editor', $5, ${at}, now() + interval '7 days')`,
      [uuidv7(), projectId, hash, recipient, userId],
    );
  const replicas = () => Promise.all([sender().queueDue(), sender().queueDue(), sender().queueDue()]);

  beforeEach(async () => {
    projectId = uuidv7();
    hash = hashOf(unique('token'));
    await owner.query('delete from flags.invitations');
    await owner.query(`insert into flags.projects (id, name, slug) values ($1, 'Checkout', $2)`, [
      projectId,
      unique('p'),
    ]);
    await owner.query(`insert into flags.members (project_id, user_id, role) values ($1, $2, 'owner')`, [
      projectId,
      userId,
    ]);
  });

  it('is mailed once, whichever replicas look, with a link that no row has and that opens it', async () => {
    await start();
    const grace = `${unique('grace')}@example.com`;
    await invite(grace);
    await replicas();
    await sender().sendDue();
    await replicas();
    await sender().sendDue();
    expect(server.mails).toEqual([expect.objectContaining({ to: [grace], subject: 'Burgee: invitation to Checkout' })]);
    expect(server.mails[0]?.text).toContain('Ada invites you to the project Checkout as editor.');
    const rows = JSON.stringify([await source.query('select * from auth.mailed_invitations'), lines]);
    expect(rows).not.toContain(token(0));
    expect(await register(token(0))).toEqual({ hash, isUsed: false });
  });

  it('has a link in each mail when the server dies before its answer, and all open it', async () => {
    let isFirst = true;
    await start(() => {
      const decided = isFirst ? ('disconnect' as const) : undefined;
      isFirst = false;
      return decided;
    });
    await invite(`${unique('grace')}@example.com`);
    await sender().queueDue();
    await sender().sendDue();
    await dueNow();
    await sender().sendDue();
    expect(server.mails.map(({ messageId }) => messageId)).toEqual(Array(2).fill(server.mails[0]?.messageId));
    expect(token(0)).not.toBe(token(1));
    for (const index of [0, 1]) expect(await register(token(index))).toEqual({ hash, isUsed: false });
  });

  it('is not mailed once it is revoked or has another link, and its mailed link ends', async () => {
    await start();
    await invite(`${unique('grace')}@example.com`);
    await sender().queueDue();
    await owner.query('delete from flags.invitations');
    await sender().sendDue();
    expect(server.mails).toEqual([]);
    await invite(`${unique('grace')}@example.com`, `now() - interval '5 hours'`);
    await owner.query('delete from auth.mailed_invitations');
    await sender().queueDue();
    await sender().sendDue();
    await owner.query('update flags.invitations set token_hash = $1', [hashOf('another')]);
    expect(await register(token(0))).toBeUndefined();
  });

  it('is not mailed when it is older than six hours, or its inviter is disabled', async () => {
    await start();
    await invite(`${unique('grace')}@example.com`, `now() - interval '7 hours'`);
    await replicas();
    expect(await stored()).toEqual([]);
    await owner.query('update flags.invitations set created_at = now()');
    await source.query('update auth.users set disabled_at = now() where id = $1', [userId]);
    await replicas();
    expect(await stored()).toEqual([]);
  });

  it('is mailed to one address five times a day', async () => {
    await start();
    const grace = `${unique('grace')}@example.com`;
    await invite(grace);
    for (let index = 0; index < 7; index++) {
      await owner.query('update flags.invitations set token_hash = $1', [hashOf(`${unique('token')}`)]);
      await sender().queueDue();
    }
    expect(await stored()).toHaveLength(5);
  });
});

describe('a token that ends within a week', () => {
  const make = async (columns: Record<string, unknown>, ends = '6 days', lives = '90 days') => {
    const all = { id: uuidv7(), secret_hash: 'x', name: 'deploy-bot', verbs: '{read}', created_by: userId, ...columns };
    const names = Object.keys(all);
    await owner.query(
      `insert into auth.tokens (${names.join()}, expires_at, created_at)
       values (${names.map((_, index) => `$${index + 1}`).join()}, now() + interval '${ends}',
               now() + interval '${ends}' - interval '${lives}')`,
      Object.values(all),
    );
  };
  const recipients = async () => {
    await Promise.all([sender().queueDue(), sender().queueDue()]);
    await sender().sendDue();
    return server.mails.map(({ to }) => to[0]).toSorted();
  };
  beforeEach(() => owner.query('delete from auth.tokens'));

  it('is mailed once to the account of a personal one', async () => {
    await start();
    await make({ user_id: userId });
    expect(await recipients()).toEqual([email]);
    expect(await recipients()).toEqual([email]);
    expect(server.mails[0]?.text).toContain('The personal token deploy-bot ends on');
  });

  it('is mailed to the owners of the project of a service token, and to who made one without a project', async () => {
    await start();
    const projectId = uuidv7();
    const [bob, eve] = [`${unique('bob')}@example.com`, `${unique('eve')}@example.com`];
    const [ofBob, ofEve] = [uuidv7(), uuidv7()];
    await users.insert({ id: ofBob, name: 'Bob', email: bob, passwordHash: HASH });
    await users.insert({ id: ofEve, name: 'Eve', email: eve, passwordHash: HASH });
    await owner.query(`insert into flags.projects (id, name, slug) values ($1, 'p', $2)`, [projectId, unique('p')]);
    await owner.query(
      `insert into flags.members (project_id, user_id, role) values ($1, $2, 'owner'), ($1, $3, 'admin')`,
      [projectId, ofBob, ofEve],
    );
    await make({ project_id: projectId });
    expect(await recipients()).toEqual([bob]);
    await make({});
    expect(await recipients()).toEqual([email, bob].toSorted());
  });

  it('is not mailed when it is revoked, lives a week or less, ends later, or its account is disabled', async () => {
    await start();
    await make({ user_id: userId, revoked_at: new Date() });
    await make({ user_id: userId }, '6 days', '7 days');
    await make({ user_id: userId }, '8 days');
    await make({ user_id: userId }, '-1 minute');
    expect(await recipients()).toEqual([]);
    await make({ user_id: userId });
    await source.query('update auth.users set disabled_at = now() where id = $1', [userId]);
    expect(await recipients()).toEqual([]);
  });
});
