import type { MigrationInterface, QueryRunner } from 'typeorm';

const keysOf = (kind: 'sdk' | 'client') => `
  select k.hash as key_hash, '${kind}' as key_kind, e.id as environment_id, flags.epoch_of(e.id, i.epoch) as epoch, e.revision
  from flags.${kind}_keys k
  join flags.environments e on e.id = k.environment_id
  cross join flags.installation i
  where (k.expires_at is null or k.expires_at > now()) and flags.current_timeline() is not null`;

/**
 * Client keys in a separate table, because the previous release ends all rows of `sdk_keys` with each rotation and
 * shows any that is current. `sdk_read.sdk_key_v1`, which its gateways read, stays without them.
 */
export class ClientKeys1760000000016 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table flags.client_keys (
        id uuid primary key,
        environment_id uuid not null references flags.environments on delete cascade,
        hash text not null constraint client_keys_hash unique,
        ciphertext bytea not null,
        created_at timestamptz(3) not null default now(),
        expires_at timestamptz(3)
      )`);
    await runner.query(
      'create unique index client_keys_current on flags.client_keys (environment_id) where expires_at is null',
    );
    await runner.query('create index client_keys_of_environment on flags.client_keys (environment_id, expires_at)');
    await runner.query(
      'create index client_keys_by_expiry on flags.client_keys (expires_at) where expires_at is not null',
    );
    // Not `union all`: without keys in the query the planner would skip both parts, and with them the check that fails
    // on a standby.
    await runner.query(`create view sdk_read.key_v1 as ${keysOf('sdk')} union ${keysOf('client')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop view sdk_read.key_v1');
    await runner.query('drop table flags.client_keys');
  }
}
