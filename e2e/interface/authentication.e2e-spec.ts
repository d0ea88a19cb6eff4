import { aProject, aUser, PASSWORD, queryDatabase, unique, TestClient, sharedCluster } from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import { expectProblem } from '../expect-problem.js';
import { UNKNOWN_ID } from './shapes.js';

const { url } = sharedCluster();

const TOKEN = /^token=[\w-]+\.[\w-]+\.[\w-]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/;

async function register(headers: Record<string, string> = {}, base = url) {
  const client = new TestClient(base);
  const email = `${unique('user')}@example.com`;
  const body = { name: 'Ada', email, password: PASSWORD, confirmPassword: PASSWORD };
  const { headers: answered } = await client.post('/api/auth/register', body, headers);
  return { client, email, cookie: tokenCookie(answered['set-cookie']) };
}

const tokenCookie = (cookies: string[] = []) => cookies.find((cookie) => cookie.startsWith('token='));

function claimsOf(client: TestClient) {
  const [head = '', claims = ''] = client.cookies.get('token')?.split('.') ?? [];
  const parse = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
  return { head: parse(head), claims: parse(claims) };
}

describe('1. "Register and login set the cookie token"', () => {
  it('"It is httpOnly and expires after 7 days", "Session cookie lifetime | 7 days": login', async () => {
    const { email } = await aUser(url);
    const { headers } = await new TestClient(url).post('/api/auth/login', { email, password: PASSWORD });
    expect(tokenCookie(headers['set-cookie'])).toMatch(TOKEN);
  });

  it('"cookie missing or expired": an expired session → 401, also with a cookie that has not expired', async () => {
    const { client, id } = await aUser(url);
    await queryDatabase('update auth.sessions set expires_at = now() where user_id = $1', [id]);
    for (const path of ['/api/auth/me', '/api/projects', `/api/flags/${UNKNOWN_ID}/audit`])
      expectProblem(await client.get(path), 401, 'unauthenticated');
  });

  it('S41 not shown: Secure when the request is https, by the word of the gateway alone', async () => {
    const headers = { 'x-forwarded-proto': 'https' };
    const { cookie } = await register(headers, sharedCluster().services.auth?.url);
    expect(cookie).toMatch(/^token=[\w.-]+; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    expect((await register(headers)).cookie).toMatch(TOKEN);
  });
});

describe('3. "An SDK key unlocks only the flags of its own environment"', () => {
  it('and nothing of the dashboard API', async () => {
    const project = await aProject(url);
    const headers = { 'x-sdk-key': project.development.sdk_key };
    expectProblem(await new TestClient(url).get(`/api/projects/${project.id}`, headers), 401, 'unauthenticated');
  });

  it('a session cookie does not stand for it', async () => {
    const { owner } = await aProject(url);
    expectProblem(await owner.client.get('/api/v1/flags'), 401, 'sdk_key_invalid');
  });
});

describe('5. "Content of the token value": not shown', () => {
  it('a JWT signed with ES256 that names its user and holds no email and no role', async () => {
    const { client, id } = await aUser(url);
    const { head, claims } = claimsOf(client);
    expect(head).toEqual({ alg: 'ES256', typ: 'JWT' });
    expect(Object.keys(claims).toSorted()).toEqual(['aud', 'exp', 'iat', 'iss', 'sid', 'sub']);
    expect(claims.sub).toBe(id);
  });
});
