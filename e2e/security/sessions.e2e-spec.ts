import { createHmac, createPublicKey, createSign, generateKeyPairSync } from 'node:crypto';
import { aFlag, aProject, aUser, PASSWORD, unique, type User, TestClient, sharedCluster } from '@burgee/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { asSuperuser } from './database.js';
import { expectProblem } from '../expect-problem.js';

const { url, secrets } = sharedCluster();
const WEEK_SECONDS = 604_800;

interface Claims {
  sub: string;
  sid: string;
  iat: number;
  exp: number;
  iss: string;
  aud: string;
}

const base64 = (value: object | string) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as Claims;

function signed(header: object, claims: object, privateKey = secrets.SESSION_PRIVATE_KEY): string {
  const text = `${base64(header)}.${base64(claims)}`;
  const signature = createSign('SHA256').update(text).sign({ key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `${text}.${signature.toString('base64url')}`;
}

function withToken(token: string): TestClient {
  const client = new TestClient(url);
  client.cookies.set('token', token);
  return client;
}

const tokenOf = (user: User) => user.client.cookies.get('token')!;

describe('the session cookie', () => {
  const register = () => {
    const email = `${unique('cookie')}@example.com`;
    return new TestClient(url).post('/api/auth/register', {
      name: 'Cookie',
      email,
      password: PASSWORD,
      confirmPassword: PASSWORD,
    });
  };
  const tokenCookies = (lines: string[] = []) => lines.filter((line) => line.startsWith('token='));

  it('S3 "It is httpOnly and expires after 7 days", Lax, for the whole address, without a Domain', async () => {
    const [cookie, ...others] = tokenCookies((await register()).headers['set-cookie']);
    expect(others).toEqual([]);
    expect(cookie!.replace(/^token=[\w-]+\.[\w-]+\.[\w-]+;/, 'token=<jwt>;')).toBe(
      `token=<jwt>; Max-Age=${WEEK_SECONDS}; Path=/; HttpOnly; SameSite=Lax`,
    );
  });

  it('S3 "Logout clears the cookie", with the attributes it was set with', async () => {
    const user = await aUser(url);
    const answer = await user.client.post('/api/auth/logout');
    expect(tokenCookies(answer.headers['set-cookie'])).toEqual(['token=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax']);
  });

  it('S4 two token cookies that auth signed → 401, in either order and in two headers alike', async () => {
    const [user, attacker] = [await aUser(url), await aUser(url)];
    const [good, bad] = [tokenOf(user), tokenOf(attacker)];
    const client = new TestClient(url);
    const ambiguous = async (cookie: string | string[]) =>
      expectProblem(await client.get('/api/auth/me', { cookie: cookie as never }), 401, 'session_cookie_ambiguous');
    for (const cookie of [`token=${good}; token=${bad}`, `token=${bad};token=${good}`]) await ambiguous(cookie);
    await ambiguous([`token=${good}`, `token=${bad}`]);
  });

  it('S4 token cookies that auth did not sign are ignored, by every service', async () => {
    const project = await aProject(url);
    const good = tokenOf(project.owner);
    const client = new TestClient(url);
    for (const path of ['/api/auth/me', `/api/projects/${project.id}`, `/api/projects/${project.id}/audit`])
      for (const cookie of [`token=theirs; token=${good}`, `token=${good}; token=`, `other=1; token=${good}; token2=x`])
        expect((await client.get(path, { cookie })).status).toBe(200);
    expect((await client.post('/api/auth/logout', undefined, { cookie: `token=theirs; token=${good}` })).status).toBe(
      200,
    );
    expectProblem(await client.get('/api/auth/me', { cookie: `token=${good}` }), 401, 'unauthenticated');
  });

  it('S6 a cookie that was there before signing in is not adopted', async () => {
    const user = await aUser(url);
    const before = tokenOf(user);
    await user.client.post('/api/auth/login', { email: user.email, password: PASSWORD });
    expect(claimsOf(tokenOf(user)).sid).not.toBe(claimsOf(before).sid);
    const planted = withToken('planted');
    await planted.post('/api/auth/login', { email: user.email, password: PASSWORD });
    expect(planted.cookies.get('token')).not.toBe('planted');
    expect((await planted.get('/api/auth/me')).body.id).toBe(user.id);
  });
});

describe('the end of a session', () => {
  let user: User;
  let pages: string[];

  beforeAll(async () => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    user = project.owner;
    pages = ['/api/auth/me', `/api/flags/${flag.id}/environments`, `/api/projects/${project.id}/audit`];
  });

  async function signedIn(): Promise<TestClient> {
    const client = new TestClient(url);
    await client.post('/api/auth/login', { email: user.email, password: PASSWORD });
    for (const page of pages) expect((await client.get(page)).status).toBe(200);
    return client;
  }

  async function expectEnded(token: string): Promise<void> {
    for (const page of pages) expectProblem(await withToken(token).get(page), 401);
  }

  it('S7 after logout the old cookie opens nothing on any service', async () => {
    const client = await signedIn();
    const token = client.cookies.get('token')!;
    await client.post('/api/auth/logout');
    await expectEnded(token);
    expect((await user.client.get('/api/auth/me')).status).toBe(200);
  });

  it('S7 a session that is ended from another browser is over at once', async () => {
    const client = await signedIn();
    const sessions = (await client.get('/api/auth/sessions')).body as { id: string; current: boolean }[];
    const { id } = sessions.find(({ current }) => current)!;
    expect((await user.client.delete(`/api/auth/sessions/${id}`)).status).toBe(200);
    await expectEnded(client.cookies.get('token')!);
  });

  it('S8 a session ends after seven days by the clock of the database', async () => {
    const client = await signedIn();
    const token = client.cookies.get('token')!;
    const { sid, iat, exp } = claimsOf(token);
    expect(exp - iat).toBe(WEEK_SECONDS);
    const where = `secret_hash = encode(sha256($1::bytea), 'hex')`;
    const age = await asSuperuser(async (client) => {
      const { rows } = await client.query(
        `select extract(epoch from expires_at - created_at)::int as seconds from auth.sessions where ${where}`,
        [Buffer.from(sid)],
      );
      const { rowCount } = await client.query(
        `update auth.sessions set created_at = created_at - interval '7 days', expires_at = expires_at - interval '7 days'
         where ${where}`,
        [Buffer.from(sid)],
      );
      expect(rowCount).toBe(1);
      return rows[0].seconds as number;
    });
    expect(age).toBe(WEEK_SECONDS);
    await expectEnded(token);
  });

  it('S8 using a session does not make it longer', async () => {
    const client = await signedIn();
    const until = async () => {
      const sessions = (await client.get('/api/auth/sessions')).body as { current: boolean; expires_at: string }[];
      return sessions.find(({ current }) => current)!.expires_at;
    };
    const first = await until();
    const answer = await client.get(pages[1]!);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(await until()).toBe(first);
  });
});

describe('tokens that auth did not make', () => {
  let user: User;
  let claims: Claims;
  const HEADER = { alg: 'ES256', typ: 'JWT' };
  const { SESSION_PUBLIC_KEY } = secrets;
  const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const strangerKey = stranger.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;

  beforeAll(async () => {
    user = await aUser(url);
    claims = claimsOf(tokenOf(user));
  });

  const me = (token: string) => withToken(token).get('/api/auth/me');

  const hmac = (key: string | Buffer) => {
    const text = `${base64({ alg: 'HS256', typ: 'JWT' })}.${base64(claims)}`;
    return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
  };

  it('S10 the same claims, signed as auth signs them, are taken', async () => {
    expect((await me(signed(HEADER, claims))).status).toBe(200);
    expect((await me(signed({ ...HEADER, kid: '../../dev/null' }, claims))).body.id).toBe(user.id);
  });

  const forged: Record<string, () => string> = {
    'no signature, alg none': () => `${base64({ alg: 'none', typ: 'JWT' })}.${base64(claims)}.`,
    'no signature, alg None': () => `${base64({ alg: 'None', typ: 'JWT' })}.${base64(claims)}.`,
    'an empty signature': () => `${base64(HEADER)}.${base64(claims)}.`,
    'HS256 keyed with the public key': () => hmac(SESSION_PUBLIC_KEY),
    'HS256 keyed with the public key, trimmed': () => hmac(SESSION_PUBLIC_KEY.trim()),
    'HS256 keyed with the public key, as DER': () =>
      hmac(createPublicKey(SESSION_PUBLIC_KEY).export({ type: 'spki', format: 'der' })),
    'HS256 keyed with nothing, kid ../': () => {
      const text = `${base64({ alg: 'HS256', typ: 'JWT', kid: '../../../../dev/null' })}.${base64(claims)}`;
      return `${text}.${createHmac('sha256', '').update(text).digest('base64url')}`;
    },
    "someone else's key": () => signed(HEADER, claims, strangerKey),
    "someone else's key in the header": () =>
      signed({ ...HEADER, jwk: stranger.publicKey.export({ format: 'jwk' }) }, claims, strangerKey),
    "someone else's key by address": () =>
      signed({ ...HEADER, jku: 'http://127.0.0.1:9/jwks', x5u: 'http://127.0.0.1:9/x' }, claims, strangerKey),
    'another algorithm of the family': () => signed({ ...HEADER, alg: 'ES384' }, claims),
    'RS256 in the header': () => signed({ ...HEADER, alg: 'RS256' }, claims),
    'run out': () => signed(HEADER, { ...claims, iat: claims.iat - WEEK_SECONDS, exp: claims.iat - 1 }),
    'not valid yet': () => signed(HEADER, { ...claims, nbf: claims.iat + 3600 }),
    'for another audience': () => signed(HEADER, { ...claims, aud: 'elsewhere' }),
    'without an audience': () => signed(HEADER, { ...claims, aud: undefined }),
    'from another issuer': () => signed(HEADER, { ...claims, iss: 'elsewhere' }),
    'for another session': () => signed(HEADER, { ...claims, sid: 'A'.repeat(43) }),
    'without a session': () => signed(HEADER, { ...claims, sid: undefined }),
    'with an object for a session': () => signed(HEADER, { ...claims, sid: { $ne: null } }),
    'with a number for a session': () => signed(HEADER, { ...claims, sid: 1 }),
    'changed after it was signed': () => {
      const [header, , signature] = tokenOf(user).split('.');
      return `${header}.${base64({ ...claims, exp: claims.exp + 1 })}.${signature}`;
    },
    'no token at all': () => 'x',
    'three dots': () => '...',
  };

  it('S10 the session of one user with the name of another → 401', async () => {
    expectProblem(await me(signed(HEADER, { ...claims, sub: '018f0000-0000-7000-8000-000000000000' })), 401);
  });

  it.each(Object.keys(forged))('S10 %s → 401, and logout ends no session with it', async (name) => {
    const token = forged[name]!();
    expectProblem(await me(token), 401);
    expect((await withToken(token).post('/api/auth/logout')).status).toBe(200);
    expect((await user.client.get('/api/auth/me')).status).toBe(200);
  });
});

describe('failed sign-ins', () => {
  it('S13 an unknown email and a wrong password get the same answer, byte for byte', async () => {
    const user = await aUser(url);
    const seen = async (email: string) => {
      const headers = { 'x-request-id': 'the-same-request' };
      const answer = await new TestClient(url).post(
        '/api/auth/login',
        { email, password: 'not the password' },
        headers,
      );
      expectProblem(answer, 404);
      const { date: _, ...others } = answer.headers;
      return { text: answer.text, headers: Object.entries(others) };
    };
    const unknown = `${unique('user')}@example.com`;
    expect(unknown).toHaveLength(user.email.length);
    expect(await seen(unknown)).toEqual(await seen(user.email));
  });

  it('S13 a wrong password never sets a cookie', async () => {
    const user = await aUser(url);
    const answer = await new TestClient(url).post('/api/auth/login', { email: user.email, password: `${PASSWORD}!` });
    expect(answer.headers['set-cookie']).toBeUndefined();
  });
});

describe('the whole password counts', () => {
  const LONG = 'a'.repeat(72);
  const pairs: Record<string, [string, string]> = {
    'the 73rd byte': [`${LONG}b`, `${LONG}c`],
    'what follows the 72nd byte': [`${LONG}b`, LONG],
    'the case of letters': ['Correct Horse Battery', 'correct horse battery'],
    'spaces around it': [' a good password ', 'a good password'],
    'the last of 64 emoji': [`${'🚩'.repeat(63)}🏁`, '🚩'.repeat(64)],
    'how an accent is written': ['pa\u0301ssword', 'p\u00e1ssword'],
    'the 1,024th byte': [`${'a'.repeat(1023)}b`, 'a'.repeat(1024)],
  };

  it.each(Object.keys(pairs))('S15 %s', async (name) => {
    const [password, other] = pairs[name]!;
    const email = `${unique('long')}@example.com`;
    const client = new TestClient(url);
    const body = { name: 'Long', email, password, confirmPassword: password };
    expect((await client.post('/api/auth/register', body)).status).toBe(201);
    expectProblem(await client.post('/api/auth/login', { email, password: other }), 404);
    expect((await client.post('/api/auth/login', { email, password })).status).toBe(200);
  });

  it('S15 a NUL, which bcrypt alone would stop at, is refused; so are more than 1,024 bytes', async () => {
    for (const password of ['password\0one', 'a'.repeat(1025), '🚩'.repeat(257)]) {
      const email = `${unique('nul')}@example.com`;
      const body = { name: 'Nul', email, password, confirmPassword: password };
      expectProblem(await new TestClient(url).post('/api/auth/register', body), 400);
      expectProblem(await new TestClient(url).post('/api/auth/login', { email, password }), 400);
    }
  });
});
