import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Stores the account of waiting deliveries, so that accounts can be served in rotation without reading all due rows.
 * Older releases write rows without an account. A trigger fills these in while both releases run, and also old rows
 * that are sent again later.
 */
export class TurnsOfAccounts1760000000032 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table flags.webhook_deliveries add column account_id uuid');
    await runner.query(`
      create function flags.fill_account_of_delivery() returns trigger language plpgsql set search_path = pg_catalog as $$
      begin
        select coalesce(p.created_by, p.id) into new.account_id
        from flags.webhooks w join flags.projects p on p.id = w.project_id where w.id = new.webhook_id;
        return new;
      end $$`);
    await runner.query('revoke all on function flags.fill_account_of_delivery() from public');
    await runner.query(`
      create trigger deliveries_have_accounts before insert or update on flags.webhook_deliveries
      for each row when (new.state = 'waiting' and new.account_id is null)
      execute function flags.fill_account_of_delivery()`);
    // The trigger does the work. A row that does not wait is filled in when it is sent again.
    await runner.query(`update flags.webhook_deliveries set account_id = null where state = 'waiting'`);
    await runner.query(`
      create index webhook_deliveries_of_account on flags.webhook_deliveries (account_id, webhook_id, next_attempt_at)
      where state = 'waiting'`);
    await runner.query(`
      create index webhook_deliveries_retried on flags.webhook_deliveries (retry_until) where state = 'waiting'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop trigger deliveries_have_accounts on flags.webhook_deliveries');
    await runner.query('drop function flags.fill_account_of_delivery()');
    await runner.query('alter table flags.webhook_deliveries drop column account_id');
    await runner.query('drop index flags.webhook_deliveries_retried');
  }
}
