import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import autocannon from 'autocannon';
import pg from 'pg';
import { percentile } from '@burgee/testing';
import type { BenchHouse } from './bench-house.js';
import { DashboardClient, type Scene } from './dashboard-client.js';
import { median, type Measurement } from './statistics.js';

const CALLERS = [1, 64, 1_000];
const SECONDS = 4;
const ROUNDS = 5;
/** How many more queries a second a thousand callers may cause than 64: more callers share each query, so rather fewer. */
const GROWTH_AT_MOST = 1.2;
const SAMPLERS = 16;
const SAMPLE_MILLISECONDS = 4_000;
const TOGGLES_PER_SECOND = 5;

export const STRICT_GATEWAY = 'sdk-gateway-1';
export const WINDOW_GATEWAY = 'sdk-gateway-2';
export const WINDOW_MILLISECONDS = 1_000;

/** What so many callers got, and what it cost Postgres. */
export interface StrictReads {
  callers: number;
  requestsPerSecond: number;
  p50: number;
  p99: number;
  checksPerSecond: number;
}

async function load(url: string, sdkKey: string, connections: number) {
  const result = await autocannon({ url, headers: { 'x-sdk-key': sdkKey }, connections, duration: SECONDS });
  if (result.errors > 0 || result['2xx'] !== result.requests.total)
    throw new Error(`${url} gave ${result.errors} errors and ${result.non2xx} answers of another kind`);
  return result;
}

/** How often Postgres was asked what keys open, since it counts. */
async function checksSoFar(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ calls: number }>(
    `select coalesce(sum(calls), 0)::int as calls from pg_stat_statements where query like '%sdk_read.authority_v1 where%'`,
  );
  return rows[0]?.calls ?? 0;
}

/** Strict reads with few and many callers at once, and how often Postgres was asked meanwhile. */
export async function measureStrictReads(house: BenchHouse, scene: Scene): Promise<StrictReads[]> {
  const client = new pg.Client({ connectionString: house.postgresUrl });
  await client.connect();
  await client.query('create extension if not exists pg_stat_statements');
  const url = `${house.urlOf(STRICT_GATEWAY)}/api/v1/flags`;
  const reads: StrictReads[] = [];
  for (const callers of CALLERS) {
    await load(url, scene.sdkKey, callers);
    const before = await checksSoFar(client);
    const { requests, latency } = await load(url, scene.sdkKey, callers);
    const checksPerSecond = ((await checksSoFar(client)) - before) / SECONDS;
    reads.push({ callers, requestsPerSecond: requests.average, p50: latency.p50, p99: latency.p99, checksPerSecond });
  }
  await client.end();
  return reads;
}

/** Whether Postgres is asked no more often for a thousand callers than for 64. */
export function growth(reads: readonly StrictReads[]): Measurement {
  const [, some, many] = reads as [StrictReads, StrictReads, StrictReads];
  return {
    name: 'queries for 1,000 callers, beside 64',
    ours: many.checksPerSecond,
    yardstick: some.checksPerSecond,
    ratio: many.checksPerSecond / some.checksPerSecond,
    unit: 'queries/s',
    target: { atMost: GROWTH_AT_MOST },
  };
}

/** What being strict costs, beside a replica that may use a check again for a second. */
export async function measureStrictness(house: BenchHouse, scene: Scene): Promise<Measurement> {
  const rate = async (gateway: string) =>
    (await load(`${house.urlOf(gateway)}/api/v1/flags`, scene.sdkKey, 64)).requests.average;
  await rate(WINDOW_GATEWAY);
  const rounds: { ours: number; yardstick: number }[] = [];
  for (let round = 0; round < ROUNDS; round++)
    rounds.push({ ours: await rate(STRICT_GATEWAY), yardstick: await rate(WINDOW_GATEWAY) });
  return {
    name: `strict, beside FRESHNESS_WINDOW_MS=${WINDOW_MILLISECONDS}`,
    ours: median(rounds.map((round) => round.ours)),
    yardstick: median(rounds.map((round) => round.yardstick)),
    ratio: median(rounds.map((round) => round.ours / round.yardstick)),
    unit: 'requests/s',
  };
}

function get(url: string, agent: Agent, sdkKey: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const call = request(url, { agent, headers: { 'x-sdk-key': sdkKey } }, (response) => {
      response.resume();
      const answeredWell = response.statusCode === 200 && response.headers['burgee-freshness'] === undefined;
      response.on('end', () => (answeredWell ? resolve() : reject(new Error(`GET answered ${response.statusCode}`))));
    });
    call.on('error', reject);
    call.end();
  });
}

/** The 99th percentile of reads, in milliseconds, while somebody toggles: each new revision is looked for in Redis. */
async function p99WhileToggling(house: BenchHouse, scene: Scene, toggle: () => Promise<unknown>): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: SAMPLERS });
  const times: number[] = [];
  const end = performance.now() + SAMPLE_MILLISECONDS;
  const reading = Array.from({ length: SAMPLERS }, async () => {
    while (performance.now() < end) {
      const startedAt = performance.now();
      await get(`${house.urlOf(STRICT_GATEWAY)}/api/v1/flags`, agent, scene.sdkKey);
      times.push(performance.now() - startedAt);
    }
  });
  const writing = (async () => {
    for (; performance.now() < end; await delay(1_000 / TOGGLES_PER_SECOND)) await toggle();
  })();
  await Promise.all([...reading, writing]);
  agent.destroy();
  return percentile(
    times.toSorted((a, b) => a - b),
    0.99,
  );
}

/** Reads while Redis is paused, beside reads with everything up, in turns. */
export async function measurePausedRedis(
  house: BenchHouse,
  scene: Scene,
  client: DashboardClient,
): Promise<Measurement> {
  let on = false;
  const path = `/api/flags/${scene.flagIds[0]}/environments/${scene.environmentId}/toggle`;
  const toggle = () => client.call('PATCH', path, { is_enabled: (on = !on) });
  const measure = () => p99WhileToggling(house, scene, toggle);
  await measure();
  const rounds: { ours: number; yardstick: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const yardstick = await measure();
    house.redis.signal('SIGSTOP');
    const ours = await measure();
    house.redis.signal('SIGCONT');
    await delay(2_000);
    rounds.push({ ours, yardstick });
  }
  return {
    name: 'p99 of a GET while Redis is paused, beside all up',
    ours: median(rounds.map((round) => round.ours)),
    yardstick: median(rounds.map((round) => round.yardstick)),
    ratio: median(rounds.map((round) => round.ours / round.yardstick)),
    unit: 'ms',
  };
}
