import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Queries for members and roles fail on a standby, because it may still have a member who was removed. Like the views
 * for gateways, these fail even without a matching row. Columns and grants stay the same. The timeline does not matter
 * here, so a server that cannot name its timeline is checked in the same way.
 */
export class AccessOnPrimary1760000000009 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create function flags.on_primary() returns boolean language plpgsql stable parallel safe as $$
      begin
        if pg_catalog.pg_is_in_recovery() then
          raise exception 'this server is a standby, and may lag behind its primary' using
            errcode = 'read_only_sql_transaction',
            hint = 'Let DATABASE_URL name the primary, or promote this server.';
        end if;
        return true;
      end $$`);
    await runner.query('revoke all on function flags.on_primary() from public');
    await this.replaceViews(runner, 'flags.on_primary()');
  }

  async down(runner: QueryRunner): Promise<void> {
    await this.replaceViews(runner, 'true');
    await runner.query('drop function flags.on_primary()');
  }

  private async replaceViews(runner: QueryRunner, onPrimary: string): Promise<void> {
    await runner.query(`
      create or replace view access_read.member_v1 as
      select project_id, user_id, role from flags.members where ${onPrimary}`);
    await runner.query(`
      create or replace view access_read.flag_v1 as
      select id as flag_id, project_id from flags.flags where ${onPrimary}`);
  }
}
