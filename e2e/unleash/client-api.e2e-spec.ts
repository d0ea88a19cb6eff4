import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { mintKey, mintSdkKey } from '@burgee/contracts/wire';
import {
  type ServiceResponse,
  aFlag,
  aProject,
  type Flag,
  type Project,
  sharedCluster,
  TestClient,
} from '@burgee/testing';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { expectProblem } from '../expect-problem.js';
import { toggle } from '../interface/flag-calls.js';
import { closeStreams, keep, SDK_ADDRESSES } from '../interface/sdk-calls.js';

const { url } = sharedCluster();
const ORIGIN = `https://${randomBytes(6).toString('hex')}.example.com`;
const VARIES = 'Origin, Accept-Encoding, X-SDK-Key, X-API-Key, Authorization';
const FEATURES = '/unleash/api/client/features';
const FRONTEND = '/unleash/api/frontend';
const METRICS = { appName: 'shop', bucket: { toggles: { a: { yes: 1, no: 0 } } } };
const REPORTS: [string, object][] = [
  ['client/register', { appName: 'shop' }],
  ['client/metrics', METRICS],
  ['client/metrics/bulk', { applications: [], metrics: [] }],
  ['frontend/client/register', { appName: 'shop' }],
  ['frontend/client/metrics', METRICS],
];

let project: Project;
let flag: Flag;
let key: string;

beforeAll(async () => {
  project = await aProject(url, { environments: [{ name: 'Web', url: ORIGIN }] });
  key = project.development.sdk_key;
});
let made = 0;
beforeEach(async () => {
  flag = await aFlag(project, { key: `flag-${++made}` });
});
afterEach(closeStreams);

const by = (authorization: string, more: Record<string, string> = {}) => ({ authorization, ...more });
const featureIn = ({ body }: ServiceResponse) =>
  (body.features as { name: string; enabled: boolean }[]).find(({ name }) => name === flag.key);
const togglesIn = ({ body }: ServiceResponse) =>
  (body.toggles as { name: string }[]).filter(({ name }) => name === flag.key);
/** The tag of a Burgee that decided by another version of the evaluation: 0.1.0 had none in its tags. */
const beforeUpgrade = ({ headers }: ServiceResponse) => `${headers.etag}`.replace(/-e\d+/, '');
const corsOf = (headers: object) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('access-control-')));

describe.each(SDK_ADDRESSES)("Unleash's client API at %s", (_, base) => {
  const client = new TestClient(base);
  const features = (headers: Record<string, string> = by(key)) => client.get(FEATURES, headers);
  const change = (values: object) =>
    project.owner.client.patch(`/api/flags/${flag.id}/environments/${project.development.id}`, {
      is_enabled: true,
      rollout_percentage: 100,
      targeting_attribute: null,
      targeting_value: null,
      targeting_return_value: null,
      ...values,
    });

  it("serves the environment's features with each acknowledged change, and 304 until the next", async () => {
    const before = await features();
    expect([before.status, before.headers]).toMatchObject([
      200,
      { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'private, no-cache', vary: VARIES },
    ]);
    expect(before.body).toMatchObject({ version: 2, segments: [], query: { environment: project.development.id } });
    expect(featureIn(before)).toMatchObject({ enabled: false, strategies: [] });
    const unchanged = by(key, { 'if-none-match': `${before.headers.etag}` });
    expect((await features(unchanged)).status).toBe(304);
    expect((await features(by(key, { 'if-none-match': beforeUpgrade(before) }))).status).toBe(200);
    const rule = { targeting_attribute: 'plan', targeting_value: 'pro', targeting_return_value: 'true' };
    await change({ ...rule, rollout_percentage: 30 });
    const after = await features(unchanged);
    expect([after.status, featureIn(after)]).toMatchObject([
      200,
      {
        enabled: true,
        strategies: [
          { parameters: { rollout: '100' }, constraints: [{ contextName: 'plan', operator: 'IN', values: ['pro'] }] },
          { parameters: { rollout: '30', stickiness: 'userId', groupId: flag.key }, constraints: [] },
        ],
      },
    ]);
    await project.owner.client.delete(`/api/flags/${flag.id}`);
    expect(featureIn(await features())).toBeUndefined();
  });

  it("accepts a key in Unleash's header, at these addresses only, and in the usual headers", async () => {
    for (const headers of [by(key), by(`Bearer ${key}`), { 'x-sdk-key': key }, { 'x-api-key': key }])
      expect((await features(headers as Record<string, string>)).status).toBe(200);
    expectProblem(await client.get('/api/v1/flags', by(key)), 401, 'sdk_key_invalid');
    const elsewhere = await client.post('/ofrep/v1/evaluate/flags', { context: {} }, by(key));
    expectProblem(elsewhere, 401, 'sdk_key_invalid');
  });

  it('answers 401 for a missing, malformed or unknown key, and 400 for two keys', async () => {
    for (const headers of [{}, by('nonsense'), by(mintSdkKey()), by(`Basic ${key}`)] as Record<string, string>[]) {
      expectProblem(await features(headers), 401, 'sdk_key_invalid');
      expectProblem(await client.get(FRONTEND, headers), 401, 'sdk_key_invalid');
      for (const [path, body] of REPORTS)
        expectProblem(await client.post(`/unleash/api/${path}`, body, headers), 401, 'sdk_key_invalid');
    }
    expectProblem(await client.get(FRONTEND, by(mintKey('client'))), 401, 'sdk_key_invalid');
    expectProblem(await features(by(key, { 'x-sdk-key': mintSdkKey() })), 400, 'invalid_request');
  });

  it('lets a client key read decisions, but no rules', async () => {
    const { client_key } = project.development;
    for (const path of [FEATURES, '/unleash/api/client/streaming'])
      expectProblem(await client.get(path, by(client_key)), 401, 'client_key_not_allowed');
    for (const [path, body] of REPORTS) {
      const { status } = await client.post(`/unleash/api/${path}`, body, by(client_key));
      expect([path, status]).toEqual([path, path.startsWith('frontend') ? 202 : 401]);
    }
    const answers = [await client.get(FRONTEND, by(client_key)), await client.get(FRONTEND, by(key))];
    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [200, answers[1]?.body],
      [200, answers[0]?.body],
    ]);
  });

  it('S22 a key that was rotated: 401 at once, also where 304 was right before', async () => {
    const path = `/api/projects/${project.id}/environments`;
    const { id, sdk_key } = (await project.owner.client.post(path, { name: `Rotated ${base}` })).body;
    const { etag } = (await features(by(sdk_key))).headers;
    expect((await project.owner.client.post(`${path}/${id}/rotate-sdk-key`, {})).status).toBe(200);
    expectProblem(await features(by(sdk_key, { 'if-none-match': `${etag}` })), 401, 'sdk_key_invalid');
  });

  it('serves front ends the toggles of a context from query or body, and 304 while they stay the same', async () => {
    await change({ targeting_attribute: 'plan', targeting_value: 'pro', rollout_percentage: 0 });
    const ask = (query: string, headers = {}) => client.get(`${FRONTEND}?${query}`, by(key, headers));
    expect(togglesIn(await ask('userId=1'))).toEqual([]);
    const on = await ask('userId=1&properties%5Bplan%5D=pro&appName=shop');
    const disabled = { name: 'disabled', enabled: false, feature_enabled: true };
    expect(togglesIn(on)).toEqual([{ name: flag.key, enabled: true, variant: disabled, impressionData: false }]);
    const context = { userId: '1', properties: { plan: 'pro' } };
    expect((await client.post(FRONTEND, { context }, by(key))).body).toEqual(on.body);
    const unchanged = { 'if-none-match': `${on.headers.etag}` };
    expect((await ask('userId=1&properties%5Bplan%5D=pro&appName=shop', unchanged)).status).toBe(304);
    const upgraded = { 'if-none-match': beforeUpgrade(on) };
    expect((await ask('userId=1&properties%5Bplan%5D=pro&appName=shop', upgraded)).status).toBe(200);
    expect((await ask('userId=2&properties%5Bplan%5D=pro&appName=shop', unchanged)).status).toBe(200);
  });

  it('answers 400 for an invalid or large context, 413 for a large body, and 415 for another type', async () => {
    const post = (body: unknown, headers = {}) => client.post(FRONTEND, body, by(key, headers));
    expectProblem(await post({}), 400, 'invalid_request');
    expectProblem(await post({ context: { userId: 'x'.repeat(257) } }), 400, 'invalid_request');
    expectProblem(await client.get(`${FRONTEND}?userId=${'x'.repeat(257)}`, by(key)), 400, 'invalid_request');
    const many = Array.from({ length: 201 }, (_, index) => `properties[${index}]=x`).join('&');
    expectProblem(await client.get(`${FRONTEND}?${many}`, by(key)), 400, 'invalid_request');
    expectProblem(await post({ context: { note: 'x'.repeat(65_536) } }), 413, 'body_too_large');
    expectProblem(await post({ context: {} }, { 'content-type': 'text/plain' }), 415, 'unsupported_media_type');
  });

  it('accepts well-formed reports of SDKs', async () => {
    for (const [path, body] of REPORTS) {
      const post = (raw: string) =>
        client.call('POST', `/unleash/api/${path}`, { raw, headers: by(key, { 'content-type': 'application/json' }) });
      expect((await post(JSON.stringify(body))).status).toBe(202);
      expectProblem(await post('{'), 400, 'malformed_json');
      for (const wrong of ['[]', '{}']) expectProblem(await post(wrong), 400);
      expect((await post(JSON.stringify({ ...body, more: 'x'.repeat(1_000_000) }))).status).toBe(202);
      expectProblem(await post(JSON.stringify({ ...body, more: 'x'.repeat(1_048_576) })), 413, 'body_too_large');
    }
    expectProblem(await client.post('/unleash/api/client/metrics', { appName: 'shop' }, by(key)), 400);
  });

  it('refuses a report with a wrong key before the rest of its body arrives', async () => {
    const headers = { authorization: mintSdkKey(), 'content-type': 'application/json', 'content-length': '1000000' };
    const call = request(new URL('/unleash/api/client/metrics', base), { method: 'POST', headers });
    call.write('{');
    const [{ statusCode }] = (await once(call, 'response')) as [IncomingMessage];
    expect(statusCode).toBe(401);
    call.on('error', () => undefined).destroy();
  });

  it('S27 S28 S29 a page of a registered origin may call with the headers that SDKs add; another may not', async () => {
    const preflight = (origin: string) =>
      client.call('OPTIONS', FRONTEND, {
        headers: {
          origin,
          'access-control-request-method': 'GET',
          'access-control-request-headers': 'authorization,unleash-appname,unleash-sdk,traceparent,bad name,*',
        },
      });
    const allowed = await preflight(ORIGIN);
    expect([allowed.status, allowed.headers['access-control-allow-headers']]).toEqual([
      204,
      'x-sdk-key, if-none-match, last-event-id, burgee-min-position, content-type, authorization, x-api-key, unleash-appname, unleash-sdk, traceparent',
    ]);
    expectProblem(await preflight('https://evil.example.org'), 403);
    const from = (origin: string, one = key) => by(one, { origin });
    const reads = { 'access-control-allow-origin': ORIGIN };
    for (const [status, answer] of [
      [200, await client.get(FRONTEND, from(ORIGIN))],
      [401, await client.get(FRONTEND, from(ORIGIN, mintSdkKey()))],
      [400, await client.post(FRONTEND, {}, from(ORIGIN))],
      [202, await client.post(`${FRONTEND}/client/metrics`, METRICS, from(ORIGIN))],
    ] as const)
      expect([answer.status, corsOf(answer.headers), answer.headers.vary]).toMatchObject([status, reads, VARIES]);
    const refused = await client.get(FRONTEND, from('https://evil.example.org'));
    expectProblem(refused, 403, 'origin_not_registered');
    expect(corsOf(refused.headers)).toEqual({});
  });

  it('answers 404 for an unknown address, and 405 for another method', async () => {
    for (const path of ['client/feature', 'client/features/a', 'admin/projects', 'frontend/all', 'client'])
      expectProblem(await client.get(`/unleash/api/${path}`, by(key)), 404, 'route_not_found');
    const answer = await client.post(FEATURES, {}, by(key));
    expectProblem(answer, 405, 'method_not_allowed');
    expect(answer.headers.allow).toBe('GET, HEAD, OPTIONS');
  });

  it('streams all features first, then each change, and resumes after an id', async () => {
    const open = async (headers = {}) => keep(await client.stream('/unleash/api/client/streaming', by(key, headers)));
    const stream = await open();
    expect(stream.response.headers).toMatchObject({ 'content-type': 'text/event-stream', vary: VARIES });
    const first = await stream.until(() => true);
    expect(first).toMatchObject({
      event: 'unleash-connected',
      data: { events: [{ type: 'hydration', segments: [] }] },
    });
    expect(first.data.events[0].features).toEqual((await features()).body.features);
    await toggle(project.owner, flag, project.development, true);
    const changed = await stream.until(({ id }) => id !== first.id);
    const feature = featureIn(await features());
    expect(changed).toMatchObject({
      event: 'unleash-updated',
      data: { events: [{ type: 'feature-updated', feature }] },
    });
    await project.owner.client.delete(`/api/flags/${flag.id}`);
    const removed = await stream.until(({ id }) => ![first.id, changed.id].includes(id));
    expect(removed.data.events).toMatchObject([{ type: 'feature-removed', featureName: flag.key }]);
    const resumed = await open({ 'last-event-id': changed.id });
    expect(await resumed.until(() => true)).toEqual(removed);
    const elsewhere = await open({ 'last-event-id': 'x-1' });
    expect(await elsewhere.until(() => true)).toMatchObject({ id: removed.id, event: 'unleash-connected' });
  });
});
