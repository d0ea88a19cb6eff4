import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Entries1760000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table audit.entries (
        id uuid primary key,
        action text not null,
        project_id uuid not null,
        flag_id uuid,
        flag_key text,
        environment_id uuid,
        environment_name text,
        user_id uuid not null,
        user_name text not null,
        old_values jsonb,
        new_values jsonb,
        request_id text,
        created_at timestamptz(3) not null,
        recorded_at timestamptz not null default now()
      )`);
    await runner.query('create index entries_of_project on audit.entries (project_id, created_at desc, id desc)');
    await runner.query('create index entries_of_flag on audit.entries (flag_id, created_at desc, id desc)');
    await runner.query(`
      create function audit.refuse_change() returns trigger language plpgsql as $$
      begin
        raise exception 'audit entries are never changed or removed' using errcode = 'insufficient_privilege';
      end $$`);
    await runner.query(`
      create trigger entries_are_append_only before update or delete or truncate on audit.entries
      for each statement execute function audit.refuse_change()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table audit.entries');
    await runner.query('drop function audit.refuse_change');
  }
}
