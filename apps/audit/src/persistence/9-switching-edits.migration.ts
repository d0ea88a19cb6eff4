import type { MigrationInterface, QueryRunner } from 'typeorm';
import { TOGGLING_ACTION, TOGGLING_EDIT } from '../chain/toggling-edit.js';
import { INDEXES } from './chained-entries/tables.js';

/**
 * Indexes for edits that also toggled a flag, one per combination of filters. While Postgres builds these, audit stores
 * nothing. Its messages wait in the outbox.
 */
export class SwitchingEdits1760000000009 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [name, columns] of Object.entries<string[]>(INDEXES)) {
      const key = ['flag_id', 'user_id', 'environment_id'].map((one) => (columns.includes(one) ? one : 'null'));
      await runner.query(`
        create index entries_switching_${name} on audit.entries
          (audit.range_key(chain_id, ${TOGGLING_ACTION}, ${key.join(', ')}), created_at, id)
        where ${TOGGLING_EDIT}`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of Object.keys(INDEXES)) await runner.query(`drop index audit.entries_switching_${name}`);
  }
}
