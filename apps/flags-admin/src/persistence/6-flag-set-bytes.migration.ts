import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The bytes of keys, names and targeting texts in the flag set of an environment. */
export class FlagSetBytes1760000000006 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table flags.environments add column flag_set_bytes bigint not null default 0');
    await runner.query(`
      update flags.environments e set flag_set_bytes = counted.bytes
      from (
        select v.environment_id,
               sum(octet_length(f.key) + octet_length(f.name) + coalesce(octet_length(v.targeting_attribute), 0)
                   + coalesce(octet_length(v.targeting_value), 0) + coalesce(octet_length(v.targeting_return_value), 0)
               ) as bytes
        from flags.flag_values v join flags.flags f on f.id = v.flag_id
        group by v.environment_id
      ) counted
      where counted.environment_id = e.id`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table flags.environments drop column flag_set_bytes');
  }
}
