import { setTimeout as delay } from 'node:timers/promises';
import { readProcessMetrics } from '../soak/process-metrics.js';
import type { BenchCluster } from './bench-cluster.js';
import type { BenchFixture } from './bench-fixture.js';
import { CommitClock } from './commit-clock.js';
import { measureEnvironments } from './measure-environments.js';
import { compare, type Measurement, takeTurns } from './measurement.js';
import { connectYardstick, startBareStreamServer, StreamLoad } from './stream-load.js';
import { toggleFlag } from './toggle-flag.js';

const STREAMS = 5_000;
const WARM_UP_STREAMS = 200;
const WARM_UP_ROUNDS = 2;
const ROUNDS = 10;
const SETTLE_MILLISECONDS = 5_000;
const PAUSE_MILLISECONDS = 300;

/** Opens all streams of one server. @returns them, and the resident memory that one more idle stream costs, KiB */
async function openAll(pid: number, url: string, sdkKey: string): Promise<{ load: StreamLoad; kib: number }> {
  const warmUp = await StreamLoad.open(WARM_UP_STREAMS, url, sdkKey);
  await delay(SETTLE_MILLISECONDS);
  const before = readProcessMetrics(pid).rss;
  const load = await StreamLoad.open(STREAMS, url, sdkKey);
  await delay(SETTLE_MILLISECONDS);
  const kib = (readProcessMetrics(pid).rss - before) / STREAMS / 1_024;
  warmUp.close();
  return { load, kib };
}

/** Milliseconds from the commit of a change to the last client, compared with a bare publish. */
async function measureLast(
  cluster: BenchCluster,
  fixture: BenchFixture,
  ourLoad: StreamLoad,
  bareLoad: StreamLoad,
): Promise<Measurement> {
  const [commits, yardstick] = [await CommitClock.start(cluster.postgresUrl), await connectYardstick(cluster)];
  let on = false;
  const toLast = async (load: StreamLoad, change: () => Promise<number>) => {
    const received = load.nextEvent();
    const changedAt = await change();
    const last = (await received).at(-1) ?? 0;
    await delay(PAUSE_MILLISECONDS);
    return last - changedAt;
  };
  const toggle = () => commits.of(() => toggleFlag(cluster.flagsAdminUrl, fixture, 0, (on = !on)));
  const ours = () => toLast(ourLoad, toggle);
  const bare = () => toLast(bareLoad, yardstick.publish);
  const rounds = await takeTurns(WARM_UP_ROUNDS + ROUNDS, ours, bare);
  await yardstick.nats.close();
  await commits.stop();
  return compare(rounds.slice(WARM_UP_ROUNDS), {
    name: `commit to the last of ${STREAMS.toLocaleString('en')} streams`,
    unit: 'ms',
  });
}

/** Memory and broadcast with thousands of streams, against a bare server; then an event's cost in many environments. */
export async function measureStreams(cluster: BenchCluster, fixture: BenchFixture): Promise<Measurement[]> {
  const server = await startBareStreamServer(cluster, fixture);
  try {
    const ours = await openAll(cluster.gateways[0]?.pid ?? 0, cluster.sdkGatewayUrl, fixture.sdkKey);
    const bare = await openAll(server.pid, server.url, fixture.sdkKey);
    const memory = compare([{ ours: ours.kib, yardstick: bare.kib }], {
      name: `memory of an idle stream, of ${STREAMS.toLocaleString('en')}`,
      unit: 'KiB',
    });
    const last = await measureLast(cluster, fixture, ours.load, bare.load);
    ours.load.close();
    bare.load.close();
    return [memory, last, ...(await measureEnvironments(cluster, fixture))];
  } finally {
    server.child.disconnect();
  }
}
