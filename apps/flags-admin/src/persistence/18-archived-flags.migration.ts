import type { MigrationInterface, QueryRunner } from 'typeorm';

const text = (value: string) => `coalesce(to_json(${value})::text, 'null')`;

/** Archived flags keep their key and values, and are in no flag set. */
export class ArchivedFlags1760000000018 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table flags.flags add column archived_at timestamptz(3)');
    await this.replaceViews(runner, 'and f.archived_at is null');
  }

  /** Archived flags come back into use without a revision, so every environment of theirs needs one. */
  async down(runner: QueryRunner): Promise<void> {
    await this.replaceViews(runner, '');
    await runner.query('alter table flags.flags drop column archived_at');
  }

  /** Columns and grants stay, so that gateways of the previous release also leave archived flags out. */
  private async replaceViews(runner: QueryRunner, inUse: string): Promise<void> {
    await runner.query(`
      create or replace view sdk_read.flag_set_v1 as
      select e.id as environment_id, flags.epoch_of(e.id, i.epoch) as epoch, e.revision, coalesce(v.flags, '[]'::json) as flags
      from flags.environments e
      cross join flags.installation i
      left join lateral (
        select json_agg(json_build_object(
          'flag_id', f.id, 'key', f.key, 'name', f.name, 'type', f.type,
          'is_enabled', v.is_enabled, 'rollout_percentage', v.rollout_percentage,
          'targeting_attribute', v.targeting_attribute, 'targeting_value', v.targeting_value,
          'targeting_return_value', v.targeting_return_value) order by f.key) as flags
        from flags.flag_values v
        join flags.flags f on f.id = v.flag_id ${inUse}
        where v.environment_id = e.id
      ) v on true
      where flags.current_timeline() is not null`);
    await runner.query(`
      create or replace view sdk_read.flag_set_v2 as
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
        join flags.flags f on f.id = v.flag_id ${inUse}
        where v.environment_id = e.environment_id
      ) v on true`);
  }
}
