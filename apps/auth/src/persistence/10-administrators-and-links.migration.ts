import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Administrators, accounts that may no longer sign in, and links that work once. The views leave out sessions of disabled and
 * removed accounts, so also a session that auth of 0.1.0 opens for one opens nothing. An installation with accounts has had
 * its first one: nobody becomes its administrator by registering.
 */
export class AdministratorsAndLinks1760000000010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table auth.users
        add column administrator_since timestamptz,
        add column disabled_at timestamptz,
        add column removed_at timestamptz,
        add column last_sign_in_at timestamptz,
        add column last_sign_in_by text`);
    await runner.query(
      'create index users_inactive on auth.users (id) where disabled_at is not null or removed_at is not null',
    );
    await runner.query('alter table auth.sessions add column proved_at timestamptz');
    await runner.query(`
      create table auth.installation (
        only_row boolean primary key default true check (only_row),
        had_accounts boolean not null,
        setup_link_logged_at timestamptz,
        registration text check (registration in ('open', 'invite', 'closed'))
      )`);
    await runner.query('insert into auth.installation (had_accounts) select exists (select from auth.users)');
    await runner.query('create table auth.listed_administrators (user_id uuid primary key)');
    await runner.query(`
      create table auth.links (
        token_hash text primary key,
        kind text not null check (kind in ('setup', 'reset', 'sign-in')),
        user_id uuid references auth.users on delete cascade check ((kind = 'setup') = (user_id is null)),
        created_at timestamptz not null default now(),
        expires_at timestamptz not null,
        used_at timestamptz
      )`);
    await runner.query('create index links_of_user on auth.links (user_id)');
    await runner.query(`
      create or replace view session_read.session_v1 as
      select s.secret_hash, s.id as session_id, u.id as user_id, u.name as user_name, u.email as user_email,
             (u.administrator_since is not null
              or exists (select from auth.listed_administrators l where l.user_id = u.id)) as is_administrator,
             coalesce(s.proved_at, s.created_at) >= now() - interval '10 minutes' as has_fresh_proof
      from auth.sessions s
      join auth.users u on u.id = s.user_id
      where s.revoked_at is null and s.expires_at > now() and u.disabled_at is null and u.removed_at is null
        and auth.on_primary()`);
    // Nobody of these can sign in, so their memberships open nothing, and nothing that they left behind goes on.
    await runner.query(`
      create view session_read.inactive_user_v1 as
      select id as user_id, removed_at is not null as is_removed from auth.users
      where (disabled_at is not null or removed_at is not null) and auth.on_primary()`);
    // A change that one of these began must not commit.
    await runner.query(`
      create view session_read.revoked_session_v1 as
      select id as session_id from auth.sessions where revoked_at is not null and auth.on_primary()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'drop view session_read.revoked_session_v1, session_read.inactive_user_v1, session_read.session_v1',
    );
    await runner.query(`
      create view session_read.session_v1 as
      select s.secret_hash, s.id as session_id, u.id as user_id, u.name as user_name, u.email as user_email
      from auth.sessions s
      join auth.users u on u.id = s.user_id
      where s.revoked_at is null and s.expires_at > now() and auth.on_primary()`);
    await runner.query('drop table auth.links, auth.listed_administrators, auth.installation');
    await runner.query('alter table auth.sessions drop column proved_at');
    await runner.query(`
      alter table auth.users drop column administrator_since, drop column disabled_at, drop column removed_at,
        drop column last_sign_in_at, drop column last_sign_in_by`);
  }
}
