import { fork } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { StreamClient } from '@burgee/testing';
import type { BenchCluster } from './bench-cluster.js';
import { type BenchFixture, makeFixture } from './bench-fixture.js';
import { besideReads } from './beside-reads.js';
import { compare, type Measurement, type Round } from './measurement.js';
import type { ReadsAtRate } from './reads-at-rate.js';
import { startBareStreamServer } from './stream-load.js';

const STREAMS = 2_000;
const ROUNDS = 10;
const READS_PER_SECOND = 200;
const SETTLE_MILLISECONDS = 2_000;
/** A client with one SDK key opens so many a second, and one with another key a stream now and then. */
const BUSY_PER_SECOND = 600;
const BUSY_SECONDS = 4;
const OTHERS = 14;

interface Opened {
  took: number;
  refused: number;
  close: () => void;
}

/** Opens all at once. @returns milliseconds until the last is open, and how often one was refused */
export async function openAtOnce(count: number, url: string, sdkKey: string): Promise<Opened> {
  const startedAt = performance.now();
  const clients = Array.from({ length: count }, () =>
    new StreamClient({ base: () => url, sdkKey, keepsFlags: false, fromNow: true }).start(),
  );
  while (clients.some((client) => !client.isOpen)) await delay(2);
  const took = Math.max(...clients.map(({ openedAt }) => openedAt)) - startedAt;
  const refused = clients.reduce((sum, client) => sum + client.refused, 0);
  const close = () => {
    for (const client of clients) client.stop();
  };
  return { took, refused, close };
}

/** One key opens hundreds a second. @returns milliseconds that each opening of another key took meanwhile */
async function openBeside(url: string, busyKey: string, otherKey: string): Promise<number[]> {
  const busy: StreamClient[] = [];
  const others: { client: StreamClient; askedAt: number }[] = [];
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1_000;
  const open = (sdkKey: string) =>
    new StreamClient({ base: () => url, sdkKey, keepsFlags: false, fromNow: true }).start();
  while (seconds() < BUSY_SECONDS) {
    while (busy.length < seconds() * BUSY_PER_SECOND) busy.push(open(busyKey));
    if (others.length < (seconds() / BUSY_SECONDS) * OTHERS)
      others.push({ client: open(otherKey), askedAt: performance.now() });
    await delay(2);
  }
  while (others.some(({ client }) => !client.isOpen)) await delay(2);
  for (const client of [...busy, ...others.map((one) => one.client)]) client.stop();
  return others.map(({ client, askedAt }) => client.openedAt - askedAt);
}

/** Thousands of streams that are opened at once, reads beside them, and a stream of another key. */
export async function measureOpenings(cluster: BenchCluster, fixture: BenchFixture): Promise<Measurement[]> {
  const url = cluster.sdkGatewayUrl;
  const server = await startBareStreamServer(cluster, fixture);
  const other = await makeFixture(cluster.gatewayUrl, 10);
  const reads = fork(join(import.meta.dirname, 'reads-at-rate.js'));
  const what: ReadsAtRate = { url: `${url}/api/v1/flags`, sdkKey: fixture.sdkKey, perSecond: READS_PER_SECOND };
  reads.send(what);
  const [opens, reading, beside]: [Round[], Round[], number[]] = [[], [], []];
  try {
    for (let round = -1; round < ROUNDS; round++) {
      const bare = await openAtOnce(STREAMS, server.url, fixture.sdkKey);
      bare.close();
      await delay(SETTLE_MILLISECONDS);
      const quiet = await besideReads(reads, () => delay(SETTLE_MILLISECONDS));
      const busy = await besideReads(reads, () => openAtOnce(STREAMS, url, fixture.sdkKey));
      // Only now: reads that wait while thousands leave did not wait for an opening.
      busy.result.close();
      await delay(SETTLE_MILLISECONDS);
      const others = await openBeside(url, fixture.sdkKey, other.sdkKey);
      await delay(SETTLE_MILLISECONDS);
      if (round < 0) continue;
      const { took, refused } = busy.result;
      console.log(
        `  round ${round + 1}: ${took.toFixed(0)} ms, ${refused} refused, beside ${bare.took.toFixed(0)}; reads ${busy.p99.toFixed(1)} beside ${quiet.p99.toFixed(1)} ms; another key at most ${Math.max(...others).toFixed(0)} ms`,
      );
      opens.push({ ours: took, yardstick: bare.took });
      reading.push({ ours: busy.p99, yardstick: quiet.p99 });
      beside.push(Math.max(...others));
    }
  } finally {
    reads.disconnect();
    server.child.disconnect();
  }
  const streams = `${STREAMS.toLocaleString('en')} streams`;
  return [
    compare(opens, { name: `${streams} opened at once, until the last is open`, unit: 'ms' }),
    compare(
      opens.map(({ ours }) => ({ ours, yardstick: 3_000 })),
      {
        name: `${streams} opened at once, beside 3 s`,
        unit: 'ms',
        target: { atMost: 1 },
      },
    ),
    compare(reading, { name: `reads while ${streams} are opened, p99`, unit: 'ms', target: { atMost: 2 } }),
    compare(
      beside.map((ours) => ({ ours, yardstick: 1_000 })),
      {
        name: `slowest of ${OTHERS} streams of another key, beside ${BUSY_PER_SECOND} a second of one, beside 1 s`,
        unit: 'ms',
        target: { atMost: 1 },
      },
    ),
  ];
}
