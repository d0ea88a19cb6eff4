import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Gateways let accounts take turns as well: one may have a hundred projects. Nobody knows the account of some old ones. */
export class AccountsOfEnvironments1760000000012 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create or replace view sdk_read.project_v1 as
      select v.environment_id, e.project_id, p.created_by as account_id
      from sdk_read.environment_v1 v
      join flags.environments e on e.id = v.environment_id
      join flags.projects p on p.id = e.project_id`);
  }

  /** The column stays, because those who may read the view would have to be told anew. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create or replace view sdk_read.project_v1 as
      select v.environment_id, e.project_id, null::uuid as account_id
      from sdk_read.environment_v1 v join flags.environments e on e.id = v.environment_id`);
  }
}
