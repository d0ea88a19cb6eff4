import pg from 'pg';
import type { BenchCluster } from './bench-cluster.js';
import type { BenchFixture } from './bench-fixture.js';
import { type Measurement, median } from './measurement.js';
import { toggleFlag } from './toggle-flag.js';

const SAMPLES = 500;
/** Node compiles what runs often: after thousands of toggles, one takes half the processor time of the first. */
const WARM_UP = 3_000;

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** A toggle with all that it causes, beside one UPDATE of one row on the same Postgres; one at a time, in turns. */
export async function measureWrites(cluster: BenchCluster, fixture: BenchFixture): Promise<Measurement[]> {
  const client = new pg.Client({ connectionString: cluster.postgresUrl });
  await client.connect();
  await client.query('create table public.yardstick (id int primary key, is_enabled boolean not null)');
  await client.query('insert into public.yardstick values (1, false)');
  let on = false;
  const toggle = (base: string) => toggleFlag(base, fixture, 0, (on = !on));
  const update = () =>
    client.query({ name: 'yardstick', text: 'update public.yardstick set is_enabled = $1 where id = 1', values: [on] });
  for (let i = 0; i < WARM_UP; i++) {
    await toggle(i % 2 === 0 ? cluster.flagsAdminUrl : cluster.gatewayUrl);
    await update();
  }
  const samples: { direct: number; public: number; update: number }[] = [];
  for (let i = 0; i < SAMPLES; i++)
    samples.push({
      direct: await milliseconds(() => toggle(cluster.flagsAdminUrl)),
      update: await milliseconds(update),
      public: await milliseconds(() => toggle(cluster.gatewayUrl)),
    });
  await client.end();
  const yardstick = median(samples.map((sample) => sample.update));
  const beside = (name: string, values: number[], target?: Measurement['target']): Measurement => ({
    name,
    ours: median(values),
    yardstick,
    ratio: median(values) / yardstick,
    unit: 'ms',
    ...(target && { target }),
  });
  return [
    beside(
      'PATCH toggle at flags-admin, beside UPDATE',
      samples.map((sample) => sample.direct),
      { atMost: 5 },
    ),
    beside(
      'PATCH toggle through api-gateway, beside UPDATE',
      samples.map((sample) => sample.public),
    ),
  ];
}
