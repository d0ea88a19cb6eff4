import { setTimeout as delay } from 'node:timers/promises';
import { percentile } from '../soak/summary.js';
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
  { clients: 1, changes: 600 },
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

/** A toggle, from the moment at which Postgres says that it is committed to each client. */
async function commitToClients(crowd: Crowd, commits: Commits, toggle: () => Promise<unknown>): Promise<number[]> {
  const heard = crowd.next();
  await toggle();
  const all = await heard;
  return all.map((at) => at - commits.lastAt);
}

/** The same of a bare server: from the publishing on NATS to each client. */
async function publishToClients(crowd: Crowd, publish: () => void): Promise<number[]> {
  const [heard, startedAt] = [crowd.next(), performance.now()];
  publish();
  const all = await heard;
  return all.map((at) => at - startedAt);
}

async function block(one: () => Promise<number[]>): Promise<number[]> {
  const taken: number[] = [];
  for (let change = 0; change < BLOCK; change++) {
    taken.push(...(await one()));
    await delay(PAUSE_MILLISECONDS);
  }
  await delay(PAUSE_BETWEEN_BLOCKS_MILLISECONDS);
  return taken;
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
  const oneOfOurs = () => commitToClients(ourCrowd, commits, toggle);
  const oneBare = () => publishToClients(bareCrowd, () => nats.publish(YARDSTICK, event));
  for (let change = 0; change < changes; change += BLOCK) {
    const [ours, bare] = [await block(oneOfOurs), await block(oneBare)];
    if (change < WARM_UP_CHANGES) continue;
    taken.ours.push(...ours);
    taken.bare.push(...bare);
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
