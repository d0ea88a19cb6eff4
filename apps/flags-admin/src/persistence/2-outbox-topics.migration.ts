import type { MigrationInterface, QueryRunner } from 'typeorm';

const NEW_EPOCH = `substr(replace(gen_random_uuid()::text, '-', ''), 1, 12)`;

/** An index for each topic, a time for the next try, and functions that begin a new epoch. */
export class OutboxTopics1760000000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table flags.outbox add column retry_at timestamptz');
    await runner.query('drop index flags.outbox_open');
    for (const [topic, kinds] of [
      ['audit', `= 'audit'`],
      ['change', `<> 'audit'`],
    ])
      await runner.query(`
        create index outbox_open_${topic} on flags.outbox (created_at)
        where delivered_at is null and dead_lettered_at is null and kind ${kinds}`);
    await runner.query(
      'create index outbox_dead_letters on flags.outbox (dead_lettered_at) where dead_lettered_at is not null',
    );
    await this.createEpochFunctions(runner);
  }

  /** Postgres lets every role execute a new function by default, so this revokes the right. */
  private async createEpochFunctions(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create function flags.begin_epoch() returns text language sql as $$
        update flags.installation set epoch = ${NEW_EPOCH} returning epoch
      $$`);
    await runner.query(`
      create function sdk_read.report_lost_history_v1(environment uuid, known_epoch text, known_revision bigint)
      returns boolean language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      begin
        update flags.installation i set epoch = ${NEW_EPOCH}
        from flags.environments e
        where i.epoch = known_epoch and e.id = environment and e.revision < known_revision;
        return found;
      end $$`);
    await runner.query('revoke all on function flags.begin_epoch() from public');
    await runner.query('revoke all on function sdk_read.report_lost_history_v1(uuid, text, bigint) from public');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function sdk_read.report_lost_history_v1, flags.begin_epoch');
    await runner.query('drop index flags.outbox_open_audit, flags.outbox_open_change, flags.outbox_dead_letters');
    await runner.query('alter table flags.outbox drop column retry_at');
    await runner.query(
      'create index outbox_open on flags.outbox (created_at) where delivered_at is null and dead_lettered_at is null',
    );
  }
}
