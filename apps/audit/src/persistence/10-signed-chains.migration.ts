import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ADD_CHECKPOINTS } from './7-checkpoints.migration.js';

/**
 * The transaction that adds the last checkpoint of a chain also updates the chain. It skips locked chains, so that
 * checkpoints of other chains do not wait for inserts. A skipped chain is signed again in the next run.
 */
const ADD_AND_NOTE_CHECKPOINTS = ADD_CHECKPOINTS.replace(
  'on conflict do nothing',
  `on conflict do nothing;
        with signed as (
          select distinct on (c.chain_id) c.chain_id, c.seq, c.signed_at
          from json_to_recordset(checkpoints) as c (chain_id uuid, seq bigint, signed_at timestamptz(3))
          order by c.chain_id, c.seq desc
        ), free as materialized (
          select h.chain_id from audit.chains h
          where h.chain_id in (select s.chain_id from signed s) order by h.chain_id for no key update skip locked
        )
        update audit.chains h set signed_seq = s.seq, signed_at = s.signed_at
        from signed s join free f on f.chain_id = s.chain_id
        where h.chain_id = s.chain_id and s.seq > h.signed_seq`,
);

/**
 * A chain stores up to where it is signed, so an index finds the chains that have grown, however many chains exist. For
 * a chain without a checkpoint, `signed_at` is one hour before its start: it is due at once, after chains that are
 * already due. Updates that leave `has_grown` set change no index.
 *
 * While this runs, audit stores nothing. Its messages wait in the outbox.
 */
export class SignedChains1760000000010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table audit.chains
        add column signed_seq bigint not null default 0,
        add column signed_at timestamptz(3) not null default now() - interval '1 hour'`);
    await runner.query(`
      update audit.chains h set signed_seq = k.seq, signed_at = k.signed_at
      from (select distinct on (chain_id) chain_id, seq, signed_at from audit.checkpoints order by chain_id, seq desc) k
      where h.chain_id = k.chain_id`);
    await runner.query(
      'alter table audit.chains add column has_grown boolean not null generated always as (seq > signed_seq) stored',
    );
    await runner.query('create index chains_grown on audit.chains (signed_at, chain_id) where has_grown');
    await runner.query(ADD_AND_NOTE_CHECKPOINTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(ADD_CHECKPOINTS);
    await runner.query(`
      alter table audit.chains drop column has_grown, drop column signed_seq, drop column signed_at`);
  }
}
