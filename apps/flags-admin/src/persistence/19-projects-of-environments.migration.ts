import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The project of an environment, for routes whose path has only the environment. */
export class ProjectsOfEnvironments1760000000019 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create view access_read.environment_v1 as
      select id as environment_id, project_id from flags.environments where flags.on_primary()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop view access_read.environment_v1');
  }
}
