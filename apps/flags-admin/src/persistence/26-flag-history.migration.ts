import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The state of every flag in every environment by revision, and checkpoints of whole flag sets as starting points for
 * reads. Rows do not outlive their environment, but have no foreign key, because the deletion of an environment would
 * have to wait for them.
 */
export class FlagHistory1760000000026 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table flags.history (
        environment_id uuid not null,
        revision bigint not null,
        epoch text not null,
        flag_id uuid not null,
        flag jsonb,
        entry_id uuid,
        user_id uuid,
        changed_at timestamptz(3) not null,
        primary key (environment_id, revision)
      )`);
    await runner.query('create index history_of_entry on flags.history (entry_id)');
    await runner.query(`
      create table flags.checkpoints (
        environment_id uuid not null,
        revision bigint not null,
        epoch text not null,
        taken_at timestamptz(3) not null,
        flags jsonb not null,
        primary key (environment_id, revision)
      )`);
    await this.createFunctions(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function flags.flag_set_at(uuid, bigint), flags.history_base(uuid, bigint)');
    await runner.query('drop table flags.history, flags.checkpoints');
  }

  /**
   * A replica of the previous release creates revisions without rows. After a missing row, the functions return
   * nothing.
   */
  private async createFunctions(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create function flags.history_base(environment uuid, at_revision bigint) returns bigint
      language sql stable strict as $$
        select c.revision
        from (
          select revision from flags.checkpoints where environment_id = environment and revision <= at_revision
          order by revision desc limit 1
        ) c
        where at_revision - c.revision = (
          select count(*) from flags.history h
          where h.environment_id = environment and h.revision > c.revision and h.revision <= at_revision)
      $$`);
    await runner.query(`
      create function flags.flag_set_at(environment uuid, at_revision bigint)
      returns table (flag_id uuid, flag jsonb, revision bigint, entry_id uuid, user_id uuid, changed_at timestamptz)
      language sql stable strict as $$
        with base as materialized (
          select c.revision, c.flags from flags.checkpoints c
          where c.environment_id = environment and c.revision = flags.history_base(environment, at_revision)
        ), later as materialized (
          select distinct on (h.flag_id) h.flag_id, h.flag, h.revision, h.entry_id, h.user_id, h.changed_at
          from flags.history h
          where h.environment_id = environment and h.revision > (select b.revision from base b) and h.revision <= at_revision
          order by h.flag_id, h.revision desc
        )
        select l.flag_id, l.flag, l.revision, l.entry_id, l.user_id, l.changed_at from later l where l.flag is not null
        union all
        select f.flag_id, f.flag, f.revision, f.entry_id, f.user_id, f.changed_at
        from base b cross join lateral jsonb_to_recordset(b.flags) as f(
          flag_id uuid, flag jsonb, revision bigint, entry_id uuid, user_id uuid, changed_at timestamptz)
        where not exists (select from later l where l.flag_id = f.flag_id)
      $$`);
    for (const name of ['history_base', 'flag_set_at'])
      await runner.query(`revoke all on function flags.${name}(uuid, bigint) from public`);
  }
}
