import {
  type AnotherAuth,
  anAdministrator,
  aUser,
  PASSWORD,
  queryDatabase,
  startAuth,
  TestClient,
} from '@burgee/testing';
import type { ProvidersView } from '@burgee/contracts/http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { JWTPayload } from 'jose';
import { expectProblem } from '../expect-problem.js';
import {
  aPerson,
  expectEntries,
  expectNobody,
  locationOf,
  type Person,
  problemOf,
  PUBLIC_URL,
  Way,
} from './fixture.js';
import { CLIENT_ID, TestIssuer } from './test-issuer.js';

let [issuer, other, gone, going, strict]: TestIssuer[] = [];
let auth: AnotherAuth;
const settings = () => ({
  NODE_ENV: 'test',
  PUBLIC_URL,
  BCRYPT_COST: '5',
  ...issuer!.settings(1),
  ...other!.settings(2),
});

const start = () => TestIssuer.start();

beforeAll(async () => {
  [issuer, other, gone, going, strict] = await Promise.all([start(), start(), start(), start(), start()]);
  await gone.stop();
  auth = await startAuth({
    ...settings(),
    ...gone.settings(3),
    ...going.settings(4),
    ...strict.settings(5, { CLIENT_SECRET: 'wrong' }),
  });
}, 120_000);
afterAll(async () => {
  await auth?.stop();
  await Promise.all([issuer?.stop(), other?.stop(), going?.stop(), strict?.stop()]);
});

const way = (id: '1' | '2' = '1', client?: TestClient) => new Way(auth.url, (id === '1' ? issuer : other)!, id, client);
/** The sessions of an account, as of an hour ago. */
const ageSessions = (id: string) =>
  queryDatabase(
    `update auth.sessions set created_at = now() - interval '1 hour', proved_at = null where user_id = $1`,
    [id],
  );
const identitiesOf = async (client: TestClient) => (await client.get('/api/auth/me/identities')).body;
const seconds = () => Math.floor(Date.now() / 1_000);

describe('linking a provider', () => {
  it('adds a way to sign in to the account, and keeps its password', async () => {
    const [{ client, id, email }, person] = [await aUser(auth.url), aPerson()];
    const linking = way('1', client);
    const { body } = await linking.post('link');
    expect(await linking.return(body.location, person)).toBe('/account?sso=linked');
    expect(await identitiesOf(client)).toEqual({
      has_password: true,
      identities: [
        {
          id: expect.any(String),
          issuer: issuer!.url,
          email: person.email,
          created_at: expect.any(String),
          last_sign_in_at: null,
        },
      ],
    });
    const { identities } = (await client.get('/api/auth/me/export')).body;
    expect(identities).toEqual((await identitiesOf(client)).identities);
    const again = way();
    expect(await again.signIn(person)).toBe('/');
    expect((await again.me()).body).toMatchObject({ id, email });
    expect((await new TestClient(auth.url).post('/api/auth/login', { email, password: PASSWORD })).status).toBe(200);
    await expectEntries(id, ['identity_link', { issuer: issuer!.url, by: 'account' }]);
  });

  it('takes a fresh proof, and the session that began it', async () => {
    const [{ client, id }, person] = [await aUser(auth.url), aPerson()];
    const linking = way('1', client);
    const { location } = (await linking.post('link')).body;
    await client.delete('/api/auth/sessions');
    const path = issuer!.authorize(location, person);
    const elsewhere = new TestClient(auth.url, undefined, new Map(client.cookies));
    elsewhere.cookies.delete('token');
    await elsewhere.post('/api/auth/register', {
      name: 'Mallory',
      email: person.email,
      password: PASSWORD,
      confirmPassword: PASSWORD,
    });
    expect((await elsewhere.get(path)).headers.location).toBe('/account?problem=session_ended&provider=1');
    expect((await identitiesOf(elsewhere)).identities).toEqual([]);
    await ageSessions(id);
    expectProblem(await linking.post('link'), 403, 'fresh_proof_required');
  });

  it('takes no person of another account', async () => {
    const [{ client }, person] = [await aUser(auth.url), aPerson()];
    await way().signIn(person);
    const linking = way('1', client);
    const { location } = (await linking.post('link')).body;
    expect(problemOf(await linking.return(location, person))).toBe('identity_taken');
    expect((await identitiesOf(client)).identities).toEqual([]);
  });

  it('is for accounts that are signed in', async () => {
    expectProblem(await way().post('link'), 401, 'unauthenticated');
    expectProblem(await new TestClient(auth.url).get('/api/auth/me/identities'), 401, 'unauthenticated');
  });
});

describe('unlinking a provider', () => {
  it('ends the other sessions that came from there, and never the last way to sign in', async () => {
    const [person, second, first] = [aPerson(), aPerson(), way()];
    await first.signIn(person);
    const { id } = (await first.me()).body;
    const [{ id: identity }] = (await identitiesOf(first.client)).identities;
    expectProblem(await first.client.delete(`/api/auth/me/identities/${identity}`), 409, 'last_sign_in_method');
    const linking = way('2', first.client);
    await linking.return((await linking.post('link')).body.location, second);
    const elsewhere = way();
    await elsewhere.signIn(person);
    expect((await first.client.delete(`/api/auth/me/identities/${identity}`)).status).toBe(200);
    expect([(await first.me()).status, (await elsewhere.me()).status]).toEqual([200, 401]);
    expectProblem(await first.client.delete(`/api/auth/me/identities/${identity}`), 404, 'not_found');
    await ageSessions(id);
    const [left] = (await identitiesOf(first.client)).identities;
    expectProblem(await first.client.delete(`/api/auth/me/identities/${left.id}`), 403, 'fresh_proof_required');
    await expectEntries(id, ['identity_unlink', { issuer: issuer!.url }]);
  });

  it('is for the account that has it', async () => {
    const [mine, theirs] = [way(), way()];
    await mine.signIn(aPerson());
    await theirs.signIn(aPerson());
    const [{ id }] = (await identitiesOf(theirs.client)).identities;
    expectProblem(await mine.client.delete(`/api/auth/me/identities/${id}`), 404, 'not_found');
    expect((await identitiesOf(theirs.client)).identities).toHaveLength(1);
  });
});

describe('a fresh proof at a provider', () => {
  it('asks the person to sign in again, and counts for the session that began it', async () => {
    const [person, one] = [aPerson(), way()];
    await one.signIn(person);
    const { id } = (await one.me()).body;
    await ageSessions(id);
    expectProblem(await one.post('link'), 403, 'fresh_proof_required');
    const { location } = (await one.post('proof', { back: '/account' })).body;
    const { searchParams } = new URL(location);
    expect([searchParams.get('prompt'), searchParams.get('max_age')]).toEqual(['login', '0']);
    expect(await one.return(location, { ...person, auth_time: seconds() })).toBe('/account');
    expect((await one.post('link')).status).toBe(200);
  });

  it.each<[string, number | undefined, string, string]>([
    ['does not say when the person signed in', undefined, '', 'answer_refused'],
    ['names a sign-in of before', 300, '', 'answer_refused'],
    ['names another person', 0, 'another', 'other_person'],
  ])('does not count where the answer %s', async (_what, secondsAgo, another, problem) => {
    const [person, one] = [aPerson(), way()];
    await one.signIn(person);
    await ageSessions((await one.me()).body.id);
    const { location } = (await one.post('proof')).body;
    const auth_time = secondsAgo === undefined ? undefined : seconds() - secondsAgo;
    const answer = { ...person, sub: `${person.sub}${another}`, ...(auth_time !== undefined && { auth_time }) };
    expect(problemOf(await one.return(location, answer))).toBe(problem);
    expectProblem(await one.post('link'), 403, 'fresh_proof_required');
  });
});

describe('a sign-in by a provider', () => {
  it('is only as fresh as the provider says', async () => {
    for (const [secondsAgo, status] of [
      [1, 200],
      [700, 403],
    ] as const) {
      const one = way();
      await one.signIn(aPerson({ auth_time: seconds() - secondsAgo }));
      expect((await one.post('link')).status).toBe(status);
    }
  });
});

describe('signing out', () => {
  it('leads to the end of the session at the provider that it came from', async () => {
    const one = way();
    await one.signIn(aPerson());
    const { body } = await one.client.post('/api/auth/logout');
    const { origin, pathname, searchParams } = new URL(body.location);
    expect([origin, pathname, body.message]).toEqual([issuer!.url, '/logout', 'Logged out']);
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: CLIENT_ID,
      post_logout_redirect_uri: `${PUBLIC_URL}/sign-in`,
      id_token_hint: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    });
    await expectNobody(one);
  });

  it('of a session by password leads nowhere', async () => {
    const { client } = await aUser(auth.url);
    expect((await client.post('/api/auth/logout')).body).toEqual({ message: 'Logged out' });
  });
});

describe('a logout token', () => {
  const send = (token: string, headers = { 'content-type': 'application/x-www-form-urlencoded' }) =>
    new TestClient(auth.url).call('POST', '/api/auth/oidc/1/backchannel-logout', {
      raw: new URLSearchParams({ logout_token: token }).toString(),
      headers,
    });

  it('ends the sessions of its subject, or the one that it names, and works once', async () => {
    const person = aPerson({ sid: 'first' });
    const [first, second, third] = [way(), way(), way()];
    await first.signIn(person);
    await second.signIn({ ...person, sid: 'second' });
    await third.signIn(aPerson({ sid: 'third' }));
    const states = async () => Promise.all([first, second, third].map(async (one) => (await one.me()).status));
    const { id } = (await first.me()).body;
    const token = await issuer!.logoutToken({ sub: person.sub, sid: 'first' });
    expect((await send(token)).status).toBe(200);
    expect(await states()).toEqual([401, 200, 200]);
    expectProblem(await send(token), 400, 'invalid_request', ['/logout_token']);
    expect((await send(await issuer!.logoutToken({ sub: person.sub }, undefined, 'logout+jwt'))).status).toBe(200);
    expect(await states()).toEqual([401, 401, 200]);
    await expectEntries(id, ['sessions_end', { user_id: id, issuer: issuer!.url }]);
  });

  it.each<[string, (sub: string) => Promise<string>]>([
    ['signed by another key', async (sub) => issuer!.logoutToken({ sub }, await issuer!.anotherKey())],
    ['of another issuer', (sub) => issuer!.logoutToken({ sub, iss: 'https://evil.example' })],
    ['for another client', (sub) => issuer!.logoutToken({ sub, aud: 'another' })],
    ['of the type of another token', (sub) => issuer!.logoutToken({ sub }, undefined, 'at+jwt')],
    ['that is old', (sub) => issuer!.logoutToken({ sub, iat: seconds() - 370 })],
    ['from the future', (sub) => issuer!.logoutToken({ sub, iat: seconds() + 70 })],
    ['that expired', (sub) => issuer!.logoutToken({ sub, exp: seconds() - 70 })],
    ['without a time', (sub) => issuer!.logoutToken({ sub, iat: undefined })],
    ['without an id', (sub) => issuer!.logoutToken({ sub, jti: undefined })],
    ['without the event', (sub) => issuer!.logoutToken({ sub, events: {} })],
    ['with a nonce', (sub) => issuer!.logoutToken({ sub, nonce: 'n' })],
    ['without subject and session', () => issuer!.logoutToken({})],
    ['that is none', async () => 'token'],
  ])('%s ends nothing', async (_what, make) => {
    const [person, one] = [aPerson(), way()];
    await one.signIn(person);
    expectProblem(await send(await make(person.sub)), 400, 'invalid_request', ['/logout_token']);
    expect((await one.me()).status).toBe(200);
  });

  it('comes as a form, here alone', async () => {
    expectProblem(await send('token', { 'content-type': 'text/plain' }), 415, 'unsupported_media_type');
    const login = await new TestClient(auth.url).call('POST', '/api/auth/login', {
      raw: 'email=a&password=b',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expectProblem(login, 415, 'unsupported_media_type');
  });
});

describe('the limit by address', () => {
  it('counts sign-ins that were begun or refused and logout tokens that were refused, and refunds the others', async () => {
    const limited = await startAuth({ ...settings(), REGISTER_LIMIT_PER_ADDRESS: '3' });
    try {
      const one = new Way(limited.url, issuer!);
      const person = aPerson();
      const send = async (claims: JWTPayload) =>
        one.client.call('POST', '/api/auth/oidc/1/backchannel-logout', {
          raw: new URLSearchParams({ logout_token: await issuer!.logoutToken(claims) }).toString(),
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        });
      for (let times = 0; times < 4; times += 1) {
        expect(await one.signIn(person)).toBe('/');
        expect((await send({ sub: person.sub })).status).toBe(200);
      }
      expectProblem(await send({ sub: person.sub, aud: 'another' }), 400, 'invalid_request', ['/logout_token']);
      expect(problemOf(await one.client.get('/api/auth/oidc/1/callback').then(locationOf))).toBe('attempt_unknown');
      expect(await one.begin()).toContain(issuer!.url);
      expect(problemOf(await one.begin())).toBe('too_many_requests');
      expectProblem(await send({ sub: person.sub }), 429, 'too_many_requests');
    } finally {
      await limited.stop();
    }
  }, 120_000);
});

describe('an attempt that is sent again and again', () => {
  it('asks the provider no more often than the limit by address allows', async () => {
    const limited = await startAuth({ ...settings(), SIGN_IN_LIMIT_PER_ADDRESS: '2' });
    try {
      const client = new TestClient(limited.url);
      const path = issuer!.authorize(await new Way(limited.url, issuer!, '1', client).begin(), aPerson());
      const answers: (string | null)[] = [];
      for (let times = 0; times < 4; times += 1) {
        const copied = new TestClient(limited.url, client.address, new Map(client.cookies));
        const guessed = path.replace(/code=[^&]*/, `code=${times}`);
        answers.push(problemOf(locationOf(await copied.get(guessed))));
      }
      expect(answers).toEqual(['answer_refused', 'answer_refused', 'too_many_requests', 'too_many_requests']);
    } finally {
      await limited.stop();
    }
  }, 120_000);
});

describe('PASSWORD_SIGN_IN=off', () => {
  it('refuses passwords before any look-up, and lets providers and the operator’s links sign in', async () => {
    const { client: own, email } = await aUser(auth.url);
    const closed = await startAuth({ ...settings(), PASSWORD_SIGN_IN: 'off' });
    try {
      const client = new TestClient(closed.url);
      const secret = { password: PASSWORD, confirmPassword: PASSWORD };
      for (const known of [email, 'nobody@elsewhere.example'])
        expectProblem(
          await client.post('/api/auth/login', { email: known, password: PASSWORD }),
          403,
          'password_sign_in_off',
        );
      expectProblem(
        await client.post('/api/auth/register', { name: 'Ada', email, ...secret }),
        403,
        'password_sign_in_off',
      );
      expect(client.cookies.size).toBe(0);
      const proof = await own.at(closed.url).post('/api/auth/proof', { password: PASSWORD });
      expectProblem(proof, 403, 'password_sign_in_off');
      expect((await client.get('/api/auth/providers')).body.password).toBe(false);
      const one = new Way(closed.url, issuer!);
      expect(await one.signIn(aPerson())).toBe('/');
    } finally {
      await closed.stop();
    }
  }, 120_000);
});

describe('a provider that is down', () => {
  it('leads back to a page that says so, and passwords go on', async () => {
    const three = new Way(auth.url, gone!, '3');
    expect(await three.begin('/projects/1')).toBe(
      '/sign-in?problem=provider_unavailable&provider=3&back=%2Fprojects%2F1',
    );
    const { client, email } = await aUser(auth.url);
    const asked = await client.post('/api/auth/oidc/3/link');
    expectProblem(asked, 503, 'unavailable');
    expect(asked.body.detail).toContain('Provider 3 does not answer');
    const four = new Way(auth.url, going!, '4');
    const path = going!.authorize(await four.begin(), aPerson());
    await going!.stop();
    expect(problemOf((await four.client.get(path)).headers.location!)).toBe('provider_unavailable');
    expect(problemOf(await four.begin())).toBe('provider_unavailable');
    expect((await four.client.post('/api/auth/login', { email, password: PASSWORD })).status).toBe(200);
  });
});

describe('trying a provider', () => {
  it('tells an administrator what it told, or why it failed', async () => {
    const { client } = await anAdministrator(auth.url);
    const attempt = async (id: string) => client.post(`/api/administration/providers/${id}/try`);
    const seen = async (id: string) => {
      const { body } = await client.get('/api/administration/providers');
      const { answers, failure, tried } = (body as ProvidersView).providers.find((one) => one.id === id)!;
      return { answers, failure, tried };
    };
    const finish = async (id: string, at: TestIssuer, person: Person) => {
      const { location } = (await attempt(id)).body;
      return locationOf(await client.get(at.authorize(location, person)));
    };
    const person = aPerson({ groups: ['backend'] });
    expect(await finish('1', issuer!, person)).toBe('/administration/providers');
    const tried = { email: person.email, is_verified: true, groups: ['backend'] };
    expect(await seen('1')).toEqual({ answers: true, failure: null, tried });
    expect(problemOf(await finish('5', strict!, person))).toBe('answer_refused');
    const failure = 'invalid_client: The secret is another.';
    expect(await seen('5')).toEqual({ answers: true, failure, tried: null });
    const down = expect.stringContaining('ECONNREFUSED');
    expect(await seen('3')).toEqual({ answers: false, failure: down, tried: null });
    const refused = await attempt('3');
    expectProblem(refused, 503, 'unavailable');
    expect(refused.body.detail).toEqual(down);
  });
});
