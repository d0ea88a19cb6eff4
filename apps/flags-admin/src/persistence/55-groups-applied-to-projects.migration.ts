import type { MigrationInterface, QueryRunner } from 'typeorm';

const granted = (key: string) => `
  granted as (
    select ${key}, md5(string_agg(r.id || r.role || r.environment_roles::text, ' ' order by r.id)) as digest
    from session_read.identity_v1 i
    join flags.group_roles r on rtrim(r.issuer, '/') = rtrim(i.issuer, '/') and i.groups ? r.group_name
    group by ${key}
  )`;

const PENDING_IN_PROJECTS = `
  create or replace view access_read.pending_groups_v1 as
  with ${granted('i.user_id, r.project_id')}
  select coalesce(g.user_id, a.user_id) as user_id, g.digest, coalesce(g.project_id, a.project_id) as project_id
  from granted g full join flags.applied_groups a on a.user_id = g.user_id and a.project_id = g.project_id
  where g.digest is distinct from a.digest
    and coalesce(g.user_id, a.user_id) not in (select user_id from session_read.inactive_user_v1)
    and flags.on_primary()`;

const PENDING = `
  create view access_read.pending_groups_v1 as
  with ${granted('i.user_id')}
  select coalesce(g.user_id, a.user_id) as user_id, g.digest
  from granted g full join flags.applied_groups a on a.user_id = g.user_id
  where g.digest is distinct from a.digest
    and coalesce(g.user_id, a.user_id) not in (select user_id from session_read.inactive_user_v1)
    and flags.on_primary()`;

/**
 * What was applied last is kept for each project: a role that was changed by hand holds until groups change something in that
 * project. An account could undo it by a role of its group in a project of its own.
 */
export class GroupsAppliedToProjects1760000000055 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table flags.applied_groups
        drop constraint applied_groups_pkey,
        add column project_id uuid references flags.projects on delete cascade`);
    await runner.query(`
      insert into flags.applied_groups (user_id, project_id, digest)
      with ${granted('i.user_id, r.project_id')}
      select g.user_id, g.project_id, g.digest from granted g join flags.applied_groups a on a.user_id = g.user_id
      where a.user_id not in (select user_id from access_read.pending_groups_v1)`);
    await runner.query(`
      insert into flags.applied_groups (user_id, project_id, digest)
      select m.user_id, m.project_id, '' from flags.members m
      where m.from_groups and not exists (
        select from flags.applied_groups a where a.user_id = m.user_id and a.project_id = m.project_id)`);
    await runner.query('delete from flags.applied_groups where project_id is null');
    await runner.query('alter table flags.applied_groups add primary key (user_id, project_id)');
    await runner.query('create index applied_groups_of_project on flags.applied_groups (project_id)');
    await runner.query(PENDING_IN_PROJECTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop view access_read.pending_groups_v1');
    await runner.query('delete from flags.applied_groups');
    await runner.query(`
      alter table flags.applied_groups
        drop constraint applied_groups_pkey, drop column project_id, add primary key (user_id)`);
    await runner.query(PENDING);
  }
}
