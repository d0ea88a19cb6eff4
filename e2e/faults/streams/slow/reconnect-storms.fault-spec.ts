import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  type TestCluster,
  eventually,
  retryUnavailable,
  FaultProxy,
  startTestCluster,
  StreamClient,
  TestClient,
} from '@burgee/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { StreamFixture, untilOpen } from '../stream-fixture.js';
import { silentClients } from '../silent-clients.js';

const MEGABYTE = 1024 * 1024;
const BLOCKED_MILLISECONDS = 15_000;
/** A debug hook: SIGUSR2 blocks the event loop from within. */
const BLOCK = `process.on('SIGUSR2', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${BLOCKED_MILLISECONDS}))`;
const BLOCKABLE = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(BLOCK)}` };

let cluster: TestCluster;
let fixture: StreamFixture;

beforeAll(async () => {
  const settings = { STREAM_DRAIN_PER_SECOND: '1', STREAM_DRAIN_SECONDS: '3' };
  cluster = await startTestCluster({ sdkGateways: 3, links: false, settings });
  fixture = await StreamFixture.in(cluster, { type: 'string' });
}, 60_000);

afterEach(() => fixture.leave());
afterAll(() => cluster?.stop());

const gateway = (number: 1 | 2 | 3) => cluster.services[`sdk-gateway-${number}`]!;
const urls = (...numbers: (1 | 2 | 3)[]) => numbers.map((number) => gateway(number).url);
const openClients = (count: number, bases: string[]) =>
  Array.from({ length: count }, () => fixture.client(bases, { keepsFlags: false }));
const sdkKey = () => ({ sdkKey: fixture.project.development.sdk_key });
const openAt = (clients: readonly StreamClient[]) => clients.filter((client) => client.isOpen).length;

const connections = (number: 2 | 3) => fixture.metric(`sdk-gateway-${number}`, 'sse_connections');

const rssOf = (pid: number) => Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4_096;

/** Reads one after the other. `stop` gives how many there were. @throws there when one failed */
function readUntilStopped(client: TestClient): { stop: () => Promise<number> } {
  let stopped = false;
  const reading = (async () => {
    for (let count = 0; ; count++) {
      if (stopped) return count;
      expect((await client.get('/api/v1/flags', fixture.key)).status).toBe(200);
    }
  })();
  reading.catch(() => undefined);
  const stop = () => {
    stopped = true;
    return reading;
  };
  return { stop };
}

/** Every client is at the revision of GET, and was sent nothing but the next change. */
async function expectAllUpToDate(clients: readonly StreamClient[], withinMs = 30_000): Promise<void> {
  const { etag } = await fixture.truth(1);
  await eventually(() => {
    const positions = new Set(clients.map(({ position }) => `W/"${position?.epoch}-${position?.revision}"`));
    expect([...positions]).toEqual([etag]);
  }, withinMs);
  expect(clients.flatMap(({ violations }) => violations)).toEqual([]);
}

describe('streams in a reconnect storm', () => {
  it('F10: a gateway whose event loop is blocked for 15 s: its streams stay, and get all that happened, in order', async () => {
    await gateway(1).kill();
    await gateway(1).start(BLOCKABLE);
    const clients = [fixture.client(urls(1)), fixture.client(urls(1)), fixture.client(urls(2))];
    await untilOpen(clients);
    const opened = clients.map((client) => client.opened);
    process.kill(gateway(1).pid, 'SIGUSR2');
    const blocked = performance.now();
    await fixture.changes(200);
    await expectAllUpToDate(clients.slice(2));
    expect(clients[0]!.position?.revision).toBeLessThan(clients[2]!.position!.revision);
    await delay(Math.max(0, BLOCKED_MILLISECONDS - (performance.now() - blocked)));
    await fixture.expectEqual(clients);
    expect(clients.map((client) => client.opened)).toEqual(opened);
    expect(clients.map((client) => client.snapshots)).toEqual([1, 1, 1]);
  });

  it('F23: a gateway killed with 2,000 streams: all come back without a gap; no read elsewhere fails', async () => {
    const clients = openClients(2_000, urls(1, 2));
    await untilOpen(clients, 60_000);
    // All of them on the replica that will be killed.
    const doomed = openClients(1_000, urls(1));
    await untilOpen(doomed, 60_000);
    await fixture.changes(3);
    const load = readUntilStopped(cluster.gateways[1]!);
    await gateway(1).kill();
    for (let round = 0; round < 5; round++) await fixture.changes(2);
    await eventually(() => expect(openAt(clients)).toBe(2_000), 120_000, 100);
    await expectAllUpToDate(clients);
    await load.stop();
    await gateway(1).start();
    await eventually(() => expect(openAt(doomed)).toBe(1_000), 120_000, 100);
    await expectAllUpToDate(doomed);
  });

  it('F24: a rolling restart under load: no read fails, streams end spread out, every client catches up', async () => {
    const clients = openClients(300, [cluster.url]);
    await untilOpen(clients, 30_000);
    const load = readUntilStopped(new TestClient(cluster.url));
    for (const number of [1, 2, 3] as const) {
      const endings: number[] = [];
      const watched = clients.map((client) => client.endedAt);
      await gateway(number).stop();
      for (const [index, client] of clients.entries())
        if (client.endedAt !== watched[index]) endings.push(client.endedAt);
      expect(endings.length).toBeGreaterThan(20);
      const spread = Math.max(...endings) - Math.min(...endings);
      expect(spread).toBeGreaterThan(1_500);
      await gateway(number).start();
      await fixture.changes(2);
    }
    const retries = new Set(clients.map(({ lastRetry }) => lastRetry));
    expect(retries.size).toBeGreaterThan(100);
    await eventually(() => expect(openAt(clients)).toBe(300), 30_000, 100);
    await expectAllUpToDate(clients);
    expect(await load.stop()).toBeGreaterThan(100);
  });

  it('F27: 500 clients that read nothing: they are closed, memory stays flat, others miss nothing', async () => {
    const long = await StreamFixture.in(cluster, { type: 'string' });
    const { id } = long.project.development;
    const path = `/api/flags/${long.flag.id}/environments/${id}`;
    const text = 'x'.repeat(1_000);
    const edit = (round: number) =>
      retryUnavailable(() => long.project.owner.client.patch(path, { targeting_return_value: text + round }));
    await edit(0);
    const live = long.client(urls(2));
    await untilOpen([live]);
    const before = rssOf(gateway(2).pid);
    const silent = await silentClients('reads nothing', 500, urls(2)[0]!, long.project.development.sdk_key);
    try {
      await eventually(async () => expect(await connections(2)).toBe(501));
      let most = 0;
      const startedAt = performance.now();
      for (let round = 1; (await connections(2)) > 1; round++) {
        await edit(round);
        most = Math.max(most, rssOf(gateway(2).pid));
        if (performance.now() - startedAt > 120_000) break;
      }
      expect(await connections(2)).toBe(1);
      expect(most - before).toBeLessThan(150 * MEGABYTE);
      await long.expectEqual([live]);
      expect([live.opened, live.snapshots]).toEqual([1, 1]);
    } finally {
      await silent.leave();
      long.leave();
    }
  });

  it('F28: a client that vanished is disconnected; one whose link goes silent comes back by itself', async () => {
    const wire = await FaultProxy.to(Number(new URL(urls(3)[0]!).port));
    const ways = [`http://127.0.0.1:${wire.port}`, ...urls(2)];
    const client = new StreamClient({ base: () => ways.shift() ?? urls(2)[0]!, ...sdkKey() }).start();
    await untilOpen([client]);
    const vanished = await silentClients('vanished', 5, urls(3)[0]!, sdkKey().sdkKey);
    try {
      await eventually(async () => expect(await connections(3)).toBe(6));
      wire.blackhole();
      await fixture.changes(2);
      await eventually(() => expect(client.opened).toBe(2), 90_000, 100);
      // For the gateway the wire is alive, since the proxy accepts its bytes; only the vanished clients are gone.
      await eventually(async () => expect(await connections(3)).toBeLessThanOrEqual(1), 120_000, 250);
      await fixture.expectEqual([client]);
    } finally {
      client.stop();
      await vanished.leave();
      await wire.close();
    }
  });

  it('F31: 5,000 clients at once: all get in, one of another key before them, and no read fails', async () => {
    const load = readUntilStopped(cluster.gateways[1]!);
    const clients = openClients(5_000, urls(2));
    await eventually(() => expect(openAt(clients)).toBeGreaterThan(500), 60_000);
    const other = fixture.client(urls(2), { sdkKey: fixture.project.production.sdk_key, keepsFlags: false });
    await eventually(() => expect(openAt(clients)).toBe(5_000), 180_000, 250);
    expect(await load.stop()).toBeGreaterThan(10);
    expect(other.isOpen).toBe(true);
    expect(clients.filter(({ openedAt }) => openedAt > other.openedAt).length).toBeGreaterThan(0);
    await fixture.changes(2);
    await expectAllUpToDate(clients);
  });

  it('5,000 browsers of one address, through the api-gateway: one setting lets them in', async () => {
    const front = cluster.services['api-gateway']!;
    await gateway(2).stop();
    // It does not believe the api-gateway about addresses, so to it all of them are at that one.
    const secret = randomBytes(32).toString('base64url');
    const settings = { TRUSTED_PROXIES: 'none', FORWARDING_SECRET: secret };
    await gateway(2).start({ ...settings, STREAMS_PER_ADDRESS_AT_MOST: '6000' });
    await front.stop();
    await front.start({ SDK_GATEWAY_URLS: gateway(2).url });
    const clients = openClients(5_000, [front.url]);
    await eventually(() => expect(openAt(clients)).toBe(5_000), 180_000, 250);
    const ofOneAddress = () => fixture.metric('sdk-gateway-2', 'sse_connections_of_busiest_address');
    await eventually(async () => expect(await ofOneAddress()).toBe(5_000), 60_000, 1_000);
    await fixture.changes(2);
    await expectAllUpToDate(clients);
  });
});
