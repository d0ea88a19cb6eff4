import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Notices for members. A member has one notice of a kind about a subject, such as a schedule. Notices end with the
 * membership.
 */
export class Notices1760000000042 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table flags.notices (
        id uuid primary key default gen_random_uuid(),
        project_id uuid not null,
        user_id uuid not null,
        kind text not null,
        subject_id uuid not null,
        about jsonb not null,
        actor_id uuid,
        created_at timestamptz(3) not null default clock_timestamp(),
        read_at timestamptz(3),
        unique (project_id, user_id, kind, subject_id),
        foreign key (project_id, user_id) references flags.members on delete cascade
      )`);
    await runner.query('create index notices_of_account on flags.notices (user_id, created_at desc, id desc)');
    await runner.query('create index notices_about on flags.notices (subject_id)');
    await runner.query('create index notices_read on flags.notices (read_at) where read_at is not null');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table flags.notices');
  }
}
