import { createHash } from 'node:crypto';
import pg from 'pg';
import type { BenchCluster } from './bench-cluster.js';
import type { BenchFixture } from './bench-fixture.js';
import { type Measurement, median } from './measurement.js';

const SAMPLES = 2_000;
const WARM_UP = 200;
const KEYS = [1, 25];
const TEXT = `select key_hash, environment_id, epoch, revision from sdk_read.key_v1 where key_hash = any($1::text[])`;

/** What a check costs behind a pooler that loses prepared statements, beside one with them: on one connection, in turns. */
export async function measureStatements(cluster: BenchCluster, fixture: BenchFixture): Promise<Measurement[]> {
  const client = new pg.Client({ connectionString: cluster.postgresUrl });
  await client.connect();
  await client.query(`set plan_cache_mode = 'force_generic_plan'`);
  const hash = (text: string) => createHash('sha256').update(text).digest('hex');
  const measurements: Measurement[] = [];
  for (const count of KEYS) {
    const keys = Array.from({ length: count }, (_, index) => hash(index === 0 ? fixture.sdkKey : `${index}`));
    const timed = async (name?: string) => {
      const startedAt = performance.now();
      await client.query({ text: TEXT, values: [keys], ...(name && { name }) });
      return performance.now() - startedAt;
    };
    const [unnamed, named]: [number[], number[]] = [[], []];
    for (let n = 0; n < SAMPLES + WARM_UP; n++) {
      const [ours, yardstick] = [await timed(), await timed('check')];
      if (n < WARM_UP) continue;
      unnamed.push(ours);
      named.push(yardstick);
    }
    measurements.push({
      name: `check of ${count} ${count === 1 ? 'key' : 'keys'} without a prepared statement, beside one with it`,
      ours: median(unnamed),
      yardstick: median(named),
      ratio: median(unnamed) / median(named),
      unit: 'ms',
    });
  }
  await client.end();
  return measurements;
}
