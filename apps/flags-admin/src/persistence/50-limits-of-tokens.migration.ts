import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * How many values each limited token has changed, and the change requests that ask for what is beyond the limits: they need
 * a person, whatever the environment asks for.
 */
export class LimitsOfTokens1760000000050 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table flags.token_changes (
        token_id uuid primary key,
        changed int not null default 0,
        updated_at timestamptz(3) not null default clock_timestamp()
      )`);
    await runner.query('create index token_changes_by_time on flags.token_changes (updated_at)');
    await runner.query('alter table flags.change_requests add column asked boolean not null default false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table flags.change_requests drop column asked');
    await runner.query('drop table flags.token_changes');
  }
}
