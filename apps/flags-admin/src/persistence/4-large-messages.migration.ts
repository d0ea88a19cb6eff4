import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Messages that are too large for NATS, which audit reads from here. A row stays until audit has confirmed its entry.
 * Also stores the size of each message, so that the relay can limit a read by bytes.
 */
export class LargeMessages1760000000004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table flags.outbox
      add column payload_bytes integer not null generated always as (octet_length(payload::text)) stored`);
    await runner.query(`
      create view audit_read.message_v1 as
      select event_id, payload, created_at as occurred_at from flags.outbox where kind = 'audit'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop view audit_read.message_v1');
    await runner.query('alter table flags.outbox drop column payload_bytes');
  }
}
