import type { MigrationInterface, QueryRunner } from 'typeorm';
import { RECORD } from './functions/record.js';

/** Caps counts. An overflow would have failed the statement, and with it the windows of other tenants. */
export class CountsWithAnEnd1760000000004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(RECORD);
  }

  /** The function also works for the previous release. */
  async down(): Promise<void> {}
}
