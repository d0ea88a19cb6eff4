import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The approvals that an environment requires, none by default, and the change requests waiting for them. */
export class ChangeRequests1760000000031 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table flags.environments
        add column approvals smallint not null default 0 check (approvals between 0 and 2)`);
    await runner.query(`
      create table flags.change_requests (
        id uuid primary key,
        project_id uuid not null references flags.projects on delete cascade,
        environment_id uuid not null references flags.environments on delete cascade,
        author_id uuid not null,
        comment text,
        state text not null check (state in ('draft', 'in_review', 'applied', 'rejected')),
        changes jsonb not null,
        approvals jsonb not null default '[]',
        created_at timestamptz(3) not null default clock_timestamp(),
        closed_at timestamptz(3),
        closed_by uuid
      )`);
    await runner.query('create index change_requests_of_project on flags.change_requests (project_id, created_at, id)');
    await runner.query('create index change_requests_of_environment on flags.change_requests (environment_id)');
    await runner.query('create index change_requests_closed on flags.change_requests (closed_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table flags.change_requests');
    await runner.query('alter table flags.environments drop column approvals');
  }
}
