import type { MigrationInterface, QueryRunner } from 'typeorm';

/** For auth, which names the projects that a person must hand over before the account can be deleted. */
export class NamesOfProjects1760000000047 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create view access_read.project_v1 as
      select id as project_id, name from flags.projects where flags.on_primary()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop view access_read.project_v1');
  }
}
