import { setTimeout as delay } from 'node:timers/promises';
import { aProject, type Environment } from '@burgee/testing';
import { readProcessMetrics } from '../soak/process-metrics.js';
import type { BenchCluster } from './bench-cluster.js';
import type { BenchFixture } from './bench-fixture.js';
import { median, type Measurement } from './measurement.js';
import { StreamLoad } from './stream-load.js';
import { toggleFlag } from './toggle-flag.js';

const STREAMS_PER_ENVIRONMENT = 20;
const ENVIRONMENTS_PER_PROJECT = 20;
const EVENTS = 300;
const ROUNDS = 3;
const COUNTS = [1, 10, 100];

/** Processor time of the gateway for one event of one environment, µs, without its idle work. */
async function cpuPerEvent(cluster: BenchCluster, fixture: BenchFixture, load: StreamLoad): Promise<number> {
  const pid = cluster.gateways[0]?.pid ?? 0;
  const idleFrom = readProcessMetrics(pid).cpu;
  const idleSince = performance.now();
  await delay(3_000);
  const idle = (readProcessMetrics(pid).cpu - idleFrom) / (performance.now() - idleSince);
  const [cpu, startedAt] = [readProcessMetrics(pid).cpu, performance.now()];
  for (let event = 0; event < EVENTS; event++) {
    const received = load.nextEvent();
    await toggleFlag(cluster.flagsAdminUrl, fixture, 2, event % 2 === 0);
    await received;
  }
  const spent = readProcessMetrics(pid).cpu - cpu - idle * (performance.now() - startedAt);
  return (spent / EVENTS) * 1_000;
}

/** @param base where users register and make projects */
async function makeEnvironments(base: string, count: number): Promise<Environment[]> {
  const made: Environment[] = [];
  while (made.length < count) {
    const length = Math.min(ENVIRONMENTS_PER_PROJECT, count - made.length);
    const environments = Array.from({ length }, (_, index) => ({ name: `Environment ${index}` }));
    made.push(...(await aProject(base, { environments })).environments);
  }
  return made;
}

/** The cost of an event to twenty streams, as the number of other environments grows. It should not change. */
export async function measureEnvironments(cluster: BenchCluster, fixture: BenchFixture): Promise<Measurement[]> {
  const others = await makeEnvironments(cluster.gatewayUrl, Math.max(...COUNTS) - 1);
  const own = await StreamLoad.open(STREAMS_PER_ENVIRONMENT, cluster.sdkGatewayUrl, fixture.sdkKey);
  const loads: StreamLoad[] = [own];
  const measured: { count: number; cpu: number }[] = [];
  await cpuPerEvent(cluster, fixture, own);
  for (const count of COUNTS) {
    for (const { sdk_key } of others.slice(loads.length - 1, count - 1))
      loads.push(await StreamLoad.open(STREAMS_PER_ENVIRONMENT, cluster.sdkGatewayUrl, sdk_key));
    const rounds: number[] = [];
    for (let round = 0; round < ROUNDS; round++) rounds.push(await cpuPerEvent(cluster, fixture, own));
    measured.push({ count, cpu: median(rounds) });
  }
  for (const load of loads) load.close();
  const alone = measured[0]?.cpu ?? 0;
  return measured.slice(1).map(({ count, cpu }) => ({
    name: `CPU of an event to ${STREAMS_PER_ENVIRONMENT} streams, ${count} environments vs. 1`,
    ours: cpu,
    yardstick: alone,
    ratio: cpu / alone,
    unit: 'µs',
  }));
}
