import type { MigrationInterface, QueryRunner } from 'typeorm';
import { EXPIRE } from './functions/expire.js';
import { RECORD } from './functions/record.js';

/**
 * Limits how many new counts an hour the environments of one account can add, so that one account cannot fill the disk.
 */
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

  /** Keeps the current functions: the previous ones do not use the table, but the current ones need it. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('delete from usage.new_counts');
  }
}
