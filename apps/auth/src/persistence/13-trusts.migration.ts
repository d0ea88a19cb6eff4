import type { MigrationInterface, QueryRunner } from 'typeorm';

const LIVE_TOKENS = (more: string) => `
  create or replace view session_read.token_v1 as
  select t.id as token_id, t.secret_hash, t.name as token_name, t.user_id, u.name as user_name, u.email as user_email,
         case when u.id is null then 'administer' = any (t.verbs)
         else u.administrator_since is not null
              or exists (select from auth.listed_administrators l where l.user_id = u.id) end as is_administrator,
         t.project_id, t.verbs, t.project_ids, t.environment_ids, t.created_at, t.expires_at,
         coalesce(t.last_used_at < now() - interval '1 minute', true) as is_use_due${more}
  from auth.tokens t
  left join auth.users u on u.id = t.user_id
  where t.revoked_at is null and t.expires_at > now() and u.disabled_at is null and u.removed_at is null
    and auth.on_primary()`;

/**
 * Limits of tokens, and what gives jobs of CI tokens without a secret. A token of a job ends with its trust. Each token of an
 * issuer is taken once: its digest stays until it has expired.
 */
export class Trusts1760000000013 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table auth.trusts (
        id uuid primary key,
        project_id uuid not null,
        name text not null,
        provider text not null,
        issuer text not null,
        audience text not null,
        claims jsonb not null,
        verbs text[] not null check (verbs <> '{}'),
        environment_ids uuid[],
        limits jsonb,
        minutes smallint not null check (minutes between 1 and 60),
        created_by uuid not null references auth.users,
        created_at timestamptz(3) not null default now(),
        last_used_at timestamptz(3)
      )`);
    await runner.query('create index trusts_of_project on auth.trusts (project_id, created_at, id)');
    await runner.query(`
      alter table auth.tokens add column limits jsonb, add column run text,
        add column trust_id uuid`);
    await runner.query('create index tokens_of_trust on auth.tokens (trust_id) where trust_id is not null');
    await runner.query(`
      create table auth.exchanged_tokens (digest text primary key, expires_at timestamptz not null)`);
    await runner.query('create index exchanged_tokens_by_end on auth.exchanged_tokens (expires_at)');
    await runner.query(LIVE_TOKENS(', t.limits, t.run'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table auth.exchanged_tokens');
    await runner.query('drop view session_read.token_v1');
    await runner.query(LIVE_TOKENS(''));
    await runner.query('alter table auth.tokens drop column limits, drop column run, drop column trust_id');
    await runner.query('drop table auth.trusts');
  }
}
