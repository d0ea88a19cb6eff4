import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the size of each change to `change_v1`, so that a gateway can limit a read by bytes without reading the changes.
 */
export class ChangeBytes1760000000010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create view sdk_read.change_v2 as
      select o.environment_id, o.revision, o.kind, o.payload as data, flags.epoch_of(o.environment_id, i.epoch) as epoch,
             o.created_at as occurred_at, o.traceparent, o.payload_bytes as bytes
      from flags.outbox o cross join flags.installation i
      where o.revision is not null and flags.current_timeline() is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop view sdk_read.change_v2');
  }
}
