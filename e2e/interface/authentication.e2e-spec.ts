import { aFlag, aProject, aUser, PASSWORD, queryHouse, unique, Visitor, world } from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import { expectProblem } from './expect-problem.js';
import { fetchFlags } from './sdk-calls.js';
import { UNKNOWN_ID } from './shapes.js';

const { url } = world();

const SEVEN_DAYS_IN_SECONDS = 7 * 24 * 60 * 60;
const TOKEN = /^token=[\w-]+\.[\w-]+\.[\w-]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/;

async function register(headers: Record<string, string> = {}, base = url) {
  const visitor = new Visitor(base);
  const email = `${unique('user')}@example.com`;
  const body = { name: 'Ada', email, password: PASSWORD, confirmPassword: PASSWORD };
  const { headers: answered } = await visitor.post('/api/auth/register', body, headers);
  return { visitor, email, cookie: tokenCookie(answered['set-cookie']) };
}

const tokenCookie = (cookies: string[] = []) => cookies.find((cookie) => cookie.startsWith('token='));

function claimsOf(visitor: Visitor) {
  const [head = '', claims = ''] = visitor.cookies.get('token')?.split('.') ?? [];
  const parse = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
  return { head: parse(head), claims: parse(claims) };
}

describe('1. "Register and login set the cookie token"', () => {
  it('"It is httpOnly and expires after 7 days": register', async () => {
    expect((await register()).cookie).toMatch(TOKEN);
  });

  it('"It is httpOnly and expires after 7 days": login', async () => {
    const { email } = await aUser(url);
    const { headers } = await new Visitor(url).post('/api/auth/login', { email, password: PASSWORD });
    expect(tokenCookie(headers['set-cookie'])).toMatch(TOKEN);
  });

  it('"expires after 7 days": the token and the session end with the cookie', async () => {
    const { visitor } = await aUser(url);
    const { claims } = claimsOf(visitor);
    expect(claims.exp - claims.iat).toBe(SEVEN_DAYS_IN_SECONDS);
    const [session] = (await visitor.get('/api/auth/sessions')).body;
    const lifetime = Date.parse(session.expires_at) - Date.parse(session.created_at);
    expect(lifetime).toBe(SEVEN_DAYS_IN_SECONDS * 1000);
  });

  it('an expired session → 401, whatever the cookie says', async () => {
    const { visitor, id } = await aUser(url);
    await queryHouse('update auth.sessions set expires_at = now() where user_id = $1', [id]);
    for (const path of ['/api/auth/me', '/api/projects', `/api/flags/${UNKNOWN_ID}/audit`])
      expectProblem(await visitor.get(path), 401, 'unauthenticated');
  });

  it('each login opens a session of its own; a cookie brought along is not adopted', async () => {
    const { visitor, email } = await aUser(url);
    const first = visitor.cookies.get('token');
    await visitor.post('/api/auth/login', { email, password: PASSWORD });
    expect(visitor.cookies.get('token')).not.toBe(first);
    expect((await visitor.get('/api/auth/sessions')).body).toHaveLength(2);
  });

  it('not shown: Secure when the request is https, by the word of the gateway alone', async () => {
    const headers = { 'x-forwarded-proto': 'https' };
    const { cookie } = await register(headers, world().services.auth?.url);
    expect(cookie).toMatch(/^token=[\w.-]+; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    expect((await register(headers)).cookie).toMatch(TOKEN);
  });
});

describe('2. "Logout clears the cookie"', () => {
  it('with the attributes it was set with', async () => {
    const { visitor } = await aUser(url);
    const { headers } = await visitor.post('/api/auth/logout');
    expect(headers['set-cookie']).toEqual(['token=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax']);
  });
});

describe('3. "An SDK key unlocks only the flags of its own environment"', () => {
  it('of no other environment and no other project', async () => {
    const [project, other] = [await aProject(url), await aProject(url)];
    const flag = await aFlag(project);
    const theirs = await aFlag(other);
    const path = `/api/flags/${flag.id}/environments/${project.production.id}/toggle`;
    await project.owner.visitor.patch(path, { is_enabled: true });
    const seen = async (environment: { sdk_key: string }) =>
      (await fetchFlags(environment)).body.map(({ flag_id, is_enabled }: { flag_id: string; is_enabled: boolean }) => [
        flag_id,
        is_enabled,
      ]);
    expect(await seen(project.development)).toEqual([[flag.id, false]]);
    expect(await seen(project.production)).toEqual([[flag.id, true]]);
    expect(await seen(other.production)).toEqual([[theirs.id, false]]);
  });

  it('and nothing of the dashboard API', async () => {
    const project = await aProject(url);
    const headers = { 'x-sdk-key': project.development.sdk_key };
    expectProblem(await new Visitor(url).get(`/api/projects/${project.id}`, headers), 401, 'unauthenticated');
  });

  it('a session cookie does not stand for it', async () => {
    const { owner } = await aProject(url);
    expectProblem(await owner.visitor.get('/api/v1/flags'), 401, 'sdk_key_invalid');
  });
});

describe('5. "Content of the token value": not shown', () => {
  it('a JWT signed with ES256 that names its user and holds no email and no role', async () => {
    const { visitor, id } = await aUser(url);
    const { head, claims } = claimsOf(visitor);
    expect(head).toEqual({ alg: 'ES256', typ: 'JWT' });
    expect(Object.keys(claims).toSorted()).toEqual(['aud', 'exp', 'iat', 'iss', 'sid', 'sub']);
    expect(claims.sub).toBe(id);
  });

  it('altered, unsigned or cut short it opens nothing → 401', async () => {
    const { visitor } = await aUser(url);
    const [head = '', claims = '', signature = ''] = visitor.cookies.get('token')?.split('.') ?? [];
    const text = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
    const none = text({ alg: 'none', typ: 'JWT' });
    const forged = [
      `${head}.${claims}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
      `${none}.${claims}.`,
      `${head}.${claims}`,
      'nonsense',
      '',
    ];
    for (const token of forged)
      expectProblem(await new Visitor(url).get('/api/auth/me', { cookie: `token=${token}` }), 401, 'unauthenticated');
  });

  it('two cookies of that name: neither is believed → 401', async () => {
    const { visitor } = await aUser(url);
    const token = visitor.cookies.get('token');
    const headers = { cookie: `token=${token}; token=${token}` };
    expectProblem(await new Visitor(url).get('/api/auth/me', headers), 401, 'unauthenticated');
  });
});
