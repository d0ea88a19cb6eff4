import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Indexes that let a read touch only its own rows: the keys of an environment, expired keys, values that are on. From
 * now on an environment has up to five keys. The migration deletes older ones beyond the limit and expired keys.
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
