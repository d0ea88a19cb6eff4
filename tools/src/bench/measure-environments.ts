import { setTimeout as delay } from 'node:timers/promises';
import { vitalsOf } from '../soak/process-vitals.js';
import type { BenchHouse } from './bench-house.js';
import { DashboardClient, type Scene } from './dashboard-client.js';
import { median, type Measurement } from './statistics.js';
import { Crowd } from './stream-scene.js';

const STREAMS_AN_ENVIRONMENT = 20;
const EVENTS = 300;
const ROUNDS = 3;
const ENVIRONMENTS_A_PROJECT = 20;
const COUNTS = [1, 10, 100];

interface Environment {
  id: string;
  sdk_key: string;
}

async function makeEnvironments(client: DashboardClient, count: number): Promise<Environment[]> {
  const environments: Environment[] = [];
  while (environments.length < count) {
    const names = Array.from({ length: Math.min(ENVIRONMENTS_A_PROJECT, count - environments.length) }, (_, index) => ({
      name: `Environment ${index}`,
    }));
    const project = await client.call<{ environments: Environment[] }>('POST', '/api/projects', {
      name: 'Many',
      environments: names,
    });
    environments.push(...project.environments);
  }
  return environments;
}

/** Processor time of the gateway for one event of one environment, µs, its idle work taken off. */
async function cpuPerEvent(house: BenchHouse, scene: Scene, client: DashboardClient, crowd: Crowd): Promise<number> {
  const pid = house.gateways[0]?.pid ?? 0;
  const path = `/api/flags/${scene.flagIds[2]}/environments/${scene.environmentId}/toggle`;
  const idleFrom = vitalsOf(pid).cpu;
  const idleSince = performance.now();
  await delay(3_000);
  const idle = (vitalsOf(pid).cpu - idleFrom) / (performance.now() - idleSince);
  const [cpu, startedAt] = [vitalsOf(pid).cpu, performance.now()];
  for (let event = 0; event < EVENTS; event++) {
    const heard = crowd.next();
    await client.call('PATCH', path, { is_enabled: event % 2 === 0 });
    await heard;
  }
  const spent = vitalsOf(pid).cpu - cpu - idle * (performance.now() - startedAt);
  return (spent / EVENTS) * 1_000;
}

/**
 * What an event costs when the environments around it are many: the streams of its own environment stay twenty, so that
 * nothing should grow.
 */
export async function measureEnvironments(house: BenchHouse, scene: Scene): Promise<Measurement[]> {
  const client = new DashboardClient(house.flagsAdminUrl, scene.cookie);
  const others = await makeEnvironments(client, Math.max(...COUNTS) - 1);
  const own = await Crowd.of(STREAMS_AN_ENVIRONMENT, house.sdkGatewayUrl, scene.sdkKey);
  const crowds: Crowd[] = [own];
  const measured: { count: number; cpu: number }[] = [];
  await cpuPerEvent(house, scene, client, own);
  for (const count of COUNTS) {
    for (const { sdk_key } of others.slice(crowds.length - 1, count - 1))
      crowds.push(await Crowd.of(STREAMS_AN_ENVIRONMENT, house.sdkGatewayUrl, sdk_key));
    const rounds: number[] = [];
    for (let round = 0; round < ROUNDS; round++) rounds.push(await cpuPerEvent(house, scene, client, own));
    measured.push({ count, cpu: median(rounds) });
  }
  for (const crowd of crowds) crowd.leave();
  const alone = measured[0]?.cpu ?? 0;
  return measured.slice(1).map(({ count, cpu }) => ({
    name: `CPU of an event to ${STREAMS_AN_ENVIRONMENT} streams, ${count} environments beside 1`,
    ours: cpu,
    yardstick: alone,
    ratio: cpu / alone,
    unit: 'µs',
    target: { atMost: 1.3 },
  }));
}
