import type { Report } from '@burgee/launcher';
import { type BenchHouse, openBenchHouse } from './bench-house.js';
import { DashboardClient, makeScene } from './dashboard-client.js';
import {
  growth,
  measurePausedRedis,
  measureStrictness,
  measureStrictReads,
  type StrictReads,
  WINDOW_GATEWAY,
  WINDOW_MILLISECONDS,
} from './measure-strict-reads.js';
import type { Measurement } from './statistics.js';

const FLAGS = 100;

/** One replica that is strict, one that may use a check again for a while, and a Postgres that counts what it is asked. */
function openStrictHouse(report: Report): Promise<BenchHouse> {
  const window = { FRESHNESS_WINDOW_MS: String(WINDOW_MILLISECONDS) };
  return openBenchHouse(report, {
    sdkGateways: 2,
    adjust: (spec) => (spec.name === WINDOW_GATEWAY ? { ...spec, env: { ...spec.env, ...window } } : spec),
    postgresSettings: ['shared_preload_libraries=pg_stat_statements'],
  });
}

function print(reads: readonly StrictReads[]): void {
  console.log(
    `\n| strict reads, callers at once | requests/s | p50 ms | p99 ms | queries/s |\n| --- | --- | --- | --- | --- |`,
  );
  for (const { callers, requestsPerSecond, p50, p99, checksPerSecond } of reads)
    console.log(`| ${callers} | ${requestsPerSecond.toFixed(0)} | ${p50} | ${p99} | ${checksPerSecond.toFixed(0)} |`);
}

/** What strictness costs, with few callers and with many, and while Redis is paused. */
export async function benchStrict(report: Report): Promise<Measurement[]> {
  const house = await report('Starting a house with a strict replica and one with a window', () =>
    openStrictHouse(report),
  );
  try {
    const scene = await report(`Making ${FLAGS} flags`, () => makeScene(house.gatewayUrl, FLAGS));
    const reads = await report('Measuring strict reads', () => measureStrictReads(house, scene));
    print(reads);
    const client = new DashboardClient(house.flagsAdminUrl, scene.cookie);
    return [
      growth(reads),
      await report('Measuring strict against FRESHNESS_WINDOW_MS', () => measureStrictness(house, scene)),
      await report('Measuring reads while Redis is paused', () => measurePausedRedis(house, scene, client)),
    ];
  } finally {
    await house.stop();
  }
}
