import type { BenchCluster } from './bench-cluster.js';
import type { BenchFixture } from './bench-fixture.js';
import { KINDS, measurePair, measureReadsOf, gatewaysOf, readTarget } from './measure-reads.js';
import { compare, type Measurement } from './measurement.js';
import { startUnleashEdge } from './unleash-edge.js';
import { startUnleash, type Unleash } from './unleash.js';

const ROUNDS_BESIDE_A_PEER = 12;
const PATH = '/unleash/api/client/features';

/** The reads of Unleash's SDKs, strict, compared with a bare server of the same bytes, Unleash and Unleash Edge. */
export async function measureUnleash(cluster: BenchCluster, fixture: BenchFixture): Promise<Measurement[]> {
  const ask = { authorization: fixture.sdkKey };
  const nameOf = (kind: string) => `GET ${PATH}, strict, ${kind === '200' ? `${fixture.flagIds.length} flags` : kind}`;
  const besideBare = await measureReadsOf(gatewaysOf(cluster, PATH), ask, nameOf);
  return [...besideBare, ...(await measurePeers(cluster, fixture, nameOf))];
}

/** Creates the rest of `count` flags, on for all users. Unleash has the first one. */
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
async function measurePeers(
  cluster: BenchCluster,
  { sdkKey, flagIds }: BenchFixture,
  nameOf: (kind: string) => string,
): Promise<Measurement[]> {
  const unleash = await startUnleash(cluster.postgresUrl, `${cluster.logsDir}/unleash.log`);
  try {
    await makeFlags(unleash, flagIds.length);
    const { client } = await unleash.issueTokens();
    const edge = await startUnleashEdge(unleash.url, client, `${cluster.logsDir}/unleash-edge.log`);
    try {
      const ours = await readTarget(cluster.sdkGatewayUrl + PATH, { authorization: sdkKey });
      const measured: Measurement[] = [];
      for (const [peer, base] of [
        ['Unleash', unleash.url],
        ['Unleash Edge', edge.url],
      ] as const) {
        for (const kind of KINDS) {
          // Read again: its tag changes some time after the flags were made.
          const yardstick = await readTarget(`${base}/api/client/features`, { authorization: client });
          const rounds = await measurePair(kind, ROUNDS_BESIDE_A_PEER, ours, yardstick);
          measured.push(compare(rounds, { name: `${nameOf(kind)}, vs. ${peer}`, unit: 'requests/s' }));
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
