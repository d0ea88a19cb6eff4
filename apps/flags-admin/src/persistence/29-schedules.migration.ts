import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Scheduled changes of values. They are deleted with their flag, environment and project. */
export class Schedules1760000000029 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table flags.schedules (
        id uuid primary key,
        project_id uuid not null references flags.projects on delete cascade,
        flag_id uuid not null references flags.flags on delete cascade,
        environment_id uuid not null references flags.environments on delete cascade,
        name text,
        status text not null default 'scheduled',
        if_late text not null,
        if_changed text not null,
        author_id uuid not null,
        steps jsonb not null,
        next_step int not null default 0,
        next_at timestamptz(3),
        expected jsonb not null,
        pause jsonb,
        version int not null default 1,
        created_at timestamptz(3) not null default clock_timestamp(),
        ended_at timestamptz(3),
        check ((next_at is null) = (ended_at is not null))
      )`);
    await runner.query(`create index schedules_due on flags.schedules (next_at) where status = 'scheduled'`);
    await runner.query(
      'create index schedules_open on flags.schedules (project_id, next_at, id) where ended_at is null',
    );
    await runner.query('create index schedules_ended on flags.schedules (project_id, ended_at, id)');
    await runner.query('create index schedules_of_flag on flags.schedules (flag_id)');
    await runner.query('create index schedules_of_environment on flags.schedules (environment_id)');
    await runner.query('create index schedules_by_end on flags.schedules (ended_at) where ended_at is not null');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table flags.schedules');
  }
}
