import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A page of the latest changes of a project is one range of this index. Updates of a row do not change it. */
export class LatestOfChains1760000000005 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create index latest_of_chain on audit.latest (chain_id, flag_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index audit.latest_of_chain');
  }
}
