import { randomBytes } from 'node:crypto';
import { mintSdkKey } from '@burgee/contracts/wire';
import { aProject, type Environment, TestClient, sharedCluster } from '@burgee/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import { expectProblem } from '../expect-problem.js';
import { closeStreams, fetchFlags, listen, SDK_ADDRESSES } from '../interface/sdk-calls.js';

const { url } = sharedCluster();

const EXPOSED = 'ETag, Retry-After, Burgee-Freshness, Burgee-As-Of';

afterEach(closeStreams);

/** A host that no other test registers. */
const aHost = () => `${randomBytes(6).toString('hex')}.example.com`;

async function aWebEnvironment(origin: string): Promise<Environment> {
  const project = await aProject(url, { environments: [{ name: 'Web', url: origin }] });
  return project.environments[0] as Environment;
}

const corsOf = (headers: object) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('access-control-')));

describe.each(SDK_ADDRESSES)('4. "Browser calls to the SDK endpoint", at %s', (_, base) => {
  const get = (path: string, headers: Record<string, string>) => new TestClient(base).get(path, headers);

  it('S27 "allowed from origins equal to a registered environment URL": echoed, without credentials', async () => {
    const origin = `https://${aHost()}`;
    const environment = await aWebEnvironment(origin);
    const { status, headers } = await fetchFlags(environment, { origin }, base);
    expect(status).toBe(200);
    const allowed = { 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED };
    expect(corsOf(headers)).toEqual(allowed);
    const unchanged = await fetchFlags(environment, { origin, 'if-none-match': `${headers.etag}` }, base);
    expect([unchanged.status, corsOf(unchanged.headers)]).toEqual([304, allowed]);
  });

  it('a registered URL of any environment, to the letter of the interface', async () => {
    const origin = `https://${aHost()}`;
    await aWebEnvironment(origin);
    const { development } = await aProject(url);
    expect((await fetchFlags(development, { origin }, base)).status).toBe(200);
  });

  it('"Calls without an Origin header (server-side) are always allowed", and get no CORS header', async () => {
    const environment = await aWebEnvironment(`https://${aHost()}`);
    const { status, headers } = await fetchFlags(environment, {}, base);
    expect([status, corsOf(headers)]).toEqual([200, {}]);
  });

  it('an environment’s URL counts from the moment it is registered until it is changed', async () => {
    const project = await aProject(url);
    const path = `/api/projects/${project.id}/environments/${project.development.id}`;
    const origin = `https://${aHost()}`;
    const status = async () => (await fetchFlags(project.development, { origin }, base)).status;
    expect(await status()).toBe(403);
    await project.owner.client.patch(path, { url: `${origin}/page` });
    expect(await status()).toBe(200);
    await project.owner.client.patch(path, { url: null });
    expect(await status()).toBe(403);
  });

  it('echoes each further origin of an environment, also of apps, and lists it for edges', async () => {
    const more = [`http://${aHost()}:3000`, `capacitor://${aHost()}`, `chrome-extension://${aHost()}`];
    const first = `https://${aHost()}`;
    const project = await aProject(url, { environments: [{ name: 'Web', url: first }] });
    const { id, sdk_key, client_key } = project.development;
    const path = `/api/projects/${project.id}/environments/${id}`;
    const client = new TestClient(base);
    const context = { context: { targetingKey: 'user-1' } };
    const decide = (origin: string) =>
      client.post('/ofrep/v1/evaluate/flags', context, { 'x-api-key': client_key, origin });
    const preflight = (origin: string) =>
      client.call('OPTIONS', '/ofrep/v1/evaluate/flags', {
        headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-api-key' },
      });
    // An edge learns of origins a moment later; a request with the SDK key waits until it has.
    const known = async () => (await get('/api/v1/edge/access', { 'x-sdk-key': sdk_key })).body.origins;
    expect((await decide(more[1] as string)).status).toBe(403);
    await project.owner.client.patch(path, { more_origins: more });
    expect(await known()).toEqual([first, ...more]);
    for (const origin of [first, ...more])
      for (const answer of [await decide(origin), await preflight(origin)]) {
        expect(answer.headers['access-control-allow-origin']).toBe(origin);
        expect(answer.headers.vary).toMatch(/^Origin, /);
        expect(answer.status).toBeLessThan(300);
      }
    for (const origin of [`${more[1]}.evil`, 'capacitor://localhost.example', 'null', 'file://', '*'])
      for (const answer of [await decide(origin), await preflight(origin)])
        expect([answer.status, corsOf(answer.headers)]).toEqual([403, {}]);
    await project.owner.client.patch(path, { more_origins: [] });
    expect(await known()).toEqual([first]);
    expect((await decide(more[1] as string)).status).toBe(403);
  });

  it.each([
    ['missing', {}],
    ['malformed', { 'x-sdk-key': 'nonsense' }],
    ['unknown', { 'x-sdk-key': mintSdkKey() }],
  ])('not shown: a page of a registered origin may read its 401 (key %s)', async (_, key) => {
    const origin = `https://${aHost()}`;
    await aWebEnvironment(origin);
    for (const path of ['/api/v1/flags', '/api/v1/stream']) {
      const answer = await get(path, { origin, ...key });
      expectProblem(answer, 401, 'sdk_key_invalid');
      expect(answer.headers['access-control-allow-origin']).toBe(origin);
    }
  });

  it('not shown: the stream and its tickets follow the same rules', async () => {
    const origin = `https://${aHost()}`;
    const environment = await aWebEnvironment(origin);
    const stream = await listen(environment, { origin }, base);
    expect(stream.response.headers).toMatchObject({
      'access-control-allow-origin': origin,
      vary: 'Origin, Accept-Encoding, X-SDK-Key, X-API-Key, Authorization',
    });
    const ask = (from: string) =>
      new TestClient(base).post('/api/v1/stream/ticket', undefined, { 'x-sdk-key': environment.sdk_key, origin: from });
    const ticket = await ask(origin);
    expect([ticket.status, ticket.headers['access-control-allow-origin']]).toEqual([200, origin]);
    const evil = { 'x-sdk-key': environment.sdk_key, origin: 'https://evil.example.org' };
    for (const refused of [await get('/api/v1/stream', evil), await ask(evil.origin)]) {
      expectProblem(refused, 403, 'origin_not_registered');
      expect(corsOf(refused.headers)).toEqual({});
      expect(refused.headers.vary).toBe('Origin, Accept-Encoding, X-SDK-Key, X-API-Key, Authorization');
    }
  });
});
