import type { MigrationInterface, QueryRunner } from 'typeorm';

const text = (value: string) => `coalesce(to_json(${value})::text, 'null')`;

/** Values that clients do not get yet, because their flag came while a rule held the environment. They are in no flag set. */
export class FlagsNotServedYet1760000000038 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table flags.flag_values add column served boolean not null default true');
    await this.replaceViews(runner, 'and v.served');
    // A service of the previous release announces each change of a value, but does not know the column.
    await runner.query(`
      create function flags.serve_changed() returns trigger language plpgsql set search_path = pg_catalog as $$
      begin
        new.served := true;
        return new;
      end $$`);
    await runner.query(`
      create trigger serve_changed before update on flags.flag_values for each row
      when (not old.served and not new.served and
        (old.is_enabled, old.rollout_percentage, old.targeting_attribute, old.targeting_value, old.targeting_return_value)
        is distinct from
        (new.is_enabled, new.rollout_percentage, new.targeting_attribute, new.targeting_value, new.targeting_return_value))
      execute function flags.serve_changed()`);
  }

  /** These values are served without a revision, so every environment of theirs needs one. */
  async down(runner: QueryRunner): Promise<void> {
    await this.replaceViews(runner, '');
    await runner.query('drop trigger serve_changed on flags.flag_values');
    await runner.query('drop function flags.serve_changed()');
    await runner.query('alter table flags.flag_values drop column served');
  }

  /** Columns and grants stay, so that gateways of the previous release also leave these values out. */
  private async replaceViews(runner: QueryRunner, served: string): Promise<void> {
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
        join flags.flags f on f.id = v.flag_id and f.archived_at is null
        where v.environment_id = e.id ${served}
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
        join flags.flags f on f.id = v.flag_id and f.archived_at is null
        where v.environment_id = e.environment_id ${served}
      ) v on true`);
  }
}
