import type { MigrationInterface, QueryRunner } from 'typeorm';
import { APPEND, APPEND_WITH_DELETION_LAST } from './chained-entries/record.js';

/**
 * A deletion stays the latest entry of its flag, even if other entries follow. So a page of the latest changes is one
 * range of an index without deleted flags. While Postgres builds the index, audit stores nothing. Its messages wait in
 * the outbox.
 */
export class LatestOfExistingFlags1760000000006 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(APPEND_WITH_DELETION_LAST);
    await runner.query(`
      create index latest_of_existing_flags on audit.latest (chain_id, flag_id) where action <> 'flag_delete'`);
    await runner.query('drop index audit.latest_of_chain');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('create index latest_of_chain on audit.latest (chain_id, flag_id)');
    await runner.query('drop index audit.latest_of_existing_flags');
    await runner.query(APPEND);
  }
}
