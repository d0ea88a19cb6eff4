import type { MigrationInterface, QueryRunner } from 'typeorm';

const COLUMNS_BEFORE = 'o.environment_id, o.revision, o.kind, o.payload as data';

/** The trace and the time of each change, for streams, and the epoch, so that readers detect rows of another epoch. */
export class ChangeTraces1760000000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table flags.outbox add column traceparent text');
    await runner.query(`
      create or replace view sdk_read.change_v1 as
      select ${COLUMNS_BEFORE}, i.epoch, o.created_at as occurred_at, o.traceparent
      from flags.outbox o cross join flags.installation i
      where o.revision is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop view sdk_read.change_v1');
    await runner.query(
      `create view sdk_read.change_v1 as select ${COLUMNS_BEFORE} from flags.outbox o where o.revision is not null`,
    );
    await runner.query('alter table flags.outbox drop column traceparent');
  }
}
