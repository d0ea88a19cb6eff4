import type { MigrationInterface, QueryRunner } from 'typeorm';

const VIEWS = {
  'access_read.member_v1': ['select project_id, user_id, role', 'environment_roles', 'from flags.members'],
  'access_read.environment_v1': ['select id as environment_id, project_id', 'name', 'from flags.environments'],
} as const;

const OPEN_INVITATIONS = `
  create or replace view flags.open_invitation_v1 as
  select token_hash from flags.invitations where expires_at > now()`;

/**
 * Roles of members, and of the members that invitations make, in single environments: by its id, viewer or editor. Ids
 * of deleted environments stay, and mean nothing. The views get their new columns at the end, so that services of the
 * previous release read them as before. Invitations of accounts that can no longer sign in register nobody.
 */
export class RolesInEnvironments1760000000045 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['members', 'invitations'])
      await runner.query(`
        alter table flags.${table} add column environment_roles jsonb not null default '{}'
          check (jsonb_typeof(environment_roles) = 'object')`);
    for (const [view, [columns, added, from]] of Object.entries(VIEWS))
      await runner.query(`create or replace view ${view} as ${columns}, ${added} ${from} where flags.on_primary()`);
    await runner.query(`${OPEN_INVITATIONS} and invited_by not in (select user_id from session_read.inactive_user_v1)`);
  }

  /** Postgres takes no column from a view, so the views and who may read them are made again. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(OPEN_INVITATIONS);
    for (const [view, [columns, , from]] of Object.entries(VIEWS)) {
      await runner.query(`drop view ${view}`);
      await runner.query(`create view ${view} as ${columns} ${from} where flags.on_primary()`);
    }
    for (const table of ['members', 'invitations'])
      await runner.query(`alter table flags.${table} drop column environment_roles`);
  }
}
