import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropMonths } from './chained-entries/maintain.js';

/** The position before the first entry that is left of a chain, when the months before `month` are gone. */
const dropped = (month: string) => `
  select c.seq, c.hash where c.month < ${month} and c.seq > 0
  union all (
    select a.seq, a.hash from audit.anchors a
    where a.chain_id = c.chain_id and a.month < ${month} and c.month >= ${month}
    order by a.month desc limit 1)`;

/** Also deletes the beginnings that later ones replace. */
const DROP_SIGNED_MONTHS = dropMonths(
  'drop_signed_months',
  `
    delete from audit.beginnings a
    where exists (
      select from audit.beginnings b where b.chain_id = a.chain_id and b.seq > a.seq and b.entries_since <= before);`,
  `set audit.expiring = 'on'`,
);

/** What 0.1.0 calls drops nothing: it signs no beginnings. The next run of this version drops these months. */
const DROP_NO_MONTHS = `
  create or replace function audit.drop_months(before date) returns setof date
  language sql set search_path = pg_catalog as $$ select null::date where false $$`;

const ADD_BEGINNINGS = `
  create function audit.add_beginnings(beginnings json) returns void
  language sql security definer set search_path = pg_catalog set audit.expiring = 'on' as $$
    insert into audit.beginnings as known
      (chain_id, seq, hash, entries_since, retention_months, signed_at, kid, public_key, signature)
    select b.chain_id, b.seq, decode(b.hash, 'hex'), b.entries_since, b.retention_months, b.signed_at, b.kid, b.public_key, b.signature
    from json_to_recordset(beginnings) as b
      (chain_id uuid, seq bigint, hash text, entries_since date, retention_months int, signed_at timestamptz(3), kid text,
       public_key text, signature text)
    on conflict (chain_id, seq) do update
    set signed_at = excluded.signed_at, kid = excluded.kid, public_key = excluded.public_key, signature = excluded.signature
    where known.signature is null
  $$`;

/**
 * Signed statements of where chains begin. The row of a chain that retention has shortened already has no signature:
 * the key is audit's alone, so audit signs the row when it starts.
 */
export class Beginnings1760000000013 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table audit.beginnings (
        chain_id uuid not null,
        seq bigint not null,
        hash bytea not null,
        entries_since date not null,
        retention_months int,
        signed_at timestamptz(3),
        kid text,
        public_key text,
        signature text,
        primary key (chain_id, seq)
      )`);
    await runner.query('create index beginnings_to_sign on audit.beginnings (chain_id) where signature is null');
    await runner.query(`
      create trigger beginnings_are_append_only before update or delete or truncate on audit.beginnings
      for each statement when (coalesce(current_setting('audit.expiring', true), '') <> 'on') execute function audit.refuse_change()`);
    for (const sql of [ADD_BEGINNINGS, DROP_SIGNED_MONTHS, DROP_NO_MONTHS]) await runner.query(sql);
    await runner.query('revoke all on function audit.add_beginnings(json), audit.drop_signed_months(date) from public');
    // A drop by 0.1.0 that is under way ends first: it would shorten chains after they are listed.
    await runner.query(`
      lock table audit.retention in share row exclusive mode;
      insert into audit.beginnings (chain_id, seq, hash, entries_since)
      select c.chain_id, d.seq, d.hash, r.entries_since
      from audit.retention r cross join audit.chains c cross join lateral (${dropped('r.entries_since')}) d`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(dropMonths('drop_months'));
    await runner.query('drop function audit.drop_signed_months(date), audit.add_beginnings(json)');
    await runner.query('drop table audit.beginnings');
  }
}
