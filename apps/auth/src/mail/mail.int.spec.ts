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

beforeAll(async () => {
  database = await createTestDatabase();
  source = await new DataSource({ type: 'postgres', url: database.urlFor('auth') }).initialize();
  users = new UserRepository(source);
});
afterAll(async () => {
  await source?.destroy();
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
