import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Queries for sessions and users fail on a standby, because it may still have a session that was revoked. Like the
 * views for gateways, these fail even without a matching row. Columns and grants stay the same.
 */
export class SessionsOnPrimary1760000000005 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create function auth.on_primary() returns boolean language plpgsql stable parallel safe as $$
      begin
        if pg_catalog.pg_is_in_recovery() then
          raise exception 'this server is a standby, and may lag behind its primary' using
            errcode = 'read_only_sql_transaction',
            hint = 'Let DATABASE_URL name the primary, or promote this server.';
        end if;
        return true;
      end $$`);
    await runner.query('revoke all on function auth.on_primary() from public');
    await this.replaceViews(runner, 'auth.on_primary()');
  }

  async down(runner: QueryRunner): Promise<void> {
    await this.replaceViews(runner, 'true');
    await runner.query('drop function auth.on_primary()');
  }

  private async replaceViews(runner: QueryRunner, onPrimary: string): Promise<void> {
    await runner.query(`
      create or replace view session_read.session_v1 as
      select s.secret_hash, s.id as session_id, u.id as user_id, u.name as user_name, u.email as user_email
      from auth.sessions s
      join auth.users u on u.id = s.user_id
      where s.revoked_at is null and s.expires_at > now() and ${onPrimary}`);
    await runner.query(`
      create or replace view session_read.user_v1 as
      select id as user_id, name, email, email_key from auth.users where ${onPrimary}`);
  }
}
