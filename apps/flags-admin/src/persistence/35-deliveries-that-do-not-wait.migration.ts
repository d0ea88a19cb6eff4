import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An index to trim the log of a webhook without reading its waiting deliveries. */
export class DeliveriesThatDoNotWait1760000000035 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index webhook_deliveries_not_waiting
      on flags.webhook_deliveries (webhook_id, created_at desc, event_id desc) where state <> 'waiting'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index flags.webhook_deliveries_not_waiting');
  }
}
