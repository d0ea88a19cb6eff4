import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Secret addresses that switch off a flag, or the flags with a tag, in one environment. They end with either. */
export class SwitchOffLinks1760000000048 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table flags.switch_off_links (
        id uuid primary key,
        project_id uuid not null references flags.projects on delete cascade,
        environment_id uuid not null references flags.environments on delete cascade,
        flag_id uuid references flags.flags on delete cascade,
        tag text,
        name text not null,
        effect text not null check (effect in ('off', 'before_plan')),
        secret_hash text not null unique,
        created_by uuid not null,
        created_at timestamptz(3) not null default clock_timestamp(),
        last_used_at timestamptz(3),
        ended_at timestamptz(3),
        check ((flag_id is null) <> (tag is null))
      )`);
    for (const column of ['project_id', 'environment_id', 'flag_id', 'created_by'])
      await runner.query(`create index switch_off_links_by_${column} on flags.switch_off_links (${column})`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table flags.switch_off_links');
  }
}
