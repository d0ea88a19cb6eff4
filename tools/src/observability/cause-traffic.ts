import { setTimeout as delay } from 'node:timers/promises';
import { mintSdkKey } from '@burgee/contracts/wire';
import { StreamClient, TestClient, unique } from '@burgee/testing';
import type { Observed } from './start-observed.js';

const STREAMS = 80;
const BREAK_MILLISECONDS = 4_000;

const byKey = (key: string) => ({ 'x-sdk-key': key });

/** An SDK's requests to an address: every kind of read, decisions, Unleash's features, usage, and an unknown key. */
async function readOnce(client: TestClient, { project, flags }: Observed): Promise<void> {
  const { sdk_key: key } = project.development;
  const { headers } = await client.get('/api/v1/flags', byKey(key));
  await client.get('/api/v1/flags', { ...byKey(key), 'if-none-match': headers.etag ?? '"none"' });
  await client.get('/api/v1/flags', byKey(mintSdkKey()));
  await client.post('/ofrep/v1/evaluate/flags', { context: { targetingKey: unique('user') } }, byKey(key));
  await client.post(`/ofrep/v1/evaluate/flags/${flags[0]?.key}`, { context: {} }, byKey(key));
  await client.get('/unleash/api/client/features', { authorization: key });
  const usage = {
    window: crypto.randomUUID(),
    reports: [{ app: 'shop', sdk: 'x', sdk_version: '1', flags: { theme: { on: 1 } } }],
  };
  await client.post('/api/v1/usage', usage, byKey(key));
}

/** What people do on the dashboard, some of it refused. */
async function changeOnce({ project, flags, cluster }: Observed, isEnabled: boolean): Promise<void> {
  const { client, email } = project.owner;
  for (const flag of flags)
    await client.patch(`/api/flags/${flag.id}/environments/${project.development.id}/toggle`, {
      is_enabled: isEnabled,
    });
  await client.get('/api/projects');
  await client.get(`/api/projects/${project.id}/audit`);
  await client.get(`/api/projects/${project.id}/usage`);
  await client.post(`/api/projects/${project.id}/flags`, { key: unique('flag') });
  await new TestClient(cluster.url).post('/api/auth/login', { email, password: 'wrong' });
}

async function untilOver(
  isOver: () => boolean,
  pauseMs: number,
  work: (turn: number) => Promise<unknown>,
): Promise<void> {
  // Requests fail on a dead engine, which also moves metrics.
  for (let turn = 0; !isOver(); turn++) {
    await work(turn).catch(() => undefined);
    await delay(pauseMs);
  }
}

/** Redis and then Postgres are gone for a while, at half of the time. */
async function breakEngines({ cluster }: Observed, afterMs: number): Promise<void> {
  await delay(afterMs);
  for (const engine of [cluster.redis, cluster.postgres]) {
    await engine.stop();
    await delay(BREAK_MILLISECONDS);
    await engine.start();
    await delay(BREAK_MILLISECONDS);
  }
}

/** Uses everything that has a number, for so long. */
export async function causeTraffic(observed: Observed, seconds: number): Promise<void> {
  const { cluster, edge, project } = observed;
  const gateways = cluster.gateways.map(({ base }) => base);
  const bases = [...gateways, cluster.url, edge.url];
  const streams = Array.from({ length: STREAMS }, (_, index) => {
    const base = () => bases[index % bases.length] ?? cluster.url;
    return new StreamClient({ base, sdkKey: project.development.sdk_key, keepsFlags: false }).start();
  });
  const page = new AbortController();
  const cookies = [...project.owner.client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  fetch(`${cluster.url}/api/projects/${project.id}/events`, { headers: { cookie: cookies }, signal: page.signal })
    .then(async ({ body }) => {
      for await (const _ of body ?? []) continue;
    })
    .catch(() => undefined);
  const end = Date.now() + seconds * 1_000;
  const isOver = () => Date.now() > end;
  const clients = bases.map((base) => new TestClient(base));
  await Promise.all([
    ...clients.map((client) => untilOver(isOver, 40, () => readOnce(client, observed))),
    untilOver(isOver, 400, (turn) => changeOnce(observed, turn % 2 === 0)),
    breakEngines(observed, (seconds * 1_000) / 2),
  ]);
  page.abort();
  for (const stream of streams) stream.stop();
}
