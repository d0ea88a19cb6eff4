import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The position before the first entry that is left of a chain, when the months before `since` are gone; no row when the
 * chain begins at its start. Without settings of its own, so that Postgres inlines it.
 */
export class BeginsAfter1760000000014 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create function audit.begins_after(chain uuid, since date) returns table (seq bigint, hash bytea)
      language sql stable as $$
        select c.seq, c.hash from audit.chains c where c.chain_id = chain and c.month < since and c.seq > 0
        union all (
          select a.seq, a.hash from audit.chains c join audit.anchors a on a.chain_id = c.chain_id
          where c.chain_id = chain and a.month < since and c.month >= since
          order by a.month desc limit 1)
      $$`);
    await runner.query('revoke all on function audit.begins_after(uuid, date) from public');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function audit.begins_after(uuid, date)');
  }
}
