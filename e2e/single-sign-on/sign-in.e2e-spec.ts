import { createHmac } from 'node:crypto';
import {
  type AnotherAuth,
  aUser,
  eventually,
  PASSWORD,
  queryDatabase,
  startAuth,
  TestClient,
  sharedCluster,
  unique,
} from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { base64url, type JWTPayload } from 'jose';
import { aPerson, aTrustedPerson, DOMAIN, expectEntries, expectNobody, problemOf, PUBLIC_URL, Way } from './fixture.js';
import { CLIENT_ID, CLIENT_SECRET, TestIssuer, type Wrong } from './test-issuer.js';

let [issuer, other]: TestIssuer[] = [];
let auth: AnotherAuth;

beforeAll(async () => {
  [issuer, other] = [await TestIssuer.start(), await TestIssuer.start()];
  auth = await startAuth({
    NODE_ENV: 'test',
    PUBLIC_URL,
    BCRYPT_COST: '5',
    ...issuer.settings(1, { DOMAINS: DOMAIN }),
    ...other.settings(2),
  });
}, 120_000);
afterAll(async () => {
  await auth?.stop();
  await Promise.all([issuer?.stop(), other?.stop()]);
});

const way = (id: '1' | '2' = '1') => new Way(auth.url, (id === '1' ? issuer : other)!, id);
const accountsOf = (email: string) =>
  queryDatabase('select id, password_hash from auth.users where email = $1', [email]);
const linksOf = ({ sub }: { sub: string }) => queryDatabase('select from auth.identities where subject = $1', [sub]);
/** The addresses of clients that were refused. The last test looks for them in the history. */
const refused: string[] = [];
/** @param page that the browser was sent to */
async function expectRefused(one: Way, page: string, problem = 'answer_refused'): Promise<void> {
  expect(problemOf(page)).toBe(problem);
  await expectNobody(one);
  refused.push(one.client.address);
}
const pageAfter = async ({ client }: Way, path: string) => (await client.get(path)).headers.location!;

describe('the way to a provider', () => {
  it('lists the providers by name', async () => {
    expect((await new TestClient(auth.url).get('/api/auth/providers')).body).toEqual({
      password: true,
      providers: [
        { id: '1', name: 'Provider 1', issuer: issuer!.url },
        { id: '2', name: 'Provider 2', issuer: other!.url },
      ],
      mail: false,
    });
  });

  it('asks for a code with PKCE, state and nonce, each new', async () => {
    const query = async () => Object.fromEntries(new URL(await way().begin()).searchParams);
    const [first, second] = [await query(), await query()];
    expect(first).toEqual({
      response_type: 'code',
      client_id: CLIENT_ID,
      scope: 'openid email profile',
      redirect_uri: `${PUBLIC_URL}/api/auth/oidc/1/callback`,
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    for (const one of ['code_challenge', 'state', 'nonce']) expect(second[one]).not.toBe(first[one]);
  });

  it('whose metadata name another issuer is not asked', async () => {
    other!.claimedIssuer = 'https://evil.example';
    expect(problemOf(await way('2').begin())).toBe('answer_refused');
    other!.claimedIssuer = undefined;
    expect(problemOf(await way('2').begin())).toBeNull();
  });

  it('answers 404 for a provider that is not configured', async () => {
    for (const id of ['3', 'x', '..%2f1'])
      expect((await new TestClient(auth.url).get(`/api/auth/oidc/${id}/start`)).status).toBe(404);
  });
});

describe('a first sign-in', () => {
  it('makes an account without a password, and later ones find it by issuer and subject alone', async () => {
    const [person, first] = [aPerson(), way()];
    expect(await first.signIn(person, '/projects/1?a=b')).toBe('/projects/1?a=b');
    const me = (await first.me()).body;
    expect(me).toMatchObject({ name: 'Ada', email: person.email });
    expect(await accountsOf(person.email)).toEqual([{ id: me.id, password_hash: '' }]);
    const second = way();
    expect(await second.signIn({ ...person, email: 'another@elsewhere.example', name: 'Grace' })).toBe('/');
    expect((await second.me()).body).toEqual(me);
    await expectEntries(
      me.id,
      ['identity_link', { user_id: me.id, issuer: issuer!.url, by: 'first_sign_in' }],
      ['sign_in', { issuer: issuer!.url }],
    );
  });

  it('makes an account with a proved address where the provider is trusted for it', async () => {
    for (const [person, email_verification] of [
      [aTrustedPerson(), 'done'],
      [aTrustedPerson({ email_verified: false }), undefined],
      [aPerson(), undefined],
    ] as const) {
      const one = way();
      await one.signIn(person);
      expect((await one.me()).body.email_verification).toBe(email_verification);
    }
  });

  it('gives the browser no token of the provider, and stores none in the clear', async () => {
    const [person, one] = [aPerson(), way()];
    await one.signIn(person);
    const { id } = (await one.me()).body;
    const stored = await queryDatabase('select s::text from auth.sessions s where user_id = $1', [id]);
    const [, payload = ''] = issuer!.idTokens.at(-1)!.split('.');
    expect(payload.length).toBeGreaterThan(50);
    const seen = JSON.stringify([...one.client.cookies, stored]);
    expect(seen).not.toContain(payload);
    expect(seen).not.toContain(person.sub);
  });

  it('of the same subject at another provider makes another account', async () => {
    const [person, elsewhere] = [aPerson(), way('2')];
    const here = way();
    await here.signIn(person);
    await elsewhere.signIn({ ...person, email: `2${person.email}` });
    expect((await elsewhere.me()).body.id).not.toBe((await here.me()).body.id);
  });

  it('makes one account when it happens twice at once', async () => {
    const person = aPerson();
    const both = [way(), way()];
    expect(await Promise.all(both.map((one) => one.signIn(person)))).toEqual(['/', '/']);
    expect(await accountsOf(person.email)).toHaveLength(1);
  });

  it('is refused without an address, and leaves nothing', async () => {
    const [person, one] = [aPerson({ email: undefined }), way()];
    await expectRefused(one, await one.signIn(person), 'email_missing');
    expect(await linksOf(person)).toEqual([]);
  });

  it.each([
    ['1', false],
    ['2', true],
  ] as const)(
    'by provider %s, with an address verified: %s, does not open the account that has it',
    async (id, email_verified) => {
      const member = await aUser(auth.url);
      const [person, one] = [aPerson({ email: member.email, email_verified }), way(id)];
      await expectRefused(one, await one.signIn(person, '/projects/1'), 'email_taken');
      expect(await linksOf(person)).toEqual([]);
      expect((await member.client.get('/api/auth/me')).status).toBe(200);
    },
  );

  it('an address that an attacker registered first becomes its owner’s, and the attacker has nothing left', async () => {
    const victim = aTrustedPerson();
    const attacker = new TestClient(auth.url);
    const secret = { password: PASSWORD, confirmPassword: PASSWORD };
    await attacker.post('/api/auth/register', { name: 'Mallory', email: victim.email, ...secret });
    const { id } = (await attacker.get('/api/auth/me')).body;
    const made = await attacker.post('/api/tokens', { name: 'later', verbs: ['read'] });
    const headers = { authorization: `Bearer ${made.body.token}` };
    const mallory = aPerson();
    const linking = new Way(auth.url, other!, '2', attacker);
    await linking.return((await linking.post('link')).body.location, mallory);
    expect(await linksOf(mallory)).toHaveLength(1);
    await queryDatabase(
      `insert into auth.links (token_hash, kind, user_id, email, expires_at)
       values ($1, 'verify', $2, 'mallory@evil.example', now() + interval '1 day')`,
      [unique('hash'), id],
    );

    const own = way();
    expect(await own.signIn(victim, '/projects/1')).toBe('/account?sso=taken-over');

    expect((await own.me()).body).toMatchObject({ id, name: 'Mallory', email: victim.email });
    expect((await attacker.get('/api/auth/me')).status).toBe(401);
    expect((await new TestClient(sharedCluster().url).get('/api/projects', headers)).status).toBe(401);
    const login = await new TestClient(auth.url).post('/api/auth/login', { email: victim.email, password: PASSWORD });
    expect([login.status, login.body.code]).toEqual([404, 'invalid_credentials']);
    expect(await linksOf(mallory)).toEqual([]);
    expect(await queryDatabase('select from auth.links where user_id = $1', [id])).toEqual([]);
    const back = way('2');
    await back.signIn(mallory);
    expect((await back.me()).body.id).not.toBe(id);
    const linked = { user_id: id, issuer: issuer!.url, by: 'trusted_address', password: 'removed' };
    await expectEntries(id, ['identity_link', linked]);
  });
});

describe('an answer of a provider', () => {
  const wrong = (claims: JWTPayload) => async (): Promise<Wrong> => ({ claims });
  const seconds = () => Math.floor(Date.now() / 1_000);
  const withHeader = (header: object) => (good: string) => {
    const [, payload] = good.split('.');
    return `${base64url.encode(JSON.stringify(header))}.${payload}.`;
  };

  const bySecret = (good: string) => {
    const text = withHeader({ alg: 'HS256' })(good).slice(0, -1);
    return `${text}.${createHmac('sha256', CLIENT_SECRET).update(text).digest('base64url')}`;
  };
  const changed = (good: string) => {
    const [header, payload = '', signature] = good.split('.');
    const claims = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), email_verified: 1 };
    return `${header}.${base64url.encode(JSON.stringify(claims))}.${signature}`;
  };

  it.each<[string, () => Promise<Wrong>]>([
    ['signed by another key', async () => ({ key: { ...(await issuer!.anotherKey()) } })],
    ['of another issuer', wrong({ iss: 'https://evil.example' })],
    ['for another client', wrong({ aud: 'another' })],
    ['for several clients, by another', wrong({ aud: [CLIENT_ID, 'another'], azp: 'another' })],
    ['with another nonce', wrong({ nonce: 'another' })],
    ['without a nonce', wrong({ nonce: undefined })],
    ['without a subject', wrong({ sub: undefined })],
    ['that expired more than a minute ago', async () => ({ claims: { exp: seconds() - 70 } })],
    ['from more than a minute ahead', async () => ({ claims: { nbf: seconds() + 70 } })],
    ['signed with the secret of the client', async () => ({ token: bySecret })],
    ['changed after it was signed', async () => ({ token: changed })],
    ['without a signature', async () => ({ token: withHeader({ alg: 'none' }) })],
    ['that is no token', async () => ({ token: () => 'token' })],
  ])('%s opens nothing and makes no account', async (_what, make) => {
    const [person, one] = [aPerson(), way()];
    const location = await one.begin();
    issuer!.wrong = await make();
    await expectRefused(one, await one.return(location, person));
    expect([await accountsOf(person.email), await linksOf(person)]).toEqual([[], []]);
    expect(await one.signIn(person)).toBe('/');
  });

  it('is taken by a clock that is 50 s off, before or after', async () => {
    for (const claims of [{ exp: seconds() - 50 }, { nbf: seconds() + 50, iat: seconds() + 50 }]) {
      const one = way();
      const location = await one.begin();
      issuer!.wrong = { claims };
      expect(await one.return(location, aPerson())).toBe('/');
    }
  });

  it('is taken right after the provider has new keys', async () => {
    expect(await way('2').signIn(aPerson())).toBe('/');
    await other!.rotateKeys();
    expect(await way('2').signIn(aPerson())).toBe('/');
  });

  it('takes a second answer for the same subject alone', async () => {
    const person = aPerson({ groups: undefined });
    issuer!.userInfo = { sub: 'another' };
    expect(problemOf(await way().signIn(person))).toBe('answer_refused');
    issuer!.userInfo = {};
    expect(await way().signIn(person)).toBe('/');
  });
});

describe('a return from a provider', () => {
  it.each([
    ['without state', (path: string) => path.replace(/&state=[^&]*/, '')],
    ['with another state', (path: string) => path.replace(/state=[^&]*/, 'state=another')],
    ['of another issuer', (path: string) => `${path}&iss=https%3A%2F%2Fevil.example`],
    ['with two states', (path: string) => `${path}&state=another`],
    ['without a code', (path: string) => path.replace(/code=[^&]*&/, '')],
    ['with nothing', (path: string) => path.split('?')[0]!],
  ])('%s opens nothing', async (_what, change) => {
    const [person, one] = [aPerson(), way()];
    const path = change(issuer!.authorize(await one.begin(), person));
    await expectRefused(one, await pageAfter(one, path));
    expect(await accountsOf(person.email)).toEqual([]);
  });

  it('in another browser than the one that began it opens nothing', async () => {
    const [person, one, another] = [aPerson(), way(), way()];
    const path = issuer!.authorize(await one.begin(), person);
    await expectRefused(another, await pageAfter(another, path), 'attempt_unknown');
    await another.begin();
    await expectRefused(another, await pageAfter(another, path));
  });

  it('to another provider than the one that began it opens nothing', async () => {
    const [person, one] = [aPerson(), way()];
    const path = issuer!.authorize(await one.begin(), person).replace('/oidc/1/', '/oidc/2/');
    await expectRefused(one, await pageAfter(one, path), 'attempt_unknown');
  });

  it('opens nothing the second time, even with the cookie of the first', async () => {
    const [person, one] = [aPerson(), way()];
    const path = issuer!.authorize(await one.begin(), person);
    const copied = new Way(auth.url, issuer!, '1', new TestClient(auth.url, undefined, new Map(one.client.cookies)));
    expect(await pageAfter(one, path)).toBe('/');
    const me = (await one.me()).body;
    expect(problemOf(await pageAfter(one, path))).toBe('attempt_unknown');
    expect((await one.me()).body).toEqual(me);
    await expectRefused(copied, await pageAfter(copied, path));
    expect(copied.client.cookies.size).toBe(0);
  });

  it('with a refusal says so, and leads to the page of before', async () => {
    const one = way();
    const { searchParams } = new URL(await one.begin('/projects/1'));
    const query = new URLSearchParams({ error: 'access_denied', state: searchParams.get('state')! });
    const { headers } = await one.client.get(`/api/auth/oidc/1/callback?${query}`);
    expect(headers.location).toBe('/sign-in?problem=denied&provider=1&back=%2Fprojects%2F1');
  });

  it('never leads to another site', async () => {
    for (const back of ['https://evil.example', '//evil.example', '/.//evil.example'])
      expect(await way().signIn(aPerson(), back)).toBe('/');
  });
});

it('puts each refused answer into the history, counted by address', async () => {
  await auth.stop();
  const recorded = `select person.email as address
    from audit.entries, lateral (select content::json -> 'new_values' as values) content
    join audit.people person on person.person_id = (content.values ->> 'address_of')::uuid
    where action = 'sign_in_refused' and (content.values ->> 'by_provider')::int > 0`;
  await eventually(async () => {
    const addresses = (await queryDatabase<{ address: string }>(recorded)).map(({ address }) => address);
    expect(addresses).toEqual(expect.arrayContaining(refused));
  });
});
