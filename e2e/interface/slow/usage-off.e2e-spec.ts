import { randomUUID } from 'node:crypto';
import { aFlag, aProject, startTestCluster, type TestCluster, TestClient } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

let cluster: TestCluster;

beforeAll(async () => {
  cluster = await startTestCluster({ settings: { USAGE: 'off' } });
});
afterAll(() => cluster?.stop());

describe('with USAGE=off', () => {
  it('refuses reports and hides usage; everything else works as before', async () => {
    expect(Object.keys(cluster.services)).not.toContain('usage');
    const project = await aProject(cluster.url);
    const flag = await aFlag(project);
    const { sdk_key, id } = project.development;
    const report = { window: randomUUID(), reports: [{ app: 'shop', sdk: 's', sdk_version: '1' }] };
    for (const base of [cluster.url, cluster.gateways[0]!.base]) {
      const client = new TestClient(base);
      const of = { 'x-sdk-key': sdk_key };
      const unleash = { authorization: sdk_key };
      const bucket = { start: '2026-01-01T00:00:00Z', stop: '2026-01-01T00:01:00Z', toggles: {} };
      const statuses = [
        await client.post('/api/v1/usage', report, of),
        await client.post('/unleash/api/client/register', { appName: 'shop' }, unleash),
        await client.post('/unleash/api/client/metrics', { appName: 'shop', bucket }, unleash),
        await client.get('/unleash/api/client/features', unleash),
        await client.post(`/ofrep/v1/evaluate/flags/${flag.key}`, { context: {} }, { 'x-api-key': sdk_key }),
        await client.get('/api/v1/flags', of),
      ].map(({ status }) => status);
      expect([base, statuses]).toEqual([base, [404, 202, 202, 200, 200, 200]]);
    }
    const { client } = project.owner;
    for (const address of [
      `/api/projects/${project.id}/usage`,
      `/api/flags/${flag.id}/usage`,
      `/api/projects/${project.id}/environments/${id}/usage`,
    ])
      expect([address, (await client.get(address)).status]).toEqual([address, 404]);
  });
});
