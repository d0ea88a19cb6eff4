import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What audit reads when a message is too large for NATS: a row is there until audit has confirmed its entry. And how large each
 * message is, so that the relay reads no more at once than it has room for.
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
