import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ProjectsAndFlags1760000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table flags.installation (
        only_row boolean primary key default true check (only_row),
        epoch text not null default substr(replace(gen_random_uuid()::text, '-', ''), 1, 12)
      )`);
    await runner.query('insert into flags.installation default values');
    await runner.query(`
      create table flags.projects (
        id uuid primary key,
        name text not null,
        slug text not null constraint projects_slug unique,
        description text,
        created_at timestamptz(3) not null default now()
      )`);
    await runner.query(`
      create table flags.members (
        project_id uuid not null references flags.projects on delete cascade,
        user_id uuid not null,
        role text not null check (role in ('viewer', 'editor', 'admin', 'owner')),
        created_at timestamptz(3) not null default now(),
        primary key (project_id, user_id)
      )`);
    await runner.query('create index members_of_user on flags.members (user_id)');
    await runner.query(`
      create table flags.environments (
        id uuid primary key,
        project_id uuid not null references flags.projects on delete cascade,
        name text not null,
        slug text not null,
        icon text not null,
        url text,
        protected boolean not null,
        revision bigint not null default 0,
        created_at timestamptz(3) not null default now(),
        constraint environments_slug unique (project_id, slug)
      )`);
    await runner.query('create index environments_url on flags.environments (url) where url is not null');
    await runner.query(`
      create table flags.sdk_keys (
        id uuid primary key,
        environment_id uuid not null references flags.environments on delete cascade,
        hash text not null constraint sdk_keys_hash unique,
        ciphertext bytea not null,
        created_at timestamptz(3) not null default now(),
        expires_at timestamptz(3)
      )`);
    await runner.query(
      'create unique index sdk_keys_current on flags.sdk_keys (environment_id) where expires_at is null',
    );
    await runner.query(`
      create table flags.flags (
        id uuid primary key,
        project_id uuid not null references flags.projects on delete cascade,
        key text not null collate "C",
        name text not null,
        type text not null check (type in ('boolean', 'string', 'number', 'json')),
        description text,
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now(),
        constraint flags_key unique (project_id, key)
      )`);
    await runner.query(`
      create table flags.flag_values (
        id uuid primary key,
        flag_id uuid not null references flags.flags on delete cascade,
        environment_id uuid not null references flags.environments on delete cascade,
        is_enabled boolean not null default false,
        rollout_percentage integer not null default 100 check (rollout_percentage between 0 and 100),
        targeting_attribute text,
        targeting_value text,
        targeting_return_value text,
        updated_at timestamptz(3) not null default now(),
        constraint flag_values_place unique (flag_id, environment_id),
        check ((targeting_attribute is null) = (targeting_value is null))
      )`);
    await runner.query('create index flag_values_of_environment on flags.flag_values (environment_id)');
    await runner.query(`
      create table flags.outbox (
        event_id uuid primary key,
        kind text not null check (kind in ('flag_updated', 'flag_deleted', 'sdk_key_changed', 'audit')),
        environment_id uuid,
        revision bigint,
        payload jsonb not null,
        created_at timestamptz not null default clock_timestamp(),
        delivered_at timestamptz,
        attempts integer not null default 0,
        last_error text,
        dead_lettered_at timestamptz
      )`);
    await runner.query(
      'create unique index outbox_change on flags.outbox (environment_id, revision) where revision is not null',
    );
    await runner.query(
      'create index outbox_open on flags.outbox (created_at) where delivered_at is null and dead_lettered_at is null',
    );
    await runner.query('create index outbox_delivered on flags.outbox (delivered_at) where delivered_at is not null');
    await this.createViews(runner);
  }

  private async createViews(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create view access_read.member_v1 as select project_id, user_id, role from flags.members`);
    await runner.query(`
      create view access_read.flag_v1 as select id as flag_id, project_id from flags.flags`);
    await runner.query(`
      create view sdk_read.environment_v1 as
      select e.id as environment_id, i.epoch, e.revision from flags.environments e cross join flags.installation i`);
    await runner.query(`
      create view sdk_read.sdk_key_v1 as
      select k.hash as key_hash, e.id as environment_id, i.epoch, e.revision
      from flags.sdk_keys k
      join flags.environments e on e.id = k.environment_id
      cross join flags.installation i
      where k.expires_at is null or k.expires_at > now()`);
    await runner.query(`
      create view sdk_read.origin_v1 as select distinct url as origin from flags.environments where url is not null`);
    await runner.query(`
      create view sdk_read.flag_set_v1 as
      select e.id as environment_id, i.epoch, e.revision, coalesce(v.flags, '[]'::json) as flags
      from flags.environments e
      cross join flags.installation i
      left join lateral (
        select json_agg(json_build_object(
          'flag_id', f.id, 'key', f.key, 'name', f.name, 'type', f.type,
          'is_enabled', v.is_enabled, 'rollout_percentage', v.rollout_percentage,
          'targeting_attribute', v.targeting_attribute, 'targeting_value', v.targeting_value,
          'targeting_return_value', v.targeting_return_value) order by f.key) as flags
        from flags.flag_values v
        join flags.flags f on f.id = v.flag_id
        where v.environment_id = e.id
      ) v on true`);
    await runner.query(`
      create view sdk_read.change_v1 as
      select environment_id, revision, kind, payload as data from flags.outbox where revision is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop view sdk_read.change_v1, sdk_read.flag_set_v1, sdk_read.origin_v1, sdk_read.sdk_key_v1,
      sdk_read.environment_v1, access_read.flag_v1, access_read.member_v1`);
    await runner.query(`drop table flags.outbox, flags.flag_values, flags.flags, flags.sdk_keys, flags.environments,
      flags.members, flags.projects, flags.installation`);
  }
}
