import type { MigrationInterface, QueryRunner } from 'typeorm';

/** In which trace a message was stored, for when it is delivered later. */
export class OutboxTraces1760000000007 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table auth.outbox add column traceparent text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table auth.outbox drop column traceparent');
  }
}
