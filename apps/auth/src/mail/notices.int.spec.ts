import { StatusPage } from '@burgee/process-kit';
import { createTestDatabase, type MailServer, startMailServer, type TestDatabase, unique } from '@burgee/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { UserRepository } from '../persistence/user.repository.js';
import { MailSender } from './mail-sender.js';
import { MailTransport } from './mail-transport.js';

const PUBLIC_URL = 'https://flags.example.com';

let database: TestDatabase;
let source: DataSource;
let owner: DataSource;
let users: UserRepository;
let server: MailServer;
let email: string;
let userId: string;
let projectId: string;

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
  server = await startMailServer();
  await owner.query('delete from flags.notices');
  await owner.query('delete from auth.mails');
  [userId, projectId, email] = [uuidv7(), uuidv7(), `${unique('ada')}@example.com`];
  await users.insert({ id: userId, name: 'Ada', email, passwordHash: 'x' });
  await owner.query('update auth.users set email_verified_at = now() where id = $1', [userId]);
  await owner.query(`insert into flags.projects (id, name, slug) values ($1, 'Shop', $2)`, [projectId, unique('p')]);
  await owner.query(`insert into flags.members (project_id, user_id, role) values ($1, $2, 'editor')`, [
    projectId,
    userId,
  ]);
});
afterEach(() => server?.close());

/** A notice that is two minutes old. */
async function notice(kind: string, about: object = {}, subject = uuidv7()): Promise<string> {
  await owner.query(
    `insert into flags.notices (project_id, user_id, kind, subject_id, about, created_at)
     values ($1, $2, $3, $4, $5, now() - interval '2 minutes')
     on conflict (project_id, user_id, kind, subject_id) do update set created_at = excluded.created_at, read_at = null`,
    [projectId, userId, kind, subject, { flag_key: 'checkout', environment_name: 'Production', ...about }],
  );
  return subject;
}
const request = (about: object = {}) => notice('request_waits', about);
const stale = (flag_key = 'checkout') => notice('flag_stale', { flag_key, flag_id: 'f1' });

const log = () => undefined;
const sender = () => {
  const config = { SMTP_URL: server.url, MAIL_FROM: 'burgee@example.com', PUBLIC_URL } as never;
  const logger = { info: log, warn: log, error: log } as unknown as Logger;
  return new MailSender(source, users, new MailTransport(config), config, logger, new StatusPage());
};
const queue = () => Promise.all([sender().queueDue(), sender().queueDue(), sender().queueDue()]);
const subjects = () => server.mails.map(({ subject }) => subject.replace('Burgee: ', ''));
const linesOf = (index: number) => server.mails[index]?.text.split('\r\n');
const sent = async () => {
  await queue();
  await sender().sendDue();
  return subjects();
};
/** Moves what was mailed into the past. */
const later = (interval: string) =>
  owner.query(`update auth.mailed_notices set mailed_at = mailed_at - $1::interval`, [interval]);

it.each<[string, object, string, string, string]>([
  [
    'request_waits',
    { change_request_id: 'r1' },
    'approval requested: checkout in Production',
    'Someone requests approval of a change of checkout in Production, in the project Shop.',
    '/requests#r1',
  ],
  [
    'plan_waits',
    { change_request_id: 'r1', schedule_id: 's1' },
    'approval requested: checkout in Production',
    'Someone requests approval of a plan for checkout in Production, in the project Shop.',
    '/requests#r1',
  ],
  [
    'plan_paused',
    { change_request_id: 'r1', schedule_id: 's1' },
    'paused plan: checkout in Production',
    'The plan for checkout in Production, in the project Shop, is paused.',
    '/schedules#s1',
  ],
  ['flag_stale', { flag_id: 'f1' }, 'stale flag: checkout', 'Your flag checkout, in the project Shop, is', '/flags/f1'],
])('a notice %s is mailed once, whichever replicas look, with a link to its place', async (kind, about, ...says) => {
  const [subject, text, path] = says;
  const id = await notice(kind, about);
  expect(await sent()).toEqual([subject]);
  expect(server.mails[0]).toMatchObject({ to: [email], text: expect.stringContaining(text) });
  expect(linesOf(0)).toContain(`${PUBLIC_URL}/projects/${projectId}${path}`);
  expect(server.mails[0]?.text).toContain('turn them off on the page of your account');
  await later('29 days');
  await notice(kind, about, id);
  expect(await sent()).toHaveLength(1);
});

it('names who requests approval', async () => {
  await request({ flags: 3 });
  await owner.query('update flags.notices set actor_id = $1', [userId]);
  await sent();
  expect(server.mails[0]?.text).toContain('Ada requests approval of a change of 3 flags in Production');
});

it('gathers what waits: one mail, and what follows within 15 minutes in the next one', async () => {
  for (let index = 0; index < 25; index++) await request();
  expect(await sent()).toEqual(['25 things wait for you']);
  expect(server.mails[0]?.text).toContain('And 5 more.');
  expect(linesOf(0)).toContain(`${PUBLIC_URL}/inbox`);
  await request();
  await notice('plan_paused');
  expect(await sent()).toHaveLength(1);
  await later('15 minutes');
  expect(await sent()).toEqual(['25 things wait for you', '2 things wait for you']);
});

it('mails stale flags together, once a week, and not with requests', async () => {
  for (const key of ['one', 'two', 'three']) await stale(key);
  await request();
  expect((await sent()).toSorted()).toEqual([
    '3 of your flags are stale',
    'approval requested: checkout in Production',
  ]);
  await stale('four');
  await later('6 days');
  expect(await sent()).toHaveLength(2);
  await later('1 day');
  expect((await sent()).at(-1)).toBe('stale flag: four');
});

const set = (what: string) => () => owner.query(`update auth.users set ${what} where id = $1`, [userId]);
const SETTLED: [string, () => Promise<unknown>][] = [
  ['its account is disabled', set('disabled_at = now()')],
  ['the address of its account is not proved', set('email_verified_at = null')],
  ['its account turned such mails off', set('notice_mails = false')],
  ['its account has left the project', () => owner.query('delete from flags.members where user_id = $1', [userId])],
  ['it was read', () => owner.query('update flags.notices set read_at = now()')],
  ['it is settled', () => owner.query('delete from flags.notices')],
];

it.each(SETTLED)('is not mailed when %s, also not if it waited to be sent', async (_, settle) => {
  await request();
  await queue();
  await settle();
  await sender().sendDue();
  expect(subjects()).toEqual([]);
  expect(await source.query('select * from auth.mails')).toEqual([]);
  await later('1 day');
  await owner.query('delete from auth.mailed_notices');
  expect(await sent()).toEqual([]);
});

it.each([
  ['is newer than a minute', '59 seconds'],
  ['is a day old, because mail was off', '24 hours'],
])('is not mailed when it %s', async (_, age) => {
  await request();
  await owner.query('update flags.notices set created_at = now() - $1::interval', [age]);
  expect(await sent()).toEqual([]);
});

it('waits while the mail server is dead, and is then sent', async () => {
  await server.close();
  await request();
  expect(await sent()).toEqual([]);
  server = await startMailServer({ port: Number(new URL(server.url).port) });
  await owner.query('update auth.mails set next_attempt_at = now()');
  expect(await sent()).toHaveLength(1);
});

it('forgets after 30 days what it has mailed', async () => {
  await request();
  await sent();
  await later('31 days');
  await owner.query('delete from flags.notices');
  await sender().run();
  expect(await source.query('select * from auth.mailed_notices where user_id = $1', [userId])).toEqual([]);
});
