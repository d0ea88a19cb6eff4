import { setTimeout as delay } from 'node:timers/promises';
import { readProcessMetrics } from '../soak/process-metrics.js';
import type { BenchCluster } from './bench-cluster.js';
import type { BenchFixture } from './bench-fixture.js';
import { makeEnvironments } from './make-environments.js';
import type { Measurement } from './measurement.js';
import { StreamLoad } from './stream-load.js';

const STREAMS = 2_000;
const SETTLE_MILLISECONDS = 20_000;
/** Two rounds of heartbeats. */
const WATCH_MILLISECONDS = 30_000;
/** Of a core. */
const AT_MOST_PERCENT = 1;

/** Processor time of each process while nothing happens, percent of a core. */
async function percentOf(pids: readonly number[]): Promise<number[]> {
  await delay(SETTLE_MILLISECONDS);
  const before = pids.map((pid) => readProcessMetrics(pid).cpu);
  const startedAt = performance.now();
  await delay(WATCH_MILLISECONDS);
  const took = performance.now() - startedAt;
  return pids.map((pid, index) => (100 * (readProcessMetrics(pid).cpu - (before[index] ?? 0))) / took);
}

/** What open streams cost while nothing changes: at the gateway that has them, and at flags-admin, which it reports them to. */
export async function measureIdle(cluster: BenchCluster, fixture: BenchFixture): Promise<Measurement[]> {
  const pids = ['sdk-gateway-1', 'flags-admin'].map(
    (name) => cluster.processes.find((one) => one.name === name)?.pid ?? 0,
  );
  const one = await StreamLoad.open(STREAMS, cluster.sdkGatewayUrl, fixture.sdkKey);
  const inOne = await percentOf(pids);
  one.close();
  const loads: StreamLoad[] = [];
  for (const { sdk_key } of await makeEnvironments(cluster.gatewayUrl, STREAMS))
    loads.push(await StreamLoad.open(1, cluster.sdkGatewayUrl, sdk_key));
  const inMany = await percentOf(pids);
  for (const load of loads) load.close();
  const rows: [string, number[]][] = [
    ['one environment', inOne],
    [`${STREAMS.toLocaleString('en')} environments`, inMany],
  ];
  return rows.flatMap(([of, percents]) =>
    ['gateway', 'flags-admin'].map((service, index) => ({
      name: `CPU of ${service} while ${STREAMS.toLocaleString('en')} streams of ${of} are idle`,
      ours: percents[index] ?? 0,
      yardstick: AT_MOST_PERCENT,
      ratio: (percents[index] ?? 0) / AT_MOST_PERCENT,
      unit: '%',
      target: { atMost: 1 },
    })),
  );
}
