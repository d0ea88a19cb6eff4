import { percentile } from '@burgee/testing';
import pg from 'pg';
import type { BenchCluster } from './bench-cluster.js';
import type { BenchFixture } from './bench-fixture.js';
import type { Measurement } from './measurement.js';
import { processorTime } from './processor-time.js';
import { toggleFlag } from './toggle-flag.js';
import { startUnleash } from './unleash.js';

/** The first of a service that has just started, as after each deployment. */
const COLD = 200;
const IN_A_ROW = 20;
const WARM = 500;
/** Node compiles what runs often: after thousands of toggles, one takes half the processor time of the first. */
const WARM_UP = 2_000;
/** In a row, for their processor time. */
const COUNTED = 500;

type Toggle = (isEnabled: boolean) => Promise<unknown>;

/** Milliseconds of each, sorted, by name; so many in a row of one, then of the next, so that none pays for what another left to do. */
async function timed<K extends string>(count: number, toggles: Record<K, Toggle>): Promise<Record<K, number[]>> {
  const names = Object.keys(toggles) as K[];
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<K, number[]>;
  for (let round = 0; round < count / IN_A_ROW; round++)
    for (const name of names)
      for (let n = 0; n < IN_A_ROW; n++) {
        const startedAt = performance.now();
        await toggles[name](n % 2 === 0);
        times[name].push(performance.now() - startedAt);
      }
  for (const name of names) times[name].sort((a, b) => a - b);
  return times;
}

/** Microseconds of processor time that one of many takes in these processes. */
async function processorTimeOf(toggle: Toggle, groups: Record<string, number[]>): Promise<Record<string, number>> {
  const now = () => Object.values(groups).map(processorTime);
  const before = now();
  for (let n = 0; n < COUNTED; n++) await toggle(n % 2 === 0);
  const after = now();
  return Object.fromEntries(
    Object.keys(groups).map((name, index) => [name, (((after[index] ?? 0) - (before[index] ?? 0)) * 1_000) / COUNTED]),
  );
}

function compareShare(name: string, ours: number[], yardstick: number[], share: number): Measurement {
  const [one, other] = [percentile(ours, share), percentile(yardstick, share)];
  return { name, ours: one, yardstick: other, ratio: one / other, unit: 'ms' };
}

/**
 * Sequential toggles with all their effects, compared with Unleash's on the same Postgres (the first toggles, and
 * after thousands) and with an UPDATE of one row. Then the processor time of each.
 */
export async function measureWrites(cluster: BenchCluster, fixture: BenchFixture): Promise<Measurement[]> {
  const unleash = await startUnleash(cluster.postgresUrl, `${cluster.logsDir}/unleash.log`);
  const client = new pg.Client({ connectionString: cluster.postgresUrl });
  try {
    await client.connect();
    await client.query('create table public.yardstick (id int primary key, is_enabled boolean not null)');
    await client.query('insert into public.yardstick values (1, false)');
    const ours: Toggle = (on) => toggleFlag(cluster.gatewayUrl, fixture, 0, on);
    const direct: Toggle = (on) => toggleFlag(cluster.flagsAdminUrl, fixture, 0, on);
    const update: Toggle = (on) =>
      client.query({
        name: 'yardstick',
        text: 'update public.yardstick set is_enabled = $1 where id = 1',
        values: [on],
      });
    const cold = await timed(COLD, { ours, unleash: unleash.toggle });
    await timed(WARM_UP, { ours, unleash: unleash.toggle, update });
    const warm = await timed(WARM, { ours, unleash: unleash.toggle, update, direct });
    const postgres = cluster.processes.filter(({ name }) => name === 'postgres').map(({ pid }) => pid);
    const others = cluster.processes.filter(({ name }) => name !== 'postgres');
    const groups = Object.fromEntries(others.map(({ name, pid }) => [name, [pid]]));
    const used = await processorTimeOf(ours, { ...groups, postgres });
    const usedByUnleash = await processorTimeOf(unleash.toggle, { unleash: [unleash.pid], postgres });
    const sum = (times: Record<string, number>) => Object.values(times).reduce((a, b) => a + b, 0);
    const processor = (name: string, one: number, other: number): Measurement => ({
      name,
      ours: one,
      yardstick: other,
      ratio: one / other,
      unit: 'µs',
    });
    return [
      compareShare(`first ${COLD} toggles vs. Unleash, p50`, cold.ours, cold.unleash, 0.5),
      compareShare(`first ${COLD} toggles vs. Unleash, p95`, cold.ours, cold.unleash, 0.95),
      compareShare('toggle, warm, vs. Unleash, p50', warm.ours, warm.unleash, 0.5),
      compareShare('toggle, warm, vs. Unleash, p95', warm.ours, warm.unleash, 0.95),
      compareShare('toggle, warm, vs. UPDATE, p50', warm.ours, warm.update, 0.5),
      compareShare('toggle at flags-admin, warm, vs. UPDATE, p50', warm.direct, warm.update, 0.5),
      processor('processor time of a toggle vs. Unleash', sum(used), sum(usedByUnleash)),
      ...Object.entries(used).map(([name, one]) =>
        processor(`processor time of it in ${name}`, one, usedByUnleash[name] ?? sum(usedByUnleash)),
      ),
    ];
  } finally {
    await client.end();
    await unleash.stop();
  }
}

/** A toggle of this build and one of another checkout, in turns; each build has a whole cluster of its own. */
export async function measureWritesOfBuilds(
  ours: Pick<BenchCluster, 'gatewayUrl'> & { fixture: BenchFixture },
  other: Pick<BenchCluster, 'gatewayUrl'> & { fixture: BenchFixture },
): Promise<Measurement[]> {
  const toggles = {
    ours: (on: boolean) => toggleFlag(ours.gatewayUrl, ours.fixture, 0, on),
    other: (on: boolean) => toggleFlag(other.gatewayUrl, other.fixture, 0, on),
  };
  await timed(WARM_UP, toggles);
  const warm = await timed(2 * WARM, toggles);
  return ([0.5, 0.95] as const).map((share) =>
    compareShare(`toggle, warm, vs. the other build, p${share * 100}`, warm.ours, warm.other, share),
  );
}
