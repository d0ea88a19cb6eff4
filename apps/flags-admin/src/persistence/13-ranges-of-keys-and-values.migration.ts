import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Indexes by which a read finds its own rows alone: the keys of an environment, keys that have ended, values that are on. An
 * environment has five keys at most from now on; old keys beyond these are deleted, and those that no longer work.
 */
export class RangesOfKeysAndValues1760000000013 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('delete from flags.sdk_keys where expires_at <= now()');
    await runner.query(`
      delete from flags.sdk_keys where id in (
        select id
        from (
          select id, row_number() over (partition by environment_id order by created_at desc, id desc) as position
          from flags.sdk_keys
        ) newest_first
        where position > 5)`);
    await runner.query('create index sdk_keys_of_environment on flags.sdk_keys (environment_id, expires_at)');
    await runner.query('create index sdk_keys_by_expiry on flags.sdk_keys (expires_at) where expires_at is not null');
    await runner.query('create index flag_values_on on flags.flag_values (flag_id) where is_enabled');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index flags.sdk_keys_of_environment, flags.sdk_keys_by_expiry, flags.flag_values_on');
  }
}
