import { randomUUID } from 'node:crypto';
import {
  aFlag,
  aProject,
  edgeProfile,
  eventually,
  type RunningEdge,
  sharedCluster,
  startEdge,
  TestClient,
} from '@burgee/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import { gateway } from '../interface/sdk-calls.js';

const { url } = sharedCluster();
const GATEWAY = edgeProfile()?.gateway ?? gateway('sdk-gateway-1');

const edges: RunningEdge[] = [];
afterEach(async () => {
  for (const edge of edges.splice(0).toReversed()) await edge.stop();
});

async function anEdge(upstream: string, key: string, settings: Record<string, string> = {}): Promise<RunningEdge> {
  const edge = await startEdge({ UPSTREAM_URLS: upstream, SDK_KEYS: key, ...settings });
  edges.push(edge);
  return edge;
}

describe('usage at an edge', () => {
  it('reaches Burgee through edges in a row, and so does what the edge decided', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    const { id, sdk_key, client_key } = project.development;
    const first = await anEdge(GATEWAY, sdk_key);
    const second = await anEdge(first.url, sdk_key);
    const client = new TestClient(second.url);
    const report = (instance: string) => ({
      window: randomUUID(),
      reports: [{ app: 'shop', sdk: 's', sdk_version: '1', instance, flags: { [flag.key]: { on: 1 } } }],
    });
    for (const [key, body] of [
      [sdk_key, report('one')],
      [client_key, report('other')],
    ] as const)
      expect((await client.post('/api/v1/usage', body, { 'x-sdk-key': key })).status).toBe(202);
    const decided = await client.post(
      `/ofrep/v1/evaluate/flags/${flag.key}`,
      { context: {} },
      { 'x-api-key': sdk_key },
    );
    expect(decided.status).toBe(200);
    await second.process.stop();
    await first.process.stop();

    await eventually(async () => {
      const { body } = await project.owner.client.get(`/api/flags/${flag.id}/usage?environment=${id}`);
      expect(body[0].variants).toEqual({ on: 2, off: 1, targeted: 0, error: 0 });
    });
    const { body } = await project.owner.client.get(`/api/projects/${project.id}/environments/${id}/usage`);
    expect(body.apps[0]).toMatchObject({ app: 'shop', positions: [{ position: null, instances: 2 }] });
  });

  it('counts a window once that several workers receive, and every other window', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    const { id, sdk_key } = project.development;
    const edge = await anEdge(GATEWAY, sdk_key, { WORKERS: '2' });
    const flags = { [flag.key]: { on: 1 } };
    const report = (window: string) => ({ window, reports: [{ app: 'shop', sdk: 's', sdk_version: '1', flags }] });
    const again = randomUUID();
    // Each on a new connection: the workers get connections in rotation.
    const windows = [...Array.from({ length: 6 }, () => again), ...Array.from({ length: 6 }, () => randomUUID())];
    for (const window of windows) {
      const answer = await new TestClient(edge.url).post('/api/v1/usage', report(window), { 'x-sdk-key': sdk_key });
      expect(answer.status).toBe(202);
    }
    await edge.process.stop();
    await eventually(async () => {
      const { body } = await project.owner.client.get(`/api/flags/${flag.id}/usage?environment=${id}`);
      expect(body[0].variants.on).toBe(7);
    });
  });

  it('with USAGE=off is refused, and Unleash SDKs work as before', async () => {
    const project = await aProject(url);
    const { sdk_key } = project.development;
    const edge = await anEdge(GATEWAY, sdk_key, { USAGE: 'off' });
    const client = new TestClient(edge.url);
    const report = { window: randomUUID(), reports: [{ app: 'shop', sdk: 's', sdk_version: '1' }] };
    expect((await client.post('/api/v1/usage', report, { 'x-sdk-key': sdk_key })).status).toBe(404);
    const unleash = { authorization: sdk_key };
    expect((await client.post('/unleash/api/client/register', { appName: 'shop' }, unleash)).status).toBe(202);
    expect((await client.get('/unleash/api/client/features', unleash)).status).toBe(200);
  });
});
