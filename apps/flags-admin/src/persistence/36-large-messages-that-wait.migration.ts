import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The relay reads large messages in a second query. This index finds them, however many other messages wait. */
export class LargeMessagesThatWait1760000000036 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index outbox_open_large on flags.outbox (created_at)
      where delivered_at is null and dead_lettered_at is null and kind = 'audit' and payload_bytes > 524288`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index flags.outbox_open_large');
  }
}
