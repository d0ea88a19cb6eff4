import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The account that created an environment, for the usage limits per account. Some old projects have none. */
export class AccountsForUsage1760000000025 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create view usage_read.environment_v1 as
      select e.id as environment_id, e.project_id, coalesce(p.created_by, p.id) as account_id
      from flags.environments e join flags.projects p on p.id = e.project_id
      where flags.on_primary()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop view usage_read.environment_v1');
  }
}
