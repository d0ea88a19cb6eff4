import { randomBytes, randomUUID } from 'node:crypto';
import { mintKey } from '@burgee/contracts/wire';
import { aFlag, aProject, eventually, type Project, sharedCluster, TestClient } from '@burgee/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { expectProblem } from '../expect-problem.js';
import { SDK_ADDRESSES } from './sdk-calls.js';

const { url } = sharedCluster();
const ORIGIN = `https://${randomBytes(6).toString('hex')}.example.com`;
const reportOf = (report: object = {}) => ({
  window: randomUUID(),
  reports: [{ app: 'checkout', sdk: 'a-client', sdk_version: '1', flags: { theme: { on: 1 } }, ...report }],
});

let project: Project;
beforeAll(async () => {
  project = await aProject(url, { environments: [{ name: 'Web', url: ORIGIN }] });
});

describe.each(SDK_ADDRESSES)('usage reports at %s', (_, base) => {
  const client = new TestClient(base);
  const send = (key: string, body: unknown = reportOf(), headers: Record<string, string> = {}) =>
    client.post('/api/v1/usage', body, { 'x-sdk-key': key, ...headers });

  it('are taken with an SDK key and with a client key, and with no other', async () => {
    const { sdk_key, client_key } = project.development;
    const { status, headers, text } = await send(sdk_key);
    expect([status, headers['cache-control'], text]).toEqual([202, 'no-store', '']);
    expect((await send(client_key)).status).toBe(202);
    expectProblem(await send(mintKey('client')), 401, 'sdk_key_invalid');
    expectProblem(await send('nonsense'), 401, 'sdk_key_invalid');
  });

  it('come from pages of registered origins, whose preflights allow it, and from no others', async () => {
    const { client_key } = project.environments[0]!;
    const asks = {
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,x-sdk-key',
    };
    const preflight = await client.call('OPTIONS', '/api/v1/usage', { headers: { origin: ORIGIN, ...asks } });
    expect([preflight.status, preflight.headers['access-control-allow-headers']]).toEqual([
      204,
      expect.stringContaining('content-type'),
    ]);
    const { status, headers } = await send(client_key, reportOf(), { origin: ORIGIN });
    expect([status, headers['access-control-allow-origin']]).toEqual([202, ORIGIN]);
    expectProblem(await send(client_key, reportOf(), { origin: 'https://other.example.com' }), 403);
  });

  it('that say more than they may are refused with what is wrong', async () => {
    const { sdk_key } = project.development;
    const withContext = reportOf({ context: { userId: 'ada' } });
    expectProblem(await send(sdk_key, withContext), 400, 'invalid_request', ['/reports/0']);
    expectProblem(await send(sdk_key, reportOf({ app: 'x'.repeat(70_000) })), 413, 'body_too_large');
    expectProblem(await send(sdk_key, reportOf(), { 'content-type': 'text/plain' }), 415);
  });
});

describe('usage on the page', () => {
  it('is what applications, SDKs of Unleash and OFREP report, within seconds', async () => {
    const { owner, id, development } = project;
    const flag = await aFlag(project);
    const flags = { [flag.key]: { on: 1 } };
    const client = new TestClient(url);
    const by = { 'x-sdk-key': development.sdk_key };
    await client.post('/api/v1/usage', reportOf({ flags, instance: 'i', position: 'x-1', unknown: { thema: 2 } }), by);
    const metrics = { appName: 'desk', instanceId: 'j', bucket: { toggles: { [flag.key]: { yes: 2, no: 3 } } } };
    await client.post('/unleash/api/client/metrics', metrics, { authorization: development.sdk_key });
    for (const key of [flag.key, 'thema']) await client.post(`/ofrep/v1/evaluate/flags/${key}`, { context: {} }, by);
    await client.post('/ofrep/v1/evaluate/flags', { context: {} }, by);

    await eventually(async () => {
      const { body } = await owner.client.get(`/api/flags/${flag.id}/usage?environment=${development.id}`);
      expect(body).toEqual([
        {
          environment_id: development.id,
          last_at: expect.any(String),
          variants: { on: 3, off: 4, targeted: 0, error: 0 },
          buckets: [expect.objectContaining({ at: expect.any(String) })],
          apps: expect.anything(),
        },
      ]);
      expect((body[0].apps as { app: string }[]).map(({ app }) => app).toSorted()).toEqual([
        'checkout',
        'desk',
        'ofrep',
      ]);
    });
    // The last evaluations may be in the gateway's next report.
    await eventually(async () => {
      const { body } = await owner.client.get(`/api/projects/${id}/environments/${development.id}/usage`);
      expect(body).toEqual({
        apps: expect.arrayContaining([
          expect.objectContaining({ app: 'checkout', positions: [{ position: 'x-1', instances: 1 }] }),
        ]),
        unknown_keys: expect.arrayContaining([expect.objectContaining({ key: 'thema', app: 'checkout', count: 2 })]),
        bulk: [expect.objectContaining({ app: 'ofrep' })],
      });
    });
    const { body: ofProject } = await owner.client.get(`/api/projects/${id}/usage`);
    const apps = expect.arrayContaining(['checkout', 'desk', 'ofrep']);
    const hours = expect.arrayContaining([7]);
    expect(ofProject).toEqual([{ flag_id: flag.id, last_at: expect.any(String), hours, apps }]);
  });
});
