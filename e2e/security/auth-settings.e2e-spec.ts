import {
  type AnotherAuth,
  anInvitation,
  aProject,
  aUser,
  PASSWORD,
  queryDatabase,
  sharedCluster,
  startAuth,
  TestClient,
  unique,
} from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { expectProblem } from '../expect-problem.js';

const { url } = sharedCluster();

const COMMON = 'password123';

describe('an auth with other settings, next to the cluster’s', () => {
  let auth: AnotherAuth;
  beforeAll(async () => {
    auth = await startAuth({ REGISTRATION: 'closed', PASSWORD_POLICY: 'strict', BCRYPT_COST: '5' });
  }, 60_000);
  afterAll(() => auth?.stop());

  const registration = (password = PASSWORD) => ({
    name: 'Ada',
    email: `${unique('ada')}@example.com`,
    password,
    confirmPassword: password,
  });

  it('REGISTRATION=closed: refuses registration, and the answer says who can help', async () => {
    const client = new TestClient(auth.url);
    const body = registration();
    const answer = await client.post('/api/auth/register', body);
    expectProblem(answer, 403, 'registration_closed');
    expect(answer.body.detail).toContain('Ask an administrator');
    expect(client.cookies.size).toBe(0);
    expect(await queryDatabase('select from auth.users where email = $1', [body.email])).toHaveLength(0);
  });

  it('REGISTRATION=closed: existing accounts sign in', async () => {
    const { email } = await aUser(url);
    expect((await new TestClient(auth.url).post('/api/auth/login', { email, password: PASSWORD })).status).toBe(200);
  });

  it('REGISTRATION=open, the default, takes the body with and without an invitation', async () => {
    for (const body of [registration(), { ...registration(), invitation: 'a token' }])
      expect((await new TestClient(url).post('/api/auth/register', body)).status).toBe(201);
  });

  it('S16 PASSWORD_POLICY=strict refuses a common password, basic takes it', async () => {
    const basic = new TestClient(url);
    expect((await basic.post('/api/auth/register', registration(COMMON))).status).toBe(201);
    const { client } = await aUser(url);
    const change = { current_password: PASSWORD, new_password: COMMON };
    expectProblem(await client.at(auth.url).post('/api/auth/password', change), 400, 'common_password', [
      '/new_password',
    ]);
    expect((await client.post('/api/auth/password', change)).status).toBe(200);
  });

  it('S14 BCRYPT_COST: a sign-in stores the same password at the present cost, and ends no session', async () => {
    const { client, email, id } = await aUser(url);
    const stored = async () => {
      const [row] = await queryDatabase<{ password_hash: string; password_version: number }>(
        'select password_hash, password_version from auth.users where id = $1',
        [id],
      );
      return [row?.password_hash.slice(0, 7), row?.password_version];
    };
    expect(await stored()).toEqual(['$2b$04$', 1]);
    expect((await new TestClient(auth.url).post('/api/auth/login', { email, password: PASSWORD })).status).toBe(200);
    expect(await stored()).toEqual(['$2b$05$', 1]);
    expect((await client.get('/api/auth/me')).status).toBe(200);
  });
});

describe('an auth with REGISTRATION=invite', () => {
  let auth: AnotherAuth;
  beforeAll(async () => {
    auth = await startAuth({ REGISTRATION: 'invite', BCRYPT_COST: '4' });
  }, 60_000);
  afterAll(() => auth?.stop());

  const register = (invitation?: string) =>
    new TestClient(auth.url).post('/api/auth/register', {
      name: 'Ada',
      email: `${unique('ada')}@example.com`,
      password: PASSWORD,
      confirmPassword: PASSWORD,
      ...(invitation !== undefined && { invitation }),
    });

  it('registers one account with a link, however many requests arrive at once', async () => {
    const project = await aProject(url);
    const { id, token } = await anInvitation(project, 'viewer');
    const answers = await Promise.all(Array.from({ length: 6 }, () => register(token)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const answer of [...answers.filter(({ status }) => status !== 201), await register(token)]) {
      expectProblem(answer, 403, 'registration_closed');
      expect(answer.body.detail).toContain('already registered with this link');
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
    const path = `/api/projects/${project.id}/invitations`;
    expect((await project.owner.client.get(path)).body).toMatchObject([{ id }]);
    const { body } = await project.owner.client.post(`${path}/${id}/link`);
    expect((await register(body.link.split('#')[1])).status).toBe(201);
  });

  it('accepts only registrations with an open invitation', async () => {
    const project = await aProject(url);
    const { id, token } = await anInvitation(project, 'viewer');
    for (const none of [undefined, '', 'x', `${token}x`])
      expectProblem(await register(none), 403, 'registration_closed');
    expect((await register(token)).status).toBe(201);
    expect((await project.owner.client.delete(`/api/projects/${project.id}/invitations/${id}`)).status).toBe(200);
    const answer = await register(token);
    expectProblem(answer, 403, 'registration_closed');
    expect(answer.body.detail).toContain('Ask a project admin');
  });
});
