import type { MigrationInterface, QueryRunner } from 'typeorm';
import { EXPIRE_SOME } from './functions/expire-some.js';

/** By name: on which time of which table. */
const INDEXES = {
  new_counts_by_hour: 'new_counts (hour)',
  latest_by_time: 'latest (last_at)',
  apps_by_time: 'apps (seen_at)',
  instances_by_time: 'instances (seen_at)',
  unknown_keys_by_time: 'unknown_keys (seen_at)',
};

/**
 * What has expired is found by its time, and deleted table by table. While an index is made of a large table, reports wait, and those
 * that wait for too long are lost: usage is advice. No BRIN: rows are updated where they are, so that soon every range has an old one.
 */
export class TimesOfUsage1760000000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [name, on] of Object.entries(INDEXES))
      await runner.query(`create index if not exists ${name} on usage.${on}`);
    await runner.query(EXPIRE_SOME);
    await runner.query('revoke all on function usage.expire_some from public');
  }

  /** `usage.expire` is still there: the release before calls it. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function usage.expire_some');
    for (const name of Object.keys(INDEXES)) await runner.query(`drop index usage.${name}`);
  }
}
