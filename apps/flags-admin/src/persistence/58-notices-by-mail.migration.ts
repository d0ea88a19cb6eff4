import type { MigrationInterface, QueryRunner } from 'typeorm';

const KINDS = `('request_waits', 'plan_waits', 'plan_paused', 'flag_stale')`;

/** Unread notices that wait for an account, for auth, which mails them. */
export class NoticesByMail1760000000058 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create view flags.notice_to_mail_v1 as
      select n.id, n.user_id, n.kind, n.subject_id, n.project_id, p.name as project_name, n.about, n.actor_id, n.created_at
      from flags.notices n join flags.projects p on p.id = n.project_id
      where n.read_at is null and n.kind in ${KINDS}`);
    await runner.query(`
      create index notices_to_mail on flags.notices (created_at) where read_at is null and kind in ${KINDS}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index flags.notices_to_mail');
    await runner.query('drop view flags.notice_to_mail_v1');
  }
}
