import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { BenchCluster } from './bench-cluster.js';
import type { BenchFixture } from './bench-fixture.js';
import { compare, type Measurement, median, takeTurns } from './measurement.js';

const LONE_READS = 50;
const LOAD_MILLISECONDS = 10_000;
const READS_PER_SECOND = 100;

interface Read {
  ms: number;
  stale: boolean;
}

async function read(cluster: BenchCluster, { sdkKey }: BenchFixture): Promise<Read> {
  const startedAt = performance.now();
  const response = await fetch(`${cluster.sdkGatewayUrl}/api/v1/flags`, { headers: { 'x-sdk-key': sdkKey } });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`a read answered ${response.status}`);
  return { ms: performance.now() - startedAt, stale: response.headers.has('burgee-freshness') };
}

/** Milliseconds of a round trip to Postgres over the same distance. */
async function roundTrip(client: pg.Client): Promise<number> {
  const startedAt = performance.now();
  await client.query('select 1');
  return performance.now() - startedAt;
}

/** Reads at a fixed rate, whether or not those before are answered, and round trips one after the other meanwhile. */
async function underLoad(cluster: BenchCluster, fixture: BenchFixture, client: pg.Client) {
  const reads: Promise<Read>[] = [];
  const roundTrips: number[] = [];
  const startedAt = performance.now();
  const isOver = () => performance.now() - startedAt > LOAD_MILLISECONDS;
  const yardstick = (async () => {
    while (!isOver()) roundTrips.push(await roundTrip(client));
  })();
  for (; !isOver(); await delay(5))
    for (const due = ((performance.now() - startedAt) / 1_000) * READS_PER_SECOND; reads.length < due;)
      reads.push(read(cluster, fixture));
  await yardstick;
  return { reads: await Promise.all(reads), roundTrips };
}

/** Strict reads of a gateway that is so far from Postgres, beside a round trip to it. */
export function measureDistance(roundTripMs: number) {
  return async (cluster: BenchCluster, fixture: BenchFixture): Promise<Measurement[]> => {
    const client = new pg.Client({ connectionString: cluster.distantPostgresUrl });
    await client.connect();
    while ((await read(cluster, fixture)).stale) await delay(100);
    const alone: Read[] = [];
    const [lone, load] = [
      await takeTurns(
        LONE_READS,
        async () => {
          const one = await read(cluster, fixture);
          alone.push(one);
          return one.ms;
        },
        () => roundTrip(client),
      ),
      await underLoad(cluster, fixture, client),
    ];
    await client.end();
    const all = [...alone, ...load.reads];
    console.log(`${roundTripMs} ms: ${all.filter(({ stale }) => stale).length} of ${all.length} reads were stale`);
    const times = load.reads.map(({ ms }) => ms);
    const beside = (name: string, ours: number, yardstick: number, atMost: number): Measurement => ({
      name: `${name} of ${READS_PER_SECOND} a second, ${roundTripMs} ms from Postgres`,
      ours,
      yardstick,
      ratio: ours / yardstick,
      unit: 'ms',
      target: { atMost },
    });
    return [
      compare(lone, {
        name: `lone read, ${roundTripMs} ms from Postgres, beside a round trip`,
        unit: 'ms',
        target: { atMost: 1.1 },
      }),
      beside('median', median(times), median(load.roundTrips), 1.5),
      beside('slowest', Math.max(...times), Math.max(...load.roundTrips), 2),
    ];
  };
}
