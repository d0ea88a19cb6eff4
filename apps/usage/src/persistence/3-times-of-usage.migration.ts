import type { MigrationInterface, QueryRunner } from 'typeorm';
import { EXPIRE_SOME } from './functions/expire-some.js';

/** Index name: table and time column. */
const INDEXES = {
  new_counts_by_hour: 'new_counts (hour)',
  latest_by_time: 'latest (last_at)',
  apps_by_time: 'apps (seen_at)',
  instances_by_time: 'instances (seen_at)',
  unknown_keys_by_time: 'unknown_keys (seen_at)',
};

/**
 * Retention finds expired rows by time and deletes them table by table. While Postgres builds an index on a large
 * table, reports wait. Reports that time out are lost, which is acceptable for usage. BRIN does not fit: rows are
 * updated in place, so every block range soon contains an old row.
 */
export class TimesOfUsage1760000000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [name, on] of Object.entries(INDEXES))
      await runner.query(`create index if not exists ${name} on usage.${on}`);
    await runner.query(EXPIRE_SOME);
    await runner.query('revoke all on function usage.expire_some from public');
  }

  /** Keeps `usage.expire`, which the previous release calls. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function usage.expire_some');
    for (const name of Object.keys(INDEXES)) await runner.query(`drop index usage.${name}`);
  }
}
