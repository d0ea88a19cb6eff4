import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { percentile } from '../soak/summary.js';
import type { BenchHouse } from './bench-house.js';
import { DashboardClient, type Scene } from './dashboard-client.js';
import type { Measurement } from './statistics.js';
import { BARE_SUBJECT, type BareServer, connectNats, Crowd, startBareStreams } from './stream-scene.js';

/** So many streams of one environment, and so many changes of it. */
interface Fleet {
  clients: number;
  changes: number;
}

const FLEETS: readonly Fleet[] = [
  { clients: 1, changes: 500 },
  { clients: 100, changes: 400 },
  { clients: 1_000, changes: 250 },
];
/** Not counted: Node compiles what runs often. */
const WARM_UP_CHANGES = 100;

/** What `performance.now()` has to be put on top of to be the time of day, which Postgres tells: it drifts from the first guess. */
function timeOfDayAtZero(): number {
  const before = Date.now();
  while (Date.now() === before);
  return Date.now() - performance.now();
}

/** When the last change of a flag's value was committed, ms since 1970: the outbox row itself is written again when it is told. */
async function committedAt(database: pg.Client, environmentId: string, flagId: string): Promise<number> {
  const { rows } = await database.query<{ at: string }>({
    name: 'bench-commit',
    text: `select extract(epoch from pg_xact_commit_timestamp(xmin)) * 1000 as at from flags.flag_values
           where environment_id = $1 and flag_id = $2`,
    values: [environmentId, flagId],
  });
  return Number(rows[0]?.at);
}

/** One toggle after the other: milliseconds from its commit, as Postgres notes it, to each client. */
async function commitToClients(
  house: BenchHouse,
  { sdkKey, cookie, environmentId, flagIds }: Scene,
  { clients, changes }: Fleet,
): Promise<number[]> {
  const database = new pg.Client({ connectionString: house.postgresUrl });
  await database.connect();
  const crowd = await Crowd.of(clients, house.sdkGatewayUrl, sdkKey);
  const dashboard = new DashboardClient(house.flagsAdminUrl, cookie);
  const flagId = flagIds[1] ?? '';
  const taken: number[] = [];
  for (let change = 0; change < changes; change++) {
    const heard = crowd.next();
    const zero = timeOfDayAtZero();
    const path = `/api/flags/${flagId}/environments/${environmentId}/toggle`;
    await dashboard.call('PATCH', path, { is_enabled: change % 2 === 0 });
    const all = await heard;
    const committed = await committedAt(database, environmentId, flagId);
    if (change >= WARM_UP_CHANGES) taken.push(...all.map((at) => zero + at - committed));
    await delay(5);
  }
  crowd.leave();
  await database.end();
  return taken.toSorted((a, b) => a - b);
}

/** The same of a bare server: from the publishing on NATS to each client. */
async function publishToClients(
  house: BenchHouse,
  server: BareServer,
  { sdkKey }: Scene,
  { clients, changes }: Fleet,
): Promise<number[]> {
  const nats = await connectNats(house);
  const crowd = await Crowd.of(clients, server.url, sdkKey);
  const event = `id: 0123456789ab-1\nevent: flag_updated\ndata: ${'x'.repeat(400)}\n\n`;
  const taken: number[] = [];
  for (let change = 0; change < changes; change++) {
    const [heard, startedAt] = [crowd.next(), performance.now()];
    nats.publish(BARE_SUBJECT, event);
    const all = await heard;
    if (change >= WARM_UP_CHANGES) taken.push(...all.map((at) => at - startedAt));
    await delay(10);
  }
  crowd.leave();
  await nats.close();
  return taken.toSorted((a, b) => a - b);
}

/** How fast one change reaches one client, and a fleet of them, with all that lies between. */
export async function measureDelivery(house: BenchHouse, scene: Scene): Promise<Measurement[]> {
  const server = await startBareStreams(house, scene);
  const measurements: Measurement[] = [];
  try {
    for (const fleet of FLEETS) {
      const ours = await commitToClients(house, scene, fleet);
      const bare = await publishToClients(house, server, scene, fleet);
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
