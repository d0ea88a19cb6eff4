import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  aFlag,
  aMember,
  type AnotherAuth,
  anAdministrator,
  aProject,
  aUser,
  eventually,
  linkIn,
  type MailServer,
  PASSWORD,
  queryDatabase,
  sharedCluster,
  startAuth,
  startMailServer,
  TestClient,
  tokenOf,
  unique,
} from '@burgee/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { expectProblem } from '../expect-problem.js';
import { asSuperuser } from '../security/database.js';
import { aPerson, aTrustedPerson, DOMAIN, Way } from '../single-sign-on/fixture.js';
import { TestIssuer } from '../single-sign-on/test-issuer.js';

const { url, dataDir } = sharedCluster();
const PUBLIC_URL = 'https://flags.corp.example';

let mail: MailServer;
let issuer: TestIssuer;
let auth: AnotherAuth;

beforeAll(async () => {
  [mail, issuer] = [await startMailServer(), await TestIssuer.start()];
  auth = await startAuth({
    NODE_ENV: 'test',
    ...issuer.settings(1, { DOMAINS: `${DOMAIN},corp.example` }),
    SMTP_URL: mail.url,
    MAIL_FROM: 'Burgee <burgee@corp.example>',
    PUBLIC_URL,
    REGISTRATION: 'domain',
    REGISTRATION_DOMAINS: 'corp.example',
    BCRYPT_COST: '4',
  });
}, 60_000);
afterAll(async () => {
  await auth?.stop();
  await Promise.all([mail?.close(), issuer?.stop()]);
});

const newEmail = (domain = 'corp.example') => `${unique('ada')}@${domain}`;
const body = (email: string) => ({ name: 'Ada', email, password: PASSWORD, confirmPassword: PASSWORD });
const mailsTo = (email: string) => mail.mails.filter(({ to }) => to.includes(email));
const subjectsTo = (email: string) => mailsTo(email).map(({ subject }) => subject.replace('Burgee: ', ''));
const mailTo = (email: string, subject: string) =>
  eventually(() => {
    const found = mailsTo(email).findLast((one) => one.subject === `Burgee: ${subject}`);
    expect(found).toBeDefined();
    return found!;
  });

async function register(email: string): Promise<TestClient> {
  const client = new TestClient(auth.url);
  expect((await client.post('/api/auth/register', body(email))).status).toBe(201);
  return client;
}

const verify = async (email: string) => {
  const { text } = await mailTo(email, 'confirm your email address');
  expect(text).toContain(`${PUBLIC_URL}/link/verify#`);
  const token = tokenOf(/\/link\/\S+/.exec(text)?.[0] ?? '');
  return new TestClient(auth.url).post('/api/auth/links/verify', { token });
};

describe('registration by domain', () => {
  it('S149 opens no route of any service before the address is proved, and all after', async () => {
    const email = newEmail();
    const client = (await register(email)).at(url);
    const routes = ['/api/projects', '/api/auth/sessions', '/api/notices', '/api/auth/me/export/projects'];
    for (const path of routes) expectProblem(await client.get(path), 403, 'address_not_verified');
    const { id } = await aProject(url);
    for (const path of [`/api/projects/${id}/audit`, `/api/projects/${id}/usage`])
      expectProblem(await client.get(path), 403, 'address_not_verified');
    expectProblem(await client.post('/api/projects', { name: 'mine' }), 403, 'address_not_verified');
    expectProblem(await client.patch('/api/auth/me', { name: 'Eve' }), 403, 'address_not_verified');
    expect((await client.get('/api/auth/me')).body).toMatchObject({ email, email_verification: 'required' });
    expect((await verify(email)).status).toBe(200);
    for (const path of routes) expect((await client.get(path)).status).toBe(200);
    expect((await client.get('/api/auth/me')).body.email_verification).toBe('done');
  });

  it('refuses an address of another domain', async () => {
    const answer = await new TestClient(auth.url).post('/api/auth/register', body(newEmail('sub.corp.example')));
    expectProblem(answer, 403, 'registration_closed');
  });

  it('changes nothing for existing accounts', async () => {
    const { client } = await aUser(url);
    expect((await client.get('/api/projects')).status).toBe(200);
    expect((await client.at(auth.url).get('/api/auth/me')).body.email_verification).toBe('open');
  });

  it('sends another link on request, and the first ends', async () => {
    const email = newEmail();
    const client = await register(email);
    const first = await mailTo(email, 'confirm your email address');
    expect((await client.post('/api/auth/verification')).status).toBe(202);
    await eventually(() => expect(mailsTo(email)).toHaveLength(2));
    const token = tokenOf(linkIn(first));
    expectProblem(await new TestClient(auth.url).post('/api/auth/links/verify', { token }), 410, 'link_ended');
    expect((await verify(email)).status).toBe(200);
  });
});

describe('mails', () => {
  it('are off without SMTP_URL; known and unknown addresses get the same refusal', async () => {
    const { client, email } = await aUser(url);
    expect((await client.get('/api/auth/providers')).body.mail).toBe(false);
    expect((await client.get('/api/auth/me')).body).not.toHaveProperty('notice_mails');
    const ask = (address: string) => new TestClient(url).post('/api/auth/forgot-password', { email: address });
    const [known, unknown] = [await ask(email), await ask(newEmail())];
    for (const answer of [known, unknown]) expectProblem(answer, 403, 'mail_off');
    expect({ ...unknown.body, request_id: '' }).toEqual({ ...known.body, request_id: '' });
  });

  it('reset a password; known and unknown addresses get the same answer', async () => {
    const { email } = await aUser(url);
    const ask = (address: string) => new TestClient(auth.url).post('/api/auth/forgot-password', { email: address });
    const [known, unknown] = [await ask(email), await ask(newEmail())];
    expect([known.status, known.body]).toEqual([202, unknown.body]);
    const token = tokenOf(linkIn(await mailTo(email, 'set a new password')));
    const reset = { token, new_password: 'another password' };
    expect((await new TestClient(auth.url).post('/api/auth/links/reset', reset)).status).toBe(200);
    const answer = await new TestClient(auth.url).post('/api/auth/login', { email, password: 'another password' });
    expect(answer.status).toBe(200);
    await mailTo(email, 'your account has changed');
  });

  it('tell of a sign-in from a new device, and of none from a known one', async () => {
    const email = newEmail();
    const client = await register(email);
    expect((await client.post('/api/auth/login', { email, password: PASSWORD })).status).toBe(200);
    const elsewhere = new TestClient(auth.url);
    expect((await elsewhere.post('/api/auth/login', { email, password: PASSWORD })).status).toBe(200);
    expect((await elsewhere.post('/api/auth/login', { email, password: PASSWORD })).status).toBe(200);
    await mailTo(email, 'new sign-in to your account');
    expect(subjectsTo(email).filter((one) => one.startsWith('new sign-in'))).toHaveLength(1);
  });

  it('tell of a provider that was linked or unlinked, and of a new device that signs in by one', async () => {
    const [{ client, email }, person] = [await aUser(url), aPerson()];
    const linking = new Way(auth.url, issuer, '1', client.at(auth.url));
    expect(await linking.return((await linking.post('link')).body.location, person)).toBe('/account?sso=linked');
    expect((await mailTo(email, 'your account has changed')).text).toContain('A provider was linked to your account');
    const elsewhere = new Way(auth.url, issuer);
    for (const way of [elsewhere, elsewhere]) expect(await way.signIn(person)).toBe('/');
    await mailTo(email, 'new sign-in to your account');
    const { body } = await linking.client.get('/api/auth/me/identities');
    expect((await linking.client.delete(`/api/auth/me/identities/${body.identities[0].id}`)).status).toBe(200);
    await eventually(() => expect(subjectsTo(email).filter((one) => one.endsWith('has changed'))).toHaveLength(2));
    expect(mailsTo(email).at(-1)?.text).toContain('A provider was unlinked from your account');
    expect(subjectsTo(email).filter((one) => one.startsWith('new sign-in'))).toHaveLength(1);
    const first = aTrustedPerson();
    for (const way of [new Way(auth.url, issuer), new Way(auth.url, issuer)]) expect(await way.signIn(first)).toBe('/');
    await mailTo(first.email, 'new sign-in to your account');
    expect(subjectsTo(first.email).filter((one) => one.startsWith('new sign-in'))).toHaveLength(1);
  });

  it('invite an address; the link in the mail and the one in the answer are of one invitation', async () => {
    const name = unique('project');
    const project = await aProject(url, { name });
    const [email, user] = [newEmail(), await aUser(url)];
    const path = `/api/projects/${project.id}/invitations`;
    const made = await project.owner.client.post(path, { email, role: 'editor' });
    const token = tokenOf(linkIn(await mailTo(email, `invitation to ${name}`)));
    const shown = tokenOf(made.body.link);
    expect(token).not.toBe(shown);
    const [byMail, byHand] = await Promise.all(
      [token, shown].map((one) => user.client.post('/api/invitations/look-up', { token: one })),
    );
    expect([byMail?.status, byMail?.body]).toEqual([200, byHand?.body]);
    expect((await user.client.post('/api/invitations/accept', { token })).body).toMatchObject({ role: 'editor' });
    for (const one of [token, shown])
      expectProblem(await user.client.post('/api/invitations/look-up', { token: one }), 404, 'invitation_invalid');
  });

  it('tell of a request that waits, with its address, to accounts that have not turned them off', async () => {
    const project = await aProject(url);
    const { id, owner, production } = project;
    const [flag, author] = [await aFlag(project), await aMember(url, project, 'editor')];
    await owner.client.patch(`/api/projects/${id}/environments/${production.id}`, { approvals: 1 });
    await queryDatabase('update auth.users set email_verified_at = now() where id = $1', [owner.id]);
    const own = owner.client.at(auth.url);
    for (const notice_mails of [false, true]) {
      expect((await own.patch('/api/auth/me', { notice_mails })).body).toMatchObject({
        name: owner.name,
        notice_mails,
      });
      expect((await own.get('/api/auth/me')).body).toMatchObject({ notice_mails });
    }
    const changes = [{ flag_id: flag.id, patch: { is_enabled: true } }];
    const asked = await author.client.post(`/api/environments/${production.id}/change-requests`, { changes });
    const old = `update flags.notices set created_at = created_at - interval '2 minutes' where user_id = $1`;
    await queryDatabase(old, [owner.id]);
    const { text } = await mailTo(owner.email, `approval requested: ${flag.key} in Production`);
    expect(text).toContain(`${author.name} requests approval of a change of ${flag.key} in Production`);
    expect(text).toContain(`${PUBLIC_URL}/projects/${id}/requests#${asked.body.id}`);
  });

  it('tell of what an administrator does, and go to an administrator as a test', async () => {
    const { client, email } = await anAdministrator(url);
    const root = client.at(auth.url);
    const { id, email: theirs } = await aUser(url);
    expect((await root.delete(`/api/administration/accounts/${id}/sessions`)).status).toBe(200);
    expect((await mailTo(theirs, 'your account has changed')).text).toContain(
      'All sessions of your account were ended',
    );
    expect((await root.post('/api/administration/mail/test')).status).toBe(202);
    await mailTo(email, 'test mail');
    expect((await root.get('/api/administration/mail')).body).toMatchObject({ is_on: true, given_up: 0 });
  });

  it('move an account to a new address after a fresh proof, and tell the old one', async () => {
    const { client, email, id } = await aUser(url);
    const own = client.at(auth.url);
    const moved = newEmail();
    await queryDatabase(`update auth.sessions set created_at = now() - interval '1 hour' where user_id = $1`, [id]);
    expectProblem(await own.patch('/api/auth/me', { email: moved }), 403, 'fresh_proof_required');
    expect((await own.post('/api/auth/proof', { password: PASSWORD })).status).toBe(200);
    expect((await own.patch('/api/auth/me', { email: moved })).body).toMatchObject({ email });
    expect((await verify(moved)).status).toBe(200);
    expect((await own.get('/api/auth/me')).body).toMatchObject({ email: moved, email_verification: 'done' });
    await mailTo(email, 'your account has changed');
    const { email: taken } = await aUser(url);
    expectProblem(await own.patch('/api/auth/me', { email: taken }), 400, 'email_taken', ['/email']);
  });

  it('S148 have no secret but their own link, which is in no log and no row', async () => {
    const project = await aProject(url);
    await aFlag(project);
    const { client, email } = project.owner;
    const { body: environments } = await client.get(`/api/projects/${project.id}/environments`);
    const own = client.at(auth.url);
    const fresh = unique('planted password');
    expect((await own.post('/api/auth/forgot-password', { email })).status).toBe(202);
    const change = { current_password: PASSWORD, new_password: fresh };
    expect((await own.post('/api/auth/password', change)).status).toBe(200);
    await mailTo(email, 'set a new password');
    await mailTo(email, 'your account has changed');
    const sent = mailsTo(email).map(({ raw }) => raw);
    const log = readFileSync(join(dataDir, 'logs', `auth-${new URL(auth.url).port}.log`), 'utf8');
    const rows = await asSuperuser(async (database) =>
      JSON.stringify([
        (await database.query('select * from auth.mails')).rows,
        (await database.query('select * from auth.links')).rows,
        (await database.query('select * from auth.outbox')).rows,
      ]),
    );
    const session = [...client.cookies.values()].join(' ');
    const secrets = [
      fresh,
      PASSWORD,
      ...session.split(/[ =;.]/),
      ...(JSON.stringify(environments).match(/bge_sdk_[\w-]+/g) ?? []),
    ];
    for (const secret of secrets.filter(({ length }) => length > 8)) {
      for (const raw of sent) expect(raw).not.toContain(secret);
    }
    for (const raw of [log, rows]) expect(raw).not.toContain('bge_lnk_');
    expect(new Set(sent.join().match(/bge_lnk_[\w-]{43}/g)).size).toBe(1);
  });
});

describe('F61: a mail server that is down', () => {
  afterEach(async () => {
    mail = await startMailServer({ port: Number(new URL(mail.url).port) });
  });

  it('F61: fails no request, and gets the mails when it is back', async () => {
    await mail.close();
    const email = newEmail();
    const client = await register(email);
    expect((await client.post('/api/auth/verification')).status).toBe(202);
    expect((await client.post('/api/auth/forgot-password', { email })).status).toBe(202);
    await eventually(async () => {
      const { mail: backlog } = await (await fetch(`${auth.opsUrl}/status`)).json();
      expect(backlog).toMatchObject({
        waiting: expect.any(Number),
        last_error: expect.stringContaining('ECONNREFUSED'),
      });
    });
    const isWaiting = async () =>
      /burgee_mails_waiting [1-9]/.test(await (await fetch(`${auth.opsUrl}/metrics`)).text());
    await eventually(async () => expect(await isWaiting()).toBe(true));
    mail = await startMailServer({ port: Number(new URL(mail.url).port) });
    await queryDatabase('update auth.mails set next_attempt_at = now() where given_up_at is null');
    await mailTo(email, 'set a new password');
    await mailTo(email, 'confirm your email address');
    await mail.close();
  });
});

describe('a sign-in by a provider that takes an account over', () => {
  it('is told to the address', async () => {
    const email = newEmail();
    await register(email);
    await new Way(auth.url, issuer).signIn(aPerson({ email }));
    const { text } = await mailTo(email, 'your account has changed');
    expect(text).toContain('A sign-in provider that Burgee trusts for your address signed you in.');
  });
});
