import { setTimeout as delay } from 'node:timers/promises';
import { percentile } from '@burgee/testing';
import { type BenchHouse, YARDSTICK } from './bench-house.js';
import type { Commits } from './commits.js';
import { DashboardClient, type Scene } from './dashboard-client.js';
import type { Measurement } from './statistics.js';
import { type BareServer, connectNats, Crowd, startBareStreams } from './stream-scene.js';

/** So many streams of one environment, and so many changes of it. */
interface Fleet {
  clients: number;
  changes: number;
}

const FLEETS: readonly Fleet[] = [
  { clients: 1, changes: 1_500 },
  { clients: 100, changes: 400 },
  { clients: 1_000, changes: 250 },
];
/** Not counted: Node compiles what runs often. */
const WARM_UP_CHANGES = 100;
/** So many of one, then as many of the other. */
const BLOCK = 25;
const PAUSE_MILLISECONDS = 10;
/** Longer than flags-admin takes to note what it has told. */
const PAUSE_BETWEEN_BLOCKS_MILLISECONDS = 200;

/** Milliseconds to each client, in ascending order. */
interface Taken {
  ours: number[];
  bare: number[];
}

/** One change, and when each client heard of it, by `performance.now()`. */
interface Told {
  startedAt: number;
  heardAt: number[];
}

async function tell(crowd: Crowd, change: () => unknown): Promise<Told> {
  const [heard, startedAt] = [crowd.next(), performance.now()];
  await change();
  return { startedAt, heardAt: await heard };
}

async function block(crowd: Crowd, change: () => unknown): Promise<Told[]> {
  const told: Told[] = [];
  for (let count = 0; count < BLOCK; count++) {
    told.push(await tell(crowd, change));
    await delay(PAUSE_MILLISECONDS);
  }
  await delay(PAUSE_BETWEEN_BLOCKS_MILLISECONDS);
  return told;
}

/** From the moment at which flags-admin reads that a toggle is committed to each client. */
async function fromCommit({ startedAt, heardAt }: Told, commits: Commits): Promise<number[]> {
  const committedAt = await commits.after(startedAt);
  return heardAt.map((at) => at - committedAt);
}

/** Both in turn, block by block, so that a busy moment of the machine meets both. */
async function inTurns(
  house: BenchHouse,
  commits: Commits,
  server: BareServer,
  { sdkKey, cookie, environmentId, flagIds }: Scene,
  { clients, changes }: Fleet,
): Promise<Taken> {
  const nats = await connectNats(house, YARDSTICK);
  const [ourCrowd, bareCrowd] = [
    await Crowd.of(clients, house.sdkGatewayUrl, sdkKey),
    await Crowd.of(clients, server.url, sdkKey),
  ];
  const dashboard = new DashboardClient(house.flagsAdminUrl, cookie);
  const path = `/api/flags/${flagIds[1]}/environments/${environmentId}/toggle`;
  const event = `id: 0123456789ab-1\nevent: flag_updated\ndata: ${'x'.repeat(400)}\n\n`;
  const taken: Taken = { ours: [], bare: [] };
  let on = false;
  const toggle = () => dashboard.call('PATCH', path, { is_enabled: (on = !on) });
  const publish = () => nats.publish(YARDSTICK, event);
  for (let change = 0; change < changes; change += BLOCK) {
    const [ours, bare] = [await block(ourCrowd, toggle), await block(bareCrowd, publish)];
    if (change < WARM_UP_CHANGES) continue;
    for (const told of ours) taken.ours.push(...(await fromCommit(told, commits)));
    for (const { startedAt, heardAt } of bare) taken.bare.push(...heardAt.map((at) => at - startedAt));
  }
  for (const crowd of [ourCrowd, bareCrowd]) crowd.leave();
  await nats.close();
  const ascending = (values: number[]) => values.toSorted((a, b) => a - b);
  return { ours: ascending(taken.ours), bare: ascending(taken.bare) };
}

/** How fast one change reaches one client, and a fleet of them, with all that lies between. */
export async function measureDelivery(house: BenchHouse, commits: Commits, scene: Scene): Promise<Measurement[]> {
  const server = await startBareStreams(house, scene);
  const measurements: Measurement[] = [];
  try {
    for (const fleet of FLEETS) {
      const { ours, bare } = await inTurns(house, commits, server, scene, fleet);
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
  }
}
