import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Accounts at providers, by issuer and subject, which sessions came from them, and logout tokens that were used. The groups
 * are those of the last sign-in that told them; null: none has.
 */
export class Identities1760000000015 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table auth.identities (
        id uuid primary key,
        user_id uuid not null references auth.users on delete cascade,
        issuer text not null,
        subject text not null,
        email text,
        groups jsonb check (jsonb_typeof(groups) = 'array'),
        created_at timestamptz not null default now(),
        last_sign_in_at timestamptz,
        constraint identities_issuer_subject unique (issuer, subject)
      )`);
    await runner.query('create index identities_of_user on auth.identities (user_id)');
    await runner.query(`
      alter table auth.sessions
        add column identity_id uuid references auth.identities on delete set null,
        add column provider_sid text,
        add column sealed_id_token text`);
    await runner.query(
      'create index sessions_of_identity on auth.sessions (identity_id) where identity_id is not null',
    );
    await runner.query(`
      create table auth.used_logout_tokens (
        issuer text not null,
        jti text not null,
        expires_at timestamptz not null,
        primary key (issuer, jti)
      )`);
    await runner.query(`
      create view session_read.identity_v1 as
      select i.user_id, i.issuer, i.groups from auth.identities i where auth.on_primary()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop view session_read.identity_v1');
    await runner.query('drop table auth.used_logout_tokens');
    await runner.query(`
      alter table auth.sessions drop column identity_id, drop column provider_sid, drop column sealed_id_token`);
    await runner.query('drop table auth.identities');
  }
}
