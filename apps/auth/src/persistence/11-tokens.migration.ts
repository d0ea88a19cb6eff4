import type { MigrationInterface, QueryRunner } from 'typeorm';

const USERS = `
  create or replace view session_read.user_v1 as
  select id as user_id, name, email, email_key from auth.users where auth.on_primary()`;

/**
 * Tokens of programs: of an account (personal), of a project or, with neither, of the installation (service). What a token may
 * do never changes. `token_v1` has live ones only, so what it leaves out may do nothing. Service tokens have a name among
 * those of accounts, since they act as themselves.
 */
export class Tokens1760000000011 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table auth.tokens (
        id uuid primary key,
        secret_hash text not null,
        name text not null,
        user_id uuid references auth.users,
        project_id uuid check (project_id is null or user_id is null),
        verbs text[] not null check (verbs <> '{}'),
        project_ids uuid[],
        environment_ids uuid[],
        created_by uuid not null references auth.users,
        created_at timestamptz(3) not null default now(),
        expires_at timestamptz(3) not null,
        revoked_at timestamptz(3),
        last_used_at timestamptz(3),
        last_used_from text
      )`);
    await runner.query('create index tokens_of_account on auth.tokens (user_id) where user_id is not null');
    await runner.query('create index tokens_of_project on auth.tokens (project_id) where project_id is not null');
    await runner.query('create index tokens_by_end on auth.tokens (expires_at)');
    await runner.query(`
      create view session_read.token_v1 as
      select t.id as token_id, t.secret_hash, t.name as token_name, t.user_id, u.name as user_name, u.email as user_email,
             case when u.id is null then 'administer' = any (t.verbs)
             else u.administrator_since is not null
                  or exists (select from auth.listed_administrators l where l.user_id = u.id) end as is_administrator,
             t.project_id, t.verbs, t.project_ids, t.environment_ids, t.created_at, t.expires_at,
             coalesce(t.last_used_at < now() - interval '1 minute', true) as is_use_due
      from auth.tokens t
      left join auth.users u on u.id = t.user_id
      where t.revoked_at is null and t.expires_at > now() and u.disabled_at is null and u.removed_at is null
        and auth.on_primary()`);
    // Services that see a token used may write nothing else about it.
    await runner.query(`
      create function session_read.token_used(id uuid, address text) returns void
      language sql security definer set search_path = pg_catalog, pg_temp as $$
        update auth.tokens set last_used_at = now(), last_used_from = left(address, 100)
        where tokens.id = token_used.id and coalesce(last_used_at < now() - interval '1 minute', true) $$`);
    await runner.query('revoke all on function session_read.token_used(uuid, text) from public');
    await runner.query(
      `${USERS} union all select id, name, '', '' from auth.tokens where user_id is null and auth.on_primary()`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(USERS);
    await runner.query('drop function session_read.token_used(uuid, text)');
    await runner.query('drop view session_read.token_v1');
    await runner.query('drop table auth.tokens');
  }
}
