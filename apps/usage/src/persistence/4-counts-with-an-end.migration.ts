import type { MigrationInterface, QueryRunner } from 'typeorm';
import { RECORD } from './functions/record.js';

/** A count that had outgrown its type would have made windows of others fail with it. */
export class CountsWithAnEnd1760000000004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(RECORD);
  }

  /** The function works for the release before as well. */
  async down(): Promise<void> {}
}
