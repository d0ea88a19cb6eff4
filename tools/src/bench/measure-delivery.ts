import { setTimeout as delay } from 'node:timers/promises';
import { percentile } from '@burgee/testing';
import type { BenchCluster } from './bench-cluster.js';
import type { BenchFixture } from './bench-fixture.js';
import { CommitClock } from './commit-clock.js';
import type { Measurement } from './measurement.js';
import { type BareStreamServer, connectYardstick, startBareStreamServer, StreamLoad } from './stream-load.js';
import { toggleFlag } from './toggle-flag.js';

/** So many clients of one environment, and so many changes of it. */
const FLEETS = [
  { clients: 1, changes: 1_500 },
  { clients: 100, changes: 400 },
  { clients: 1_000, changes: 250 },
];
/** Not counted: Node compiles what runs often. */
const WARM_UP_CHANGES = 100;
/** So many changes of one side, then as many of the other. */
const BLOCK = 25;
const PAUSE_MILLISECONDS = 10;
/** Longer than flags-admin takes to mark its messages as delivered. */
const PAUSE_BETWEEN_BLOCKS_MILLISECONDS = 200;

/**
 * Makes a block of changes. @param change makes one. @returns when it was made, by `performance.now()`
 * @returns milliseconds from each change to each client
 */
async function measureBlock(load: StreamLoad, change: () => Promise<number>): Promise<number[]> {
  const taken: number[] = [];
  for (let count = 0; count < BLOCK; count++) {
    const received = load.nextEvent();
    const changedAt = await change();
    taken.push(...(await received).map((at) => at - changedAt));
    await delay(PAUSE_MILLISECONDS);
  }
  await delay(PAUSE_BETWEEN_BLOCKS_MILLISECONDS);
  return taken;
}

/** Commits and bare publishes in turns, block by block. @returns milliseconds to each client, in ascending order */
async function measureFleet(
  cluster: BenchCluster,
  commits: CommitClock,
  server: BareStreamServer,
  fixture: BenchFixture,
  { clients, changes }: (typeof FLEETS)[number],
): Promise<{ ours: number[]; bare: number[] }> {
  const yardstick = await connectYardstick(cluster);
  const ourLoad = await StreamLoad.open(clients, cluster.sdkGatewayUrl, fixture.sdkKey);
  const bareLoad = await StreamLoad.open(clients, server.url, fixture.sdkKey);
  let on = false;
  const toggle = () => commits.of(() => toggleFlag(cluster.flagsAdminUrl, fixture, 1, (on = !on)));
  const taken = { ours: [] as number[], bare: [] as number[] };
  for (let change = 0; change < changes; change += BLOCK) {
    const [ours, bare] = [await measureBlock(ourLoad, toggle), await measureBlock(bareLoad, yardstick.publish)];
    if (change < WARM_UP_CHANGES) continue;
    taken.ours.push(...ours);
    taken.bare.push(...bare);
  }
  for (const load of [ourLoad, bareLoad]) load.close();
  await yardstick.nats.close();
  const ascending = (values: number[]) => values.toSorted((a, b) => a - b);
  return { ours: ascending(taken.ours), bare: ascending(taken.bare) };
}

/** From the commit of a change to one client and to a fleet, beside a bare publish to as many. */
export async function measureDelivery(cluster: BenchCluster, fixture: BenchFixture): Promise<Measurement[]> {
  const commits = await CommitClock.start(cluster.postgresUrl);
  const server = await startBareStreamServer(cluster, fixture);
  const measurements: Measurement[] = [];
  try {
    for (const fleet of FLEETS) {
      const { ours, bare } = await measureFleet(cluster, commits, server, fixture, fleet);
      for (const share of [0.5, 0.99])
        measurements.push({
          name: `commit to client, of ${fleet.clients.toLocaleString('en')}, p${share * 100}`,
          ours: percentile(ours, share),
          yardstick: percentile(bare, share),
          ratio: percentile(ours, share) / percentile(bare, share),
          unit: 'ms',
          target: { atMost: 3 },
        });
    }
    return measurements;
  } finally {
    server.child.disconnect();
    await commits.stop();
  }
}
