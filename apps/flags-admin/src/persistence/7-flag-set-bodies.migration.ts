import type { MigrationInterface, QueryRunner } from 'typeorm';

const text = (value: string) => `coalesce(to_json(${value})::text, 'null')`;

/**
 * Flag sets as served text, so that a gateway need not parse and serialize megabytes of JSON on its event loop. Also
 * the project of an environment, for fair scheduling in gateways.
 */
export class FlagSetBodies1760000000007 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create view sdk_read.flag_set_v2 as
      select e.environment_id, e.epoch, e.revision, '[' || coalesce(v.flags, '') || ']' as body
      from sdk_read.environment_v1 e
      left join lateral (
        select string_agg(concat(
          '{"flag_id":', to_json(f.id), ',"key":', to_json(f.key), ',"name":', to_json(f.name), ',"type":', to_json(f.type),
          ',"is_enabled":', to_json(v.is_enabled), ',"rollout_percentage":', v.rollout_percentage,
          ',"targeting_attribute":', ${text('v.targeting_attribute')},
          ',"targeting_value":', ${text('v.targeting_value')},
          ',"targeting_return_value":', ${text('v.targeting_return_value')}, '}'), ',' order by f.key) as flags
        from flags.flag_values v
        join flags.flags f on f.id = v.flag_id
        where v.environment_id = e.environment_id
      ) v on true`);
    await runner.query(`
      create view sdk_read.project_v1 as
      select v.environment_id, e.project_id
      from sdk_read.environment_v1 v join flags.environments e on e.id = v.environment_id`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop view sdk_read.project_v1, sdk_read.flag_set_v2');
  }
}
