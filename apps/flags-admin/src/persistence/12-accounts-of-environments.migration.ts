import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets gateways schedule accounts fairly, since one may have a hundred projects. Some old projects have no account. */
export class AccountsOfEnvironments1760000000012 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create or replace view sdk_read.project_v1 as
      select v.environment_id, e.project_id, p.created_by as account_id
      from sdk_read.environment_v1 v
      join flags.environments e on e.id = v.environment_id
      join flags.projects p on p.id = e.project_id`);
  }

  /** The column stays, because dropping it would drop the grants on the view. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create or replace view sdk_read.project_v1 as
      select v.environment_id, e.project_id, null::uuid as account_id
      from sdk_read.environment_v1 v join flags.environments e on e.id = v.environment_id`);
  }
}
