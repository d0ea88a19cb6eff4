import { SDK_KEY_HEADER } from '@burgee/contracts/wire';
import { setTimeout as delay } from 'node:timers/promises';
import { eventually, type RunningEdge, startEdge, StreamClient } from '@burgee/testing';
import type { BenchCluster } from './bench-cluster.js';
import type { BenchFixture } from './bench-fixture.js';
import { CommitClock } from './commit-clock.js';
import { makeDecidable } from './decision-fixture.js';
import { heldMemory, MEASURABLE } from './held-memory.js';
import { measureDecisionsOf } from './measure-ofrep.js';
import { measureReadsOf } from './measure-reads.js';
import { compare, type Measurement, type Round } from './measurement.js';
import { StreamLoad } from './stream-load.js';
import { RUNS } from './throughput.js';
import { toggleFlag } from './toggle-flag.js';

const STREAMS = 2_000;
const CHANGES = 400;
const WARM_UP_CHANGES = 100;
const CHANGES_TO_MANY = 20;
const OPENINGS = 6;
const MEMORY_ROUNDS = 3;
const WARM_UP_STREAMS = 200;
const PAUSE_MILLISECONDS = 10;
/** A decidable flag that is off, so that switching it on changes it. */
const OFF_FLAG = 1;
const SETTLE_MILLISECONDS = 2_000;

interface Place {
  url: string;
  pid: number;
}

/** Opens the streams of one server. @returns them, and what one of them takes of its memory, KiB */
async function openHeld({ pid, url }: Place, sdkKey: string): Promise<{ load: StreamLoad; kib: number }> {
  const warmUp = await StreamLoad.open(WARM_UP_STREAMS, url, sdkKey);
  await delay(SETTLE_MILLISECONDS);
  const before = await heldMemory(pid);
  const load = await StreamLoad.open(STREAMS, url, sdkKey);
  await delay(SETTLE_MILLISECONDS);
  const kib = ((await heldMemory(pid)) - before) / STREAMS / 1_024;
  warmUp.close();
  return { load, kib };
}

/** The cost of an idle stream at an edge and at the gateway, measured in turns. */
async function measureStreamMemory(edge: Place, gateway: Place, sdkKey: string): Promise<Measurement> {
  const rounds: Round[] = [];
  const kibOf = async (place: Place) => {
    const { load, kib } = await openHeld(place, sdkKey);
    load.close();
    await delay(SETTLE_MILLISECONDS);
    return kib;
  };
  for (let round = 0; round < MEMORY_ROUNDS; round++)
    rounds.push({ ours: await kibOf(edge), yardstick: await kibOf(gateway) });
  return compare(rounds, {
    name: `memory of an idle stream at an edge, of ${STREAMS.toLocaleString('en')}, vs. the gateway`,
    unit: 'KiB',
  });
}

/** One toggle, seen by the clients of both. @returns milliseconds from its commit to the last client of each */
function toggler(
  cluster: BenchCluster,
  fixture: BenchFixture,
  commits: CommitClock,
  edge: StreamLoad,
  gateway: StreamLoad,
) {
  let on = false;
  return async (): Promise<Round> => {
    const received = [edge, gateway].map((load) => load.nextEvent());
    const committedAt = await commits.of(() => toggleFlag(cluster.flagsAdminUrl, fixture, OFF_FLAG, (on = !on)));
    const [ours = 0, yardstick = 0] = (await Promise.all(received)).map((at) => (at.at(-1) ?? 0) - committedAt);
    return { ours, yardstick };
  };
}

/** Time from a commit to an edge's client, compared with a client of the gateway that the edge follows. */
async function measureHop(cluster: BenchCluster, fixture: BenchFixture, edge: Place): Promise<Measurement[]> {
  const commits = await CommitClock.start(cluster.postgresUrl);
  const gateway = cluster.gateways[0] as Place;
  try {
    const [one, other] = [
      await StreamLoad.open(1, edge.url, fixture.sdkKey),
      await StreamLoad.open(1, gateway.url, fixture.sdkKey),
    ];
    const toggle = toggler(cluster, fixture, commits, one, other);
    const rounds: Round[] = [];
    for (let change = 0; change < CHANGES; change++) {
      const round = await toggle();
      if (change >= WARM_UP_CHANGES) rounds.push(round);
      await delay(PAUSE_MILLISECONDS);
    }
    one.close();
    other.close();
    const memory = await measureStreamMemory(edge, gateway, fixture.sdkKey);
    const ofEdge = await StreamLoad.open(STREAMS, edge.url, fixture.sdkKey);
    const ofGateway = await StreamLoad.open(STREAMS, gateway.url, fixture.sdkKey);
    const toggleForMany = toggler(cluster, fixture, commits, ofEdge, ofGateway);
    const many: Round[] = [];
    for (let change = -1; change < CHANGES_TO_MANY; change++) {
      const round = await toggleForMany();
      if (change >= 0) many.push(round);
      await delay(SETTLE_MILLISECONDS / 4);
    }
    ofEdge.close();
    ofGateway.close();
    const streams = STREAMS.toLocaleString('en');
    return [
      compare(rounds, {
        name: 'commit to a client of an edge vs. one of the gateway',
        unit: 'ms',
      }),
      memory,
      compare(many, {
        name: `commit to the last of ${streams} streams at an edge vs. as many at the gateway`,
        unit: 'ms',
      }),
    ];
  } finally {
    await commits.stop();
  }
}

/** Opens all at once. @returns milliseconds until the last is open */
async function openAtOnce({ url }: Place, sdkKey: string): Promise<number> {
  const startedAt = performance.now();
  const clients = Array.from({ length: STREAMS }, () =>
    new StreamClient({ base: () => url, sdkKey, keepsFlags: false, fromNow: true }).start(),
  );
  while (clients.some((client) => !client.isOpen)) await delay(2);
  for (const client of clients) client.stop();
  await delay(SETTLE_MILLISECONDS);
  return Math.max(...clients.map(({ openedAt }) => openedAt)) - startedAt;
}

async function measureOpeningsOf(edge: Place, gateway: Place, sdkKey: string): Promise<Measurement> {
  const rounds: Round[] = [];
  for (let round = -1; round < OPENINGS; round++) {
    const measured = { ours: await openAtOnce(edge, sdkKey), yardstick: await openAtOnce(gateway, sdkKey) };
    if (round >= 0) rounds.push(measured);
  }
  const streams = STREAMS.toLocaleString('en');
  return compare(rounds, {
    name: `${streams} streams opened at once at an edge vs. the gateway`,
    unit: 'ms',
  });
}

/** An edge compared with a bare server, and with the gateway that it follows. */
export async function measureEdge(cluster: BenchCluster, fixture: BenchFixture): Promise<Measurement[]> {
  await makeDecidable(cluster.gatewayUrl, fixture);
  const edges: RunningEdge[] = [];
  try {
    while (edges.length < RUNS)
      edges.push(
        await startEdge({
          UPSTREAM_URLS: cluster.sdkGatewayUrl,
          SDK_KEYS: fixture.sdkKey,
          LOG_LEVEL: 'info',
          ...MEASURABLE,
        }),
      );
    const places = edges.map(({ url, process }) => ({ url, pid: process.pid }));
    const [first] = places as [Place];
    const streams = [
      ...(await measureHop(cluster, fixture, first)),
      await measureOpeningsOf(first, cluster.gateways[0] as Place, fixture.sdkKey),
    ];
    await Promise.all(edges.map(({ url }) => eventually(() => expectSame(url, cluster.sdkGatewayUrl, fixture.sdkKey))));
    const servers = places.map(({ url, pid }) => ({ url, pids: { edge: pid } }));
    const reads = await measureReadsOf(
      servers.map(({ url, pids }) => ({ url: `${url}/api/v1/flags`, pids })),
      { [SDK_KEY_HEADER]: fixture.sdkKey },
      (kind) => `GET /api/v1/flags at an edge, ${kind}`,
    );
    return [...reads, ...(await measureDecisionsOf(servers, fixture.sdkKey, 'an edge')), ...streams];
  } finally {
    await Promise.all(edges.map((edge) => edge.stop()));
  }
}

/** @throws when an edge has not caught up */
async function expectSame(url: string, gatewayUrl: string, sdkKey: string): Promise<void> {
  const tags = await Promise.all(
    [url, gatewayUrl].map(async (base) => {
      const { headers } = await fetch(`${base}/api/v1/flags`, { method: 'HEAD', headers: { 'x-sdk-key': sdkKey } });
      return headers.get('etag');
    }),
  );
  if (tags[0] !== tags[1]) throw new Error(`The edge is at ${tags[0]}, the gateway at ${tags[1]}.`);
}
