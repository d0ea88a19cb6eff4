import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Rules of environments for changes, empty by default. They are columns of the row that every change already locks. */
export class ChangeRules1760000000030 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table flags.environments
        add column frozen_until timestamptz(3), add column freeze_reason text,
        add column comment_required boolean not null default false`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table flags.environments
        drop column frozen_until, drop column freeze_reason, drop column comment_required`);
  }
}
