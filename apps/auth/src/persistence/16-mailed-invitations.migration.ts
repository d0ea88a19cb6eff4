import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Invitations that were mailed, by the hash that flags-admin has of each, with the hashes of the links in their mails: a mail
 * that is sent again has a link of its own. And when the end of a token was mailed.
 */
export class MailedInvitations1760000000016 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table auth.mailed_invitations (
        invitation_hash text primary key,
        recipient_key text not null,
        invited_by uuid not null,
        link_hashes text[] not null default '{}',
        created_at timestamptz not null default now(),
        expires_at timestamptz not null
      )`);
    await runner.query('create index mailed_invitations_by_link on auth.mailed_invitations using gin (link_hashes)');
    await runner.query('create index mailed_invitations_to on auth.mailed_invitations (recipient_key)');
    await runner.query('create index mailed_invitations_by on auth.mailed_invitations (invited_by)');
    await runner.query(`
      create view session_read.mailed_invitation_v1 as
      select invitation_hash, link_hashes from auth.mailed_invitations where auth.on_primary()`);
    await runner.query('alter table auth.tokens add column end_mailed_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table auth.tokens drop column end_mailed_at');
    await runner.query('drop view session_read.mailed_invitation_v1');
    await runner.query('drop table auth.mailed_invitations');
  }
}
