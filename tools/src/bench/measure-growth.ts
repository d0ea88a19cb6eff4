import { setTimeout } from 'node:timers/promises';
import { percentile } from '@burgee/testing';
import type { BenchCluster } from './bench-cluster.js';
import type { BenchFixture } from './bench-fixture.js';
import { listsOf } from './growth-lists.js';
import { measureExport } from './measure-export.js';
import type { Measurement } from './measurement.js';
import { GROWTH, seedGrowth } from './seed-growth.js';

const SAMPLES = 100;
/** Whoever repeats a large answer waits: of these fewer are taken. */
const [FEWEST_SAMPLES, FEWER_AFTER_MILLISECONDS] = [20, 15_000];
const WARM_UP = 5;
const P95_MILLISECONDS = 200;
/** So that no account is asked for more than others leave it. */
const BYTES_PER_MILLISECOND = 400;

/** p95 of each list and page of the API, as one account asks for it within its budget, beside the bound. */
export async function measureGrowth(cluster: BenchCluster, fixture: BenchFixture): Promise<Measurement[]> {
  const grown = await seedGrowth(cluster.postgresUrl, cluster.gatewayUrl, fixture);
  const lists = listsOf(grown);
  const headers = { cookie: fixture.cookie, 'x-sdk-key': fixture.sdkKey };
  const measured: Measurement[] = [];
  for (const { name, path } of lists) {
    const took: number[] = [];
    let bytes = 0;
    const enough = performance.now() + FEWER_AFTER_MILLISECONDS;
    while (took.length < (performance.now() < enough ? SAMPLES : FEWEST_SAMPLES) + WARM_UP) {
      const startedAt = performance.now();
      const answer = await fetch(cluster.gatewayUrl + path, { headers });
      const body = await answer.text();
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${body}`);
      bytes = Buffer.byteLength(body);
      took.push(performance.now() - startedAt);
      // As fast as one account is answered: what it waits for after that is no cost of a list.
      await setTimeout(bytes / BYTES_PER_MILLISECOND);
    }
    const ours = percentile(
      took.slice(WARM_UP).toSorted((a, b) => a - b),
      0.95,
    );
    measured.push({
      name: `${name} (${Math.ceil(bytes / 1_000)} kB), p95`,
      ours,
      yardstick: P95_MILLISECONDS,
      ratio: ours / P95_MILLISECONDS,
      unit: 'ms',
      target: { atMost: 1 },
    });
  }
  const { projectId } = grown;
  return [...measured, await measureExport(cluster, { projectId, cookie: fixture.cookie, entries: GROWTH.entries })];
}
