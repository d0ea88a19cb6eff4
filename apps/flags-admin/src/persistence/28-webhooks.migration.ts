import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Webhooks of projects and their deliveries: one row per audit entry and webhook, however often it is retried. */
export class Webhooks1760000000028 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table flags.webhooks (
        id uuid primary key,
        project_id uuid not null references flags.projects on delete cascade,
        name text not null,
        url text not null,
        format text not null check (format in ('standard', 'slack')),
        environment_ids uuid[] not null default '{}',
        actions text[] not null default '{}',
        secret bytea not null,
        previous_secret bytea,
        previous_secret_expires_at timestamptz(3),
        created_at timestamptz(3) not null default clock_timestamp(),
        failing_since timestamptz(3),
        disabled_at timestamptz(3),
        disabled_reason text check (disabled_reason in ('failing', 'gone', 'backlog', 'manual')),
        check ((disabled_at is null) = (disabled_reason is null)),
        check ((previous_secret is null) = (previous_secret_expires_at is null))
      )`);
    await runner.query('create index webhooks_of_project on flags.webhooks (project_id)');
    await runner.query(`
      create table flags.webhook_deliveries (
        webhook_id uuid not null references flags.webhooks on delete cascade,
        event_id uuid not null,
        type text not null,
        payload jsonb not null,
        occurred_at timestamptz(3) not null,
        created_at timestamptz(3) not null default clock_timestamp(),
        state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
        attempts int not null default 0,
        next_attempt_at timestamptz(3) default clock_timestamp(),
        retry_until timestamptz(3) not null,
        last_attempt_at timestamptz(3),
        status int,
        error text,
        answer text,
        duration_ms int,
        primary key (webhook_id, event_id),
        check ((state = 'waiting') = (next_attempt_at is not null))
      )`);
    await runner.query(`
      create index webhook_deliveries_waiting on flags.webhook_deliveries (webhook_id, next_attempt_at)
      where state = 'waiting'`);
    await runner.query('create index webhook_deliveries_by_time on flags.webhook_deliveries (created_at)');
    await runner.query(`
      create index webhook_deliveries_of_webhook on flags.webhook_deliveries (webhook_id, created_at desc, event_id desc)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table flags.webhook_deliveries, flags.webhooks');
  }
}
