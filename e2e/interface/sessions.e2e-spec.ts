import { aUser, PASSWORD, type User, TestClient, sharedCluster } from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import { expectProblem } from '../expect-problem.js';
import { nextPage } from './paging.js';
import { ID, TIME, UNKNOWN_ID } from './shapes.js';

const { url } = sharedCluster();

const NEW_PASSWORD = 'staple of another kind';

async function signInAgain({ email }: User, userAgent?: string): Promise<TestClient> {
  const client = new TestClient(url);
  const headers = userAgent === undefined ? {} : { 'user-agent': userAgent };
  expect((await client.post('/api/auth/login', { email, password: PASSWORD }, headers)).status).toBe(200);
  return client;
}

const signedIn = async (client: TestClient) => (await client.get('/api/auth/me')).status === 200;

describe('not shown: GET /api/auth/sessions', () => {
  it('lists the live ones, newest first, and says which is this one', async () => {
    const user = await aUser(url);
    await signInAgain(user, 'Phone/1.0');
    const { status, body } = await user.client.get('/api/auth/sessions');
    expect(status).toBe(200);
    const session = { id: ID, created_at: TIME, expires_at: TIME };
    expect(body).toEqual([
      { ...session, user_agent: 'Phone/1.0', current: false },
      { ...session, user_agent: null, current: true },
    ]);
  });

  it('in pages by Link header, each session once', async () => {
    const user = await aUser(url);
    for (const agent of ['Phone/1.0', 'Tablet/1.0']) await signInAgain(user, agent);
    const first = await user.client.get('/api/auth/sessions?limit=2');
    const last = await user.client.get(nextPage(first) ?? '');
    const pages = [first, last].map(({ body }) => (body as { user_agent: unknown }[]).map((one) => one.user_agent));
    expect(pages).toEqual([['Tablet/1.0', 'Phone/1.0'], [null]]);
    expect(nextPage(last)).toBeUndefined();
    for (const [query, pointer] of Object.entries({
      'cursor=x': '/cursor',
      'limit=0': '/limit',
      'limit=201': '/limit',
    }))
      expectProblem(await user.client.get(`/api/auth/sessions?${query}`), 400, 'invalid_request', [pointer]);
  });

  it('lists only sessions of the account', async () => {
    const [user, other] = [await aUser(url), await aUser(url)];
    const [mine, theirs] = await Promise.all([user, other].map(({ client }) => client.get('/api/auth/sessions')));
    expect(mine?.body).toHaveLength(1);
    expect(mine?.body[0].id).not.toBe(theirs?.body[0].id);
  });
});

describe('not shown: DELETE /api/auth/sessions[/:id]', () => {
  it('ends the one of that id at once', async () => {
    const user = await aUser(url);
    const phone = await signInAgain(user);
    const laptop = await signInAgain(user);
    const [, phoneSession] = (await user.client.get('/api/auth/sessions')).body;
    const ended = await user.client.delete(`/api/auth/sessions/${phoneSession.id}`);
    expect(ended.status).toBe(200);
    expect(await Promise.all([phone, laptop, user.client].map(signedIn))).toEqual([false, true, true]);
    expect((await user.client.get('/api/auth/sessions')).body).toHaveLength(2);
  });

  it('ends all but this one', async () => {
    const user = await aUser(url);
    const [phone, laptop] = [await signInAgain(user), await signInAgain(user)];
    expect((await user.client.delete('/api/auth/sessions')).status).toBe(200);
    expect(await Promise.all([phone, laptop, user.client].map(signedIn))).toEqual([false, false, true]);
  });

  it('another account’s, an ended one, an unknown one → 404', async () => {
    const [user, other] = [await aUser(url), await aUser(url)];
    const [theirs] = (await other.client.get('/api/auth/sessions')).body;
    const phone = await signInAgain(user);
    const [ended] = (await user.client.get('/api/auth/sessions')).body;
    await phone.post('/api/auth/logout');
    for (const id of [theirs.id, ended.id, UNKNOWN_ID, 'no-id'])
      expectProblem(await user.client.delete(`/api/auth/sessions/${id}`), 404, 'not_found');
    expect(await signedIn(other.client)).toBe(true);
  });
});

describe('not shown: POST /api/auth/password', () => {
  const change = (client: TestClient, current_password: string, new_password: string) =>
    client.post('/api/auth/password', { current_password, new_password });

  it('from now on only the new password signs in', async () => {
    const { client, email } = await aUser(url);
    expect((await change(client, PASSWORD, NEW_PASSWORD)).status).toBe(200);
    const login = (password: string) => new TestClient(url).post('/api/auth/login', { email, password });
    expectProblem(await login(PASSWORD), 404, 'invalid_credentials');
    expect((await login(NEW_PASSWORD)).status).toBe(200);
  });

  it('"ends the other sessions", and this one goes on', async () => {
    const user = await aUser(url);
    const phone = await signInAgain(user);
    await change(user.client, PASSWORD, NEW_PASSWORD);
    expect(await Promise.all([phone, user.client].map(signedIn))).toEqual([false, true]);
  });

  it('a wrong current password → 400, and nothing is changed', async () => {
    const user = await aUser(url);
    const phone = await signInAgain(user);
    const answer = await change(user.client, 'wrong horse battery', NEW_PASSWORD);
    expectProblem(answer, 400, 'invalid_request', ['/current_password']);
    expect(await signedIn(phone)).toBe(true);
    await signInAgain(user);
  });

  it.each(['1234567', 'é'.repeat(513)])('the new one follows the same rules: %s → 400', async (password) => {
    const { client } = await aUser(url);
    expectProblem(await change(client, PASSWORD, password), 400, 'invalid_request', ['/new_password']);
  });
});
