import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The projects in which tokens of the installation may act. A notice that a token ends soon is of no project where the token
 * is an account's own.
 */
export class Tokens1760000000049 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table flags.token_access (
        project_id uuid not null references flags.projects on delete cascade,
        token_id uuid not null,
        admitted_by uuid not null,
        created_at timestamptz(3) not null default clock_timestamp(),
        primary key (token_id, project_id)
      )`);
    await runner.query(`
      create view access_read.token_access_v1 as
      select project_id, token_id from flags.token_access where flags.on_primary()`);
    await runner.query('alter table flags.notices alter column project_id drop not null');
    await runner.query(`
      create unique index notices_without_project on flags.notices (user_id, kind, subject_id) where project_id is null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('delete from flags.notices where project_id is null');
    await runner.query('drop index flags.notices_without_project');
    await runner.query('alter table flags.notices alter column project_id set not null');
    await runner.query('drop view access_read.token_access_v1');
    await runner.query('drop table flags.token_access');
  }
}
