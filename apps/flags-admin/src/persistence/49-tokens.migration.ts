import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Service tokens act in their own project, or in those that admit them. Their roles follow from their verbs, as in `rolesOf`.
 * A notice that a personal token ends soon is of no project.
 */
export class Tokens1760000000049 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table flags.token_access (
        token_id uuid not null,
        project_id uuid not null references flags.projects on delete cascade,
        admitted_by uuid not null,
        created_at timestamptz(3) not null default clock_timestamp(),
        primary key (token_id, project_id)
      )`);
    await runner.query('create index token_access_of_project on flags.token_access (project_id)');
    await runner.query(`
      create view access_read.token_member_v1 as
      select p.id as project_id, t.token_id,
             case when t.environment_ids is not null then 'viewer' when 'manage' = any (t.verbs) then 'admin'
                  when t.verbs && '{switch,edit}' then 'editor' else 'viewer' end as role,
             case when t.environment_ids is not null and t.verbs && '{switch,edit}'
                  then (select jsonb_object_agg(id, 'editor') from unnest(t.environment_ids) as id)
                  else '{}' end as environment_roles,
             t.created_at
      from session_read.token_v1 t
      cross join lateral (
        select t.project_id union select a.project_id from flags.token_access a where a.token_id = t.token_id
      ) open
      join flags.projects p on p.id = open.project_id
      where t.user_id is null and (t.project_ids is null or p.id = any (t.project_ids)) and flags.on_primary()`);
    // Members, and service tokens like them: the ids of both are authors.
    await runner.query(`
      create view flags.actors as
      select project_id, user_id, role, environment_roles, created_at, invited_by from flags.members
      union all
      select project_id, token_id, role, environment_roles, created_at, null from access_read.token_member_v1`);
    await runner.query('alter table flags.notices alter column project_id drop not null');
    await runner.query(`
      create unique index notices_without_project on flags.notices (user_id, kind, subject_id) where project_id is null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('delete from flags.notices where project_id is null');
    await runner.query('drop index flags.notices_without_project');
    await runner.query('alter table flags.notices alter column project_id set not null');
    await runner.query('drop view flags.actors, access_read.token_member_v1');
    await runner.query('drop table flags.token_access');
  }
}
