import type { MigrationInterface, QueryRunner } from 'typeorm';
import { FORGET_SOME } from './chained-entries/forget-some.js';

/** Index name: table and time column. */
const INDEXES = {
  received_by_month: 'received (month)',
  latest_by_month: 'latest (month)',
  people_by_month: 'people (month)',
  checkpoints_by_time: 'checkpoints (signed_at)',
};

/**
 * Retention finds expired rows by time and deletes them table by table. While Postgres builds an index on a large
 * table, audit stores nothing. Its messages wait in the outbox.
 */
export class MonthsOfWhatIsForgotten1760000000011 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [name, on] of Object.entries(INDEXES))
      await runner.query(`create index if not exists ${name} on audit.${on}`);
    await runner.query(FORGET_SOME);
    await runner.query('revoke all on function audit.forget_some(text, date, int) from public');
  }

  /** Keeps `audit.forget` and `audit.forget_checkpoints`, which the previous release calls. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function audit.forget_some(text, date, int)');
    for (const name of Object.keys(INDEXES)) await runner.query(`drop index audit.${name}`);
  }
}
