import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An index to find the deliveries that name a deleted account. */
export class ActorsOfDeliveries1760000000052 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index webhook_deliveries_by_actor on flags.webhook_deliveries ((payload ->> 'user_id'))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index flags.webhook_deliveries_by_actor');
  }
}
