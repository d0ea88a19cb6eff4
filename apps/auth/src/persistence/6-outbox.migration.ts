import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The outbox of messages to audit, written in the transaction of the change, and the settings that audit recorded last.
 */
export class Outbox1760000000006 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table auth.outbox (
        event_id uuid primary key,
        kind text not null check (kind = 'audit'),
        environment_id uuid check (environment_id is null),
        revision bigint check (revision is null),
        payload jsonb not null,
        payload_bytes integer not null generated always as (octet_length(payload::text)) stored,
        created_at timestamptz not null default clock_timestamp(),
        delivered_at timestamptz,
        retry_at timestamptz,
        attempts integer not null default 0,
        last_error text,
        dead_lettered_at timestamptz
      )`);
    await runner.query(`
      create index outbox_open_audit on auth.outbox (created_at)
      where delivered_at is null and dead_lettered_at is null and kind = 'audit'`);
    await runner.query(
      'create index outbox_dead_letters on auth.outbox (dead_lettered_at) where dead_lettered_at is not null',
    );
    await runner.query(`
      create table auth.recorded_settings (
        only_row boolean primary key default true check (only_row),
        settings jsonb not null default '{}'
      )`);
    await runner.query('insert into auth.recorded_settings default values');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table auth.recorded_settings, auth.outbox');
  }
}
