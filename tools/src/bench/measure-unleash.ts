import type { BenchCluster } from './bench-cluster.js';
import type { BenchFixture } from './bench-fixture.js';
import { HELD_AT_LEAST, type Kind, KINDS, measureBeside, measureRun, readTarget } from './measure-reads.js';
import { compare, compareRuns, type Measurement, type Round } from './measurement.js';
import { startUnleashEdge } from './unleash-edge.js';
import { startUnleash, type Unleash } from './unleash.js';

const ROUNDS_BESIDE_A_PEER = 12;

const nameOf = (kind: Kind, flags: number) =>
  `GET /unleash/api/client/features, strict, ${kind === '200' ? `${flags} flags` : kind}`;

/** What Unleash's SDKs read, strict, beside a bare server that sends the same bytes, and beside Unleash and its Edge. */
export async function measureUnleash(cluster: BenchCluster, fixture: BenchFixture): Promise<Measurement[]> {
  const ask = { authorization: fixture.sdkKey };
  const flags = fixture.flagIds.length;
  const addressOf = (base: string) => `${base}/unleash/api/client/features`;
  const postgres = cluster.processes.find(({ name }) => name === 'postgres')?.pid ?? 0;
  const runs: Record<Kind, Round[]>[] = [];
  for (const [run, { url, pid }] of cluster.gateways.entries())
    runs.push(await measureRun(`run ${run + 1}`, addressOf(url), { gateway: pid, postgres }, ask));
  const besideBare = KINDS.map((kind) =>
    compareRuns(
      runs.map((run) => run[kind]),
      { name: nameOf(kind, flags), unit: 'requests/s', target: { atLeast: 0.9 } },
      HELD_AT_LEAST,
    ),
  );
  return [...besideBare, ...(await measurePeers(cluster, fixture))];
}

/** As many flags as there are of Burgee's, on for everybody, the first of which it has. */
async function makeFlags({ call, environment }: Unleash, count: number): Promise<void> {
  const features = '/api/admin/projects/default/features';
  for (let index = 1; index < count; index++) {
    const name = `flag-${String(index).padStart(3, '0')}`;
    await call('POST', features, { name, type: 'release' });
    const place = `${features}/${name}/environments/${environment}`;
    await call('POST', `${place}/strategies`, { name: 'default' });
    await call('POST', `${place}/on`, {});
  }
}

/** The same read of the same number of flags: each server sends its own bytes. */
async function measurePeers(cluster: BenchCluster, { sdkKey, flagIds }: BenchFixture): Promise<Measurement[]> {
  const unleash = await startUnleash(cluster.postgresUrl, `${cluster.logsDir}/unleash.log`);
  try {
    await makeFlags(unleash, flagIds.length);
    const { client } = await unleash.issueTokens();
    const edge = await startUnleashEdge(unleash.url, client, `${cluster.logsDir}/unleash-edge.log`);
    try {
      const gateway = cluster.gateways[0]?.url ?? '';
      const ours = await readTarget(`${gateway}/unleash/api/client/features`, { authorization: sdkKey });
      const measured: Measurement[] = [];
      for (const [peer, base] of [
        ['Unleash', unleash.url],
        ['Unleash Edge', edge.url],
      ] as const) {
        for (const kind of KINDS) {
          // Anew: its tag changes some time after the flags were made.
          const yardstick = await readTarget(`${base}/api/client/features`, { authorization: client });
          const rounds = await measureBeside(kind, ROUNDS_BESIDE_A_PEER, { ours, yardstick });
          const name = `${nameOf(kind, flagIds.length)}, beside ${peer}`;
          measured.push(compare(rounds, { name, unit: 'requests/s' }));
        }
      }
      return measured;
    } finally {
      await edge.stop();
    }
  } finally {
    await unleash.stop();
  }
}
