import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Accounts run schedules in rotation, so each schedule stores its account, and an index finds the due ones of an
 * account. A trigger fills it in, because a replica of the previous release does not. The account of a project never
 * changes.
 */
export class AccountsOfSchedules1760000000033 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table flags.schedules add column account_id uuid');
    await runner.query(`
      create function flags.set_account_of_schedule() returns trigger language plpgsql set search_path = pg_catalog as $$
      begin
        new.account_id := (select coalesce(p.created_by, p.id) from flags.projects p where p.id = new.project_id);
        return new;
      end $$`);
    await runner.query('revoke all on function flags.set_account_of_schedule() from public');
    await runner.query(`
      create trigger schedules_have_accounts before insert on flags.schedules
      for each row execute function flags.set_account_of_schedule()`);
    await runner.query(`
      update flags.schedules s set account_id = coalesce(p.created_by, p.id)
      from flags.projects p where p.id = s.project_id`);
    await runner.query('alter table flags.schedules alter account_id set not null');
    await runner.query(
      `create index schedules_of_account on flags.schedules (account_id, next_at) where status = 'scheduled'`,
    );
    await runner.query(
      `create index schedules_by_project on flags.schedules (account_id, project_id, next_at) where status = 'scheduled'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop trigger schedules_have_accounts on flags.schedules');
    await runner.query('drop function flags.set_account_of_schedule()');
    await runner.query('alter table flags.schedules drop column account_id');
  }
}
