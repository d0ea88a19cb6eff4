import type { MigrationInterface, QueryRunner } from 'typeorm';
import { EXPIRE } from './functions/expire.js';
import { RECORD } from './functions/record.js';

/** How many counts were new in an hour, by the account that has made their environments: one account does not fill the disk. */
export class CountsOfAccounts1760000000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table if not exists usage.new_counts (
        account_id uuid not null,
        hour timestamptz not null,
        count bigint not null,
        primary key (account_id, hour)
      )`);
    for (const sql of [RECORD, EXPIRE]) await runner.query(sql);
  }

  /** The functions stay as they are now: those before know nothing of the table, and these need it. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('delete from usage.new_counts');
  }
}
