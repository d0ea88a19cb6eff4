import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Searches of the table of flags that the members of a project share under a name. */
export class SharedViews1760000000057 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table flags.shared_views (
        id uuid primary key,
        project_id uuid not null references flags.projects on delete cascade,
        name text not null,
        search text not null,
        created_by uuid not null,
        created_at timestamptz(3) not null default clock_timestamp()
      )`);
    await runner.query('create unique index shared_views_of_project on flags.shared_views (project_id, lower(name))');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table flags.shared_views');
  }
}
