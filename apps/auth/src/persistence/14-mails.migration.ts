import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Mails that wait to be sent, and addresses that were proved. A mail has no secret: that of its link is made when it is sent.
 * Only accounts of the registration by domain must prove their address, so that no existing account loses anything.
 */
export class Mails1760000000014 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table auth.mails (
        id uuid primary key,
        kind text not null,
        user_id uuid references auth.users on delete cascade,
        recipient text,
        facts jsonb not null,
        created_at timestamptz not null default now(),
        attempts int not null default 0,
        next_attempt_at timestamptz not null default now(),
        given_up_at timestamptz,
        last_error text
      )`);
    await runner.query('create index mails_due on auth.mails (next_attempt_at) where given_up_at is null');
    await runner.query('create index mails_of_user on auth.mails (user_id)');
    await runner.query(`
      alter table auth.users
        add column email_verified_at timestamptz,
        add column must_verify_email boolean not null default false`);
    await runner.query(`
      create index users_unverified on auth.users (id) where must_verify_email and email_verified_at is null`);
    await runner.query(`
      create view session_read.unverified_user_v1 as
      select id as user_id from auth.users where must_verify_email and email_verified_at is null`);
    await runner.query('alter table auth.links add column email text');
    await runner.query('alter table auth.links drop constraint links_kind_check');
    await runner.query('alter table auth.installation drop constraint installation_registration_check');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`delete from auth.links where kind not in ('setup', 'reset', 'sign-in')`);
    await runner.query(`
      alter table auth.links drop column email,
        add constraint links_kind_check check (kind in ('setup', 'reset', 'sign-in'))`);
    await runner.query(`update auth.installation set registration = 'invite' where registration = 'domain'`);
    await runner.query(`
      alter table auth.installation
        add constraint installation_registration_check check (registration in ('open', 'invite', 'closed'))`);
    await runner.query('drop view session_read.unverified_user_v1');
    await runner.query('alter table auth.users drop column must_verify_email, drop column email_verified_at');
    await runner.query('drop table auth.mails');
  }
}
