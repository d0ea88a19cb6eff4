import type { MigrationInterface, QueryRunner } from 'typeorm';
import { EXPIRE } from './functions/expire.js';
import { RECORD } from './functions/record.js';

const TABLES = `
  -- A month is a partition of usage.counts.
  create table usage.months (month date primary key);

  -- By hour, flag, variant and application. The flag '' stands for all at once, of which nobody knows which were used.
  create table usage.counts (
    environment_id uuid not null,
    hour timestamptz not null,
    flag_key text not null,
    variant text not null,
    app text not null,
    count bigint not null,
    primary key (environment_id, hour, flag_key, variant, app)
  ) partition by range (hour);
  create index counts_of_flag on usage.counts (environment_id, flag_key, hour);

  -- When each application evaluated a flag last.
  create table usage.latest (
    environment_id uuid not null,
    flag_key text not null,
    app text not null,
    last_at timestamptz not null,
    primary key (environment_id, flag_key, app)
  );

  create table usage.apps (
    environment_id uuid not null,
    app text not null,
    sdk text not null,
    sdk_version text not null,
    seen_at timestamptz not null,
    primary key (environment_id, app, sdk, sdk_version)
  );

  create table usage.instances (
    environment_id uuid not null,
    app text not null,
    instance text not null,
    sdk text not null,
    sdk_version text not null,
    position text,
    seen_at timestamptz not null,
    primary key (environment_id, app, instance)
  );

  create table usage.unknown_keys (
    environment_id uuid not null,
    flag_key text not null,
    app text not null,
    count bigint not null,
    first_at timestamptz not null,
    seen_at timestamptz not null,
    primary key (environment_id, flag_key, app)
  );

  -- What was counted already.
  create table usage.windows (
    environment_id uuid not null,
    window_id uuid not null,
    taken_at timestamptz not null default now(),
    primary key (environment_id, window_id)
  );
  create index windows_by_time on usage.windows (taken_at)`;

const MONTHS = `
  create function usage.change_month() returns trigger language plpgsql set timezone = 'UTC' as $$
  declare
    name constant text := 'counts_' || to_char(coalesce(new.month, old.month), 'YYYY_MM');
  begin
    if tg_op = 'DELETE' then
      execute format('drop table if exists usage.%I', name);
      return old;
    end if;
    -- Attaching locks less than creating a partition does.
    execute format('create table usage.%I (like usage.counts including defaults)', name);
    execute format('alter table usage.counts attach partition usage.%I for values from (%L) to (%L)',
                   name, new.month::timestamptz, (new.month + interval '1 month')::timestamptz);
    return new;
  end $$;

  create trigger months_are_partitions after insert or delete on usage.months
  for each row execute function usage.change_month()`;

export class Usage1760000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [TABLES, MONTHS, RECORD, EXPIRE]) await runner.query(sql);
    await runner.query('revoke all on all functions in schema usage from public');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function usage.record, usage.expire');
    await runner.query(
      'drop table usage.months, usage.counts, usage.latest, usage.apps, usage.instances, usage.unknown_keys, usage.windows',
    );
    await runner.query('drop function usage.change_month');
  }
}
