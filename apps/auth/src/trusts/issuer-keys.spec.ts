import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { forgedKey, TestIssuer } from '@burgee/testing/unit';
import { UnsecuredJWT } from 'jose';
import { IssuerKeys, IssuerUnavailable } from './issuer-keys.js';

const AUDIENCE = 'https://flags.example.com';
const HOUR_SECONDS = 3_600;
const seconds = () => Math.floor(Date.now() / 1_000);

let issuer: TestIssuer;
let now: number;
let keys: IssuerKeys;
beforeEach(async () => {
  issuer = await TestIssuer.start();
  now = Date.now();
  keys = new IssuerKeys({ resolve: async () => ['127.0.0.1'], allowPrivate: true, now: () => now });
});
afterEach(() => issuer.stop());

const verify = (token: string, audience = AUDIENCE) => keys.verify(token, issuer.url, audience);

describe('the token of a job', () => {
  it('is verified by the keys of its issuer, which are asked for once', async () => {
    const jobs = await Promise.all([issuer.sign(AUDIENCE), issuer.sign(AUDIENCE)]);
    const verified = await Promise.all(jobs.map((job) => verify(job)));
    expect(verified.map(({ repository_id }) => repository_id)).toEqual(['74', '74']);
    expect(issuer.asked).toBe(1);
  });

  it('counts until a minute after its end, for clocks that differ', async () => {
    const job = await issuer.sign(AUDIENCE, { exp: seconds() + 1 });
    now += 50_000;
    await expect(verify(job)).resolves.toMatchObject({ run_id: '987' });
    now += 20_000;
    await expect(verify(job)).rejects.toMatchObject({ code: 'ERR_JWT_EXPIRED' });
  });

  it.each([
    ['was made for another audience', 'aud', 'https://elsewhere.example.com'],
    ['names another issuer', 'iss', 'https://gitlab.com'],
    ['is not valid yet', 'nbf', seconds() + HOUR_SECONDS],
    ['never ends', 'exp', undefined],
    ['does not say when it was made', 'iat', undefined],
    ['was made days ago', 'iat', seconds() - 50 * HOUR_SECONDS],
    ['has no subject', 'sub', undefined],
  ])('is refused when it %s', async (_, claim, value) => {
    await expect(verify(await issuer.sign(AUDIENCE, { [claim]: value }))).rejects.toThrow(`"${claim}" claim`);
  });

  it.each([
    ['is no text', 'sub', { id: 7 }],
    ['cannot be stored', 'sub', 'a\0'],
    ['is half a character', 'repository', '\ud800'],
  ])('is refused when a claim %s', async (_, claim, value) => {
    await expect(verify(await issuer.sign(AUDIENCE, { [claim]: value }))).rejects.toMatchObject({
      code: 'ERR_JWT_INVALID',
    });
  });

  it('is refused when another key signed it, or none, or a secret', async () => {
    await expect(verify(await issuer.sign(AUDIENCE, {}, await forgedKey()))).rejects.toThrow('signature');
    const claims = { iss: issuer.url, aud: AUDIENCE, sub: 'x', exp: seconds() + 60, iat: seconds() };
    await expect(verify(new UnsecuredJWT(claims).encode())).rejects.toThrow('"alg"');
    const [header = '', ...rest] = (await issuer.sign(AUDIENCE)).split('.');
    const fields = JSON.parse(Buffer.from(header, 'base64url').toString()) as object;
    const secret = Buffer.from(JSON.stringify({ ...fields, alg: 'HS256' })).toString('base64url');
    await expect(verify([secret, ...rest].join('.'))).rejects.toThrow('"alg"');
    await expect(verify('no token')).rejects.toThrow('Invalid Compact JWS');
  });
});

describe('the keys of an issuer', () => {
  it('are asked for again when it has rotated them, at most once a minute', async () => {
    await verify(await issuer.sign(AUDIENCE));
    await issuer.rotate();
    const job = await issuer.sign(AUDIENCE);
    now += 59_000;
    for (let n = 0; n < 5; n++) await expect(verify(job)).rejects.toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' });
    expect(issuer.asked).toBe(1);
    now += 1_000;
    await expect(verify(job)).resolves.toMatchObject({ sub: expect.any(String) });
    expect(issuer.asked).toBe(2);
  });

  it('that it has withdrawn count for ten minutes', async () => {
    const job = await issuer.sign(AUDIENCE, { exp: seconds() + HOUR_SECONDS });
    await verify(job);
    await issuer.rotate();
    now += 600_001;
    await expect(verify(job)).rejects.toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' });
  });

  it.each([
    ['redirects', { status: 302, headers: { location: 'http://127.0.0.1/jwks' } }, 'it answered 302'],
    [
      'answers more than 64 kB',
      { status: 200, body: JSON.stringify({ keys: [], x: 'x'.repeat(70_000) }) },
      'more than',
    ],
    ['answers something else', { status: 200, body: '{"keys":"none"}' }, 'malformed'],
    ['answers no JSON', { status: 200, body: '<html>' }, 'JSON'],
  ])('are unavailable when it %s', async (_, answer, cause) => {
    issuer.answer = answer;
    const refused = await verify(await issuer.sign(AUDIENCE)).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(IssuerUnavailable);
    expect(String((refused as Error).cause)).toContain(cause);
  });

  it('take no token when they are none', async () => {
    const key = { kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA', kid: 'key-1' };
    issuer.answer = { status: 200, body: JSON.stringify({ keys: [key] }) };
    await expect(verify(await issuer.sign(AUDIENCE))).rejects.toMatchObject({ code: 'ERR_JWKS_INVALID' });
  });

  it('are not asked for again for ten seconds after it failed', async () => {
    issuer.answer = { status: 500 };
    const job = await issuer.sign(AUDIENCE);
    for (let n = 0; n < 3; n++) await expect(verify(job)).rejects.toThrow(IssuerUnavailable);
    expect(issuer.asked).toBe(1);
    issuer.answer = undefined;
    now += 10_000;
    await expect(verify(job)).resolves.toBeDefined();
  });

  it('are unavailable after two seconds when it says nothing, for all who wait', async () => {
    issuer.isSilent = true;
    const job = await issuer.sign(AUDIENCE);
    const refused = await Promise.allSettled([verify(job), verify(job), verify(job)]);
    expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    await expect(verify(job)).rejects.toThrow(IssuerUnavailable);
  });

  it('are not fetched from private addresses, nor over HTTP, unless that is allowed', async () => {
    const guarded = new IssuerKeys({ resolve: async () => ['10.0.0.7'], allowPrivate: false, now: () => now });
    for (const address of [issuer.url, 'https://127.0.0.1:8443', 'https://git.example.com']) {
      const refused = await guarded
        .verify(await issuer.sign(AUDIENCE), address, AUDIENCE)
        .catch((error: unknown) => error);
      expect(String((refused as Error).cause)).toContain('ISSUERS_ALLOW_PRIVATE');
    }
    expect(issuer.asked).toBe(0);
  });
});
