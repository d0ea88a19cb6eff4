import type { BenchCluster } from './bench-cluster.js';
import type { BenchFixture } from './bench-fixture.js';
import { HELD_AT_LEAST, type Kind, KINDS, measureRun } from './measure-reads.js';
import { compareRuns, type Measurement, type Round } from './measurement.js';

const nameOf = (kind: Kind, flags: number) =>
  `GET /unleash/api/client/features, strict, ${kind === '200' ? `${flags} flags` : kind}`;

/** What Unleash's SDKs read, strict, beside a bare server that sends the same bytes. */
export async function measureUnleash(cluster: BenchCluster, fixture: BenchFixture): Promise<Measurement[]> {
  const ask = { authorization: fixture.sdkKey };
  const flags = fixture.flagIds.length;
  const addressOf = (base: string) => `${base}/unleash/api/client/features`;
  const postgres = cluster.processes.find(({ name }) => name === 'postgres')?.pid ?? 0;
  const runs: Record<Kind, Round[]>[] = [];
  for (const [run, { url, pid }] of cluster.gateways.entries())
    runs.push(await measureRun(`run ${run + 1}`, addressOf(url), { gateway: pid, postgres }, ask));
  return KINDS.map((kind) =>
    compareRuns(
      runs.map((run) => run[kind]),
      { name: nameOf(kind, flags), unit: 'requests/s', target: { atLeast: 0.9 } },
      HELD_AT_LEAST,
    ),
  );
}
