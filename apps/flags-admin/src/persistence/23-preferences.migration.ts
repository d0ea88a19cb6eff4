import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A member's private data in a project: favorite flags and saved searches. */
export class Preferences1760000000023 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table flags.preferences (
        project_id uuid not null,
        user_id uuid not null,
        favorite_ids uuid[] not null default '{}',
        views jsonb not null default '[]',
        primary key (project_id, user_id),
        foreign key (project_id, user_id) references flags.members on delete cascade
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table flags.preferences');
  }
}
