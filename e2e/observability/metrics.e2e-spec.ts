import { once } from 'node:events';
import { get } from 'node:http';
import { readFileSync } from 'node:fs';
import { mintSdkKey } from '@burgee/contracts/wire';
import {
  aFlag,
  aProject,
  documentedMetrics,
  eventually,
  type Flag,
  type Project,
  type Scraped,
  scrape,
  sharedCluster,
  TestClient,
  valueOf,
} from '@burgee/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';

const { url, services } = sharedCluster();
const SERIES_AT_MOST = 300;
const NAMES = Object.keys(services);
const appOf = (name: string) => name.replace(/-\d+$/, '');
const opsUrlOf = (name: string) => services[name]?.opsUrl ?? '';
const documented = new Map(documentedMetrics().map((metric) => [metric.name, metric]));
const gateway = NAMES.find((name) => appOf(name) === 'sdk-gateway') ?? '';

let project: Project;
let flag: Flag;
let client: TestClient;
let before: Scraped;

const sdkKey = (key = project.development.sdk_key) => ({ 'x-sdk-key': key });

/** How much a number of the gateway has risen since the traffic began. */
async function risen(name: string, labels?: Record<string, string>): Promise<number> {
  return valueOf(await scrape(opsUrlOf(gateway)), name, labels) - valueOf(before, name, labels);
}

/** Opens a stream at the gateway, changes a flag and leaves once its event has come. */
async function followAChange(): Promise<void> {
  const request = get(`${client.base}/api/v1/stream`, { headers: sdkKey() });
  const [response] = await once(request, 'response');
  let text = '';
  response.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await eventually(() => expect(text).toContain('event: '));
  const path = `/api/flags/${flag.id}/environments/${project.development.id}/toggle`;
  expect((await project.owner.client.patch(path, { is_enabled: true })).status).toBe(200);
  await eventually(() => expect(text).toContain('event: flag_updated'));
  request.destroy();
}

beforeAll(async () => {
  client = new TestClient(services[gateway]?.url ?? '');
  project = await aProject(url);
  flag = await aFlag(project);
  before = await scrape(opsUrlOf(gateway));
  const { headers } = await client.get('/api/v1/flags', sdkKey());
  await client.get('/api/v1/flags', { ...sdkKey(), 'if-none-match': headers.etag ?? '' });
  await client.get('/api/v1/flags', sdkKey(mintSdkKey()));
  await client.post('/ofrep/v1/evaluate/flags', { context: {} }, sdkKey());
  await client.post(`/ofrep/v1/evaluate/flags/${flag.key}`, { context: {} }, sdkKey());
  await new TestClient(url).post('/api/auth/login', { email: project.owner.email, password: 'wrong' });
  await new TestClient(url).get('/api/v1/flags', sdkKey());
  await followAChange();
});

describe('what the gateway measures', () => {
  it.each([['2xx'], ['3xx'], ['4xx']])('reads that were answered with %s', async (status) => {
    expect(await risen('burgee_sdk_read_duration_seconds_count', { status })).toBeGreaterThanOrEqual(1);
    expect(await risen('burgee_sdk_read_duration_seconds_sum', { status })).toBeGreaterThan(0);
  });

  it.each([['single'], ['bulk']])('decisions, %s', async (kind) => {
    expect(await risen('burgee_ofrep_duration_seconds_count', { kind })).toBeGreaterThanOrEqual(1);
  });

  it('how long a stream took to begin, and when the socket had a change', async () => {
    expect(await risen('burgee_sse_open_duration_seconds_count')).toBeGreaterThanOrEqual(1);
    expect(await risen('burgee_sse_delivery_seconds_count')).toBeGreaterThanOrEqual(1);
    expect(await risen('burgee_sse_delivery_seconds_sum')).toBeGreaterThan(0);
  });

  it('keys that are refused, by why', async () => {
    expect(await risen('burgee_keys_refused_total', { reason: 'sdk_key_invalid' })).toBeGreaterThanOrEqual(1);
  });
});

it('the api-gateway counts what services answer, streams apart; flags-admin changes; auth sign-ins that failed', async () => {
  const [front, admin, auth] = await Promise.all(
    ['api-gateway', 'flags-admin', 'auth'].map((name) => scrape(opsUrlOf(name))),
  );
  const reads = { upstream: 'sdk-gateway', route: '/api/v1/flags', outcome: '2xx' };
  expect(valueOf(front!, 'burgee_upstream_requests_total', reads)).toBeGreaterThanOrEqual(1);
  expect(valueOf(admin!, 'burgee_changes_total', { action: 'flag_toggle' })).toBeGreaterThanOrEqual(1);
  expect(valueOf(auth!, 'burgee_sign_ins_total', { result: 'wrong_password' })).toBeGreaterThanOrEqual(1);
  expect(valueOf(admin!, 'burgee_postgres_connection_wait_seconds_count')).toBeGreaterThanOrEqual(1);
});

describe.each(NAMES)('%s', (name) => {
  it('says what runs', async () => {
    const { samples } = await scrape(opsUrlOf(name));
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(samples.find((sample) => sample.name === 'burgee_build_info')?.labels).toEqual({
      service: appOf(name),
      version,
      commit: expect.stringMatching(/^([0-9a-f]{40}|unknown)$/),
      node: process.version,
    });
  });

  it(`has what docs/reference/metrics.md says, in at most ${SERIES_AT_MOST} series`, async () => {
    const { samples, types } = await scrape(opsUrlOf(name));
    expect(samples.length).toBeLessThanOrEqual(SERIES_AT_MOST);
    for (const { name: full, labels } of samples) {
      if (!full.startsWith('burgee_')) continue;
      const metric = documented.get(full) ?? documented.get(full.replace(/_(bucket|sum|count)$/, ''));
      expect([full, metric?.type]).toEqual([full, types[metric?.name ?? '']]);
      const known = new Set([...(metric?.labels ?? []), ...(full.endsWith('_bucket') ? ['le'] : [])]);
      expect([full, Object.keys(labels).filter((label) => !known.has(label))]).toEqual([full, []]);
      expect([full, metric?.heading === 'Every process' || metric?.heading.includes(appOf(name))]).toEqual([
        full,
        true,
      ]);
    }
  });
});
