import type { MigrationInterface, QueryRunner } from 'typeorm';

const NEW_EPOCH = `substr(replace(gen_random_uuid()::text, '-', ''), 1, 12)`;

/** A lane each for audit facts and doorbells, a time for the next try, and a way to begin a new epoch. */
export class OutboxLanes1760000000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table flags.outbox add column retry_at timestamptz');
    await runner.query('drop index flags.outbox_open');
    for (const [lane, kinds] of [
      ['audit', `= 'audit'`],
      ['doorbell', `<> 'audit'`],
    ])
      await runner.query(`
        create index outbox_open_${lane} on flags.outbox (created_at)
        where delivered_at is null and set_aside_at is null and kind ${kinds}`);
    await runner.query('create index outbox_set_aside on flags.outbox (set_aside_at) where set_aside_at is not null');
    await this.createEpochFunctions(runner);
  }

  /** Functions are everybody's unless taken away. */
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
    await runner.query('drop index flags.outbox_open_audit, flags.outbox_open_doorbell, flags.outbox_set_aside');
    await runner.query('alter table flags.outbox drop column retry_at');
    await runner.query(
      'create index outbox_open on flags.outbox (created_at) where delivered_at is null and set_aside_at is null',
    );
  }
}
