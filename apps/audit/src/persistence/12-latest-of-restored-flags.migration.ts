import type { MigrationInterface, QueryRunner } from 'typeorm';
import { newestSinceRestore } from './chained-entries/noted-with-restores.js';
import { APPEND_WITH_DELETION_LAST, APPEND_WITH_RESTORES } from './chained-entries/record.js';

/** Gives restored flags a latest entry again, for past and future restores. */
export class LatestOfRestoredFlags1760000000012 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(APPEND_WITH_RESTORES);
    await runner.query(`
      update audit.latest l
      set month = e.month, id = e.id, action = e.action, environment_id = e.environment_id, environment_name = e.environment_name,
          user_id = e.user_id, created_at = e.created_at
      from (
        select e.chain_id as project_id, e.flag_id, max(e.created_at) as restored_at
        from audit.chains c
        join audit.entries e on audit.range_key(e.chain_id, e.action, null, null, null)
                              = audit.range_key(c.chain_id, 'flag_restore', null, null, null)
                            and e.chain_id = c.chain_id and e.action = 'flag_restore'
        where c.actions @> array['flag_restore']
        group by e.chain_id, e.flag_id
      ) r
      cross join lateral (${newestSinceRestore('r')}) e
      where l.flag_id = r.flag_id and l.chain_id = r.project_id and l.action = 'flag_delete' and l.created_at < r.restored_at`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(APPEND_WITH_DELETION_LAST);
  }
}
