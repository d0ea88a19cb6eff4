import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Deleted flags with their values in all environments, so that they can be restored under the same id. */
export class DeletedFlags1760000000027 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table flags.deleted_flags (
        flag_id uuid primary key,
        project_id uuid not null references flags.projects on delete cascade,
        flag jsonb not null,
        flag_values jsonb not null,
        deleted_at timestamptz(3) not null default clock_timestamp()
      )`);
    await runner.query('create index deleted_flags_of_project on flags.deleted_flags (project_id)');
    await runner.query('create index deleted_flags_by_time on flags.deleted_flags (deleted_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table flags.deleted_flags');
  }
}
