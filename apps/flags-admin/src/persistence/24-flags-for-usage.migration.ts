import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The flag keys of a project, including archived ones. Usage counts these and lists others as unknown. */
export class FlagsForUsage1760000000024 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create view usage_read.flag_v1 as
      select id as flag_id, project_id, key from flags.flags where flags.on_primary()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop view usage_read.flag_v1');
  }
}
