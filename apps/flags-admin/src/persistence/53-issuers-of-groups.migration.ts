import type { MigrationInterface, QueryRunner } from 'typeorm';

const pendingGroups = (isSameIssuer: string) => `
  create or replace view access_read.pending_groups_v1 as
  with granted as (
    select i.user_id, md5(string_agg(r.id || r.role || r.environment_roles::text, ' ' order by r.id)) as digest
    from session_read.identity_v1 i
    join flags.group_roles r on ${isSameIssuer} and i.groups ? r.group_name
    group by i.user_id
  )
  select coalesce(g.user_id, a.user_id) as user_id, g.digest
  from granted g full join flags.applied_groups a on a.user_id = g.user_id
  where g.digest is distinct from a.digest
    and coalesce(g.user_id, a.user_id) not in (select user_id from session_read.inactive_user_v1)
    and flags.on_primary()`;

/** An issuer in the settings may lack the slash at the end of the one in ID tokens. */
export class IssuersOfGroups1760000000053 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(pendingGroups("rtrim(r.issuer, '/') = rtrim(i.issuer, '/')"));
    await runner.query(`create index group_roles_by_group_name on flags.group_roles (rtrim(issuer, '/'), group_name)`);
    await runner.query('drop index flags.group_roles_by_group');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('create index group_roles_by_group on flags.group_roles (issuer, group_name)');
    await runner.query('drop index flags.group_roles_by_group_name');
    await runner.query(pendingGroups('r.issuer = i.issuer'));
  }
}
