import type { MigrationInterface, QueryRunner } from 'typeorm';

const FORGET_CHECKPOINTS = `
  -- Deletes those of entries that were dropped, which nothing can be held to any more; so many at most.
  create function audit.forget_checkpoints(at_most int) returns bigint
  language sql security definer set search_path = pg_catalog set audit.expiring = 'on' as $$
    with forgotten as (
      delete from audit.checkpoints where ctid = any (array(
        select c.ctid from audit.checkpoints c
        where exists (select from audit.anchors a where a.chain_id = c.chain_id and a.seq > c.seq) limit at_most))
      returning 1
    )
    select count(*) from forgotten
  $$`;

export const ADD_CHECKPOINTS = `
      create or replace function audit.add_checkpoints(checkpoints json) returns void
      language sql security definer set search_path = pg_catalog as $$
        insert into audit.checkpoints (chain_id, seq, hash, signed_at, kid, public_key, signature)
        select c.chain_id, c.seq, decode(c.hash, 'hex'), c.signed_at, c.kid, c.public_key, c.signature
        from json_to_recordset(checkpoints) as c
          (chain_id uuid, seq bigint, hash text, signed_at timestamptz(3), kid text, public_key text, signature text)
        on conflict do nothing
      $$`;

/** Signed statements of the hash of a chain, and a function as the only way to add them. */
export class Checkpoints1760000000007 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table audit.checkpoints (
        chain_id uuid not null,
        seq bigint not null,
        hash bytea not null,
        signed_at timestamptz(3) not null,
        kid text not null,
        public_key text not null,
        signature text not null,
        primary key (chain_id, seq)
      )`);
    await runner.query(`
      create trigger checkpoints_are_append_only before update or delete or truncate on audit.checkpoints
      for each statement when (coalesce(current_setting('audit.expiring', true), '') <> 'on') execute function audit.refuse_change()`);
    await runner.query(ADD_CHECKPOINTS);
    await runner.query(FORGET_CHECKPOINTS);
    await runner.query('revoke all on function audit.add_checkpoints(json), audit.forget_checkpoints(int) from public');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function audit.add_checkpoints(json), audit.forget_checkpoints(int)');
    await runner.query('drop table audit.checkpoints');
  }
}
