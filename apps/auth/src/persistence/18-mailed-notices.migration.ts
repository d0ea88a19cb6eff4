import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Notices of the inbox that were mailed, and whether an account wants such mails. */
export class MailedNotices1760000000018 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table auth.users add column notice_mails boolean not null default true');
    await runner.query(`
      create table auth.mailed_notices (
        user_id uuid not null references auth.users on delete cascade,
        kind text not null,
        subject_id uuid not null,
        mailed_at timestamptz not null default now(),
        primary key (user_id, kind, subject_id)
      )`);
    await runner.query('create index mailed_notices_old on auth.mailed_notices (mailed_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table auth.mailed_notices');
    await runner.query('alter table auth.users drop column notice_mails');
  }
}
