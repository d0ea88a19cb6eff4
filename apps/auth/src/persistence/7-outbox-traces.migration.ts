import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stores the trace of a message for its later delivery. */
export class OutboxTraces1760000000007 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table auth.outbox add column traceparent text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table auth.outbox drop column traceparent');
  }
}
