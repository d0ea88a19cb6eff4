import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The roles that owners give to groups of a provider, which memberships came from them, and what was applied to an account
 * last. An account is pending while the roles of its groups, as of its last sign-in, are others than those.
 */
export class GroupRoles1760000000051 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table flags.group_roles (
        id uuid primary key,
        project_id uuid not null references flags.projects on delete cascade,
        issuer text not null,
        group_name text not null,
        role text not null check (role in ('viewer', 'editor', 'admin', 'owner')),
        environment_roles jsonb not null default '{}' check (jsonb_typeof(environment_roles) = 'object'),
        created_at timestamptz not null default now(),
        constraint group_roles_of_project unique (project_id, issuer, group_name)
      )`);
    await runner.query('create index group_roles_by_group on flags.group_roles (issuer, group_name)');
    await runner.query('alter table flags.members add column from_groups boolean not null default false');
    await runner.query('create table flags.applied_groups (user_id uuid primary key, digest text not null)');
    await runner.query(`
      create view access_read.pending_groups_v1 as
      with granted as (
        select i.user_id, md5(string_agg(r.id || r.role || r.environment_roles::text, ' ' order by r.id)) as digest
        from session_read.identity_v1 i
        join flags.group_roles r on r.issuer = i.issuer and i.groups ? r.group_name
        group by i.user_id
      )
      select coalesce(g.user_id, a.user_id) as user_id, g.digest
      from granted g full join flags.applied_groups a on a.user_id = g.user_id
      where g.digest is distinct from a.digest
        and coalesce(g.user_id, a.user_id) not in (select user_id from session_read.inactive_user_v1)
        and flags.on_primary()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop view access_read.pending_groups_v1');
    await runner.query('drop table flags.applied_groups, flags.group_roles');
    await runner.query('alter table flags.members drop column from_groups');
  }
}
