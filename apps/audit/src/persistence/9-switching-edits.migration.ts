import type { MigrationInterface, QueryRunner } from 'typeorm';
import { TOGGLING_ACTION, TOGGLING_EDIT } from '../chain/toggling-edit.js';
import { INDEXES } from './chained-entries/tables.js';

/**
 * Edits that also switched a flag are ranges of indexes of their own, one for each combination of filters. Audit stores nothing
 * while these are made; its messages wait in the outbox.
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
