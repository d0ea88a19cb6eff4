import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Stores the size of the values of an entry, so that a page can be cut without reading them. Older entries have none.
 */
export class ValueBytes1760000000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table audit.entries add column value_bytes integer');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table audit.entries drop column value_bytes');
  }
}
