import type { AuditRecordV1 } from '@burgee/contracts/messages';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { MAINTENANCE } from './chained-entries/maintain.js';
import { APPEND, HASHES, PEOPLE, RECORD } from './chained-entries/record.js';
import { INDEXES, indexStatement, MONTHS, RANGE_KEY, TABLES } from './chained-entries/tables.js';
import { mergePeople, toStoredEntry } from '../record/to-stored-entry.js';

/** The number of entries per statement: some megabytes. */
const BATCH = 1_000;

interface OldRow extends Omit<AuditRecordV1, 'v' | 'event_id' | 'occurred_at'> {
  id: string;
  created_at: Date;
  recorded: string;
}

/** Appends existing entries to the chains of their projects, in the order of recording. */
async function carryOver(runner: QueryRunner): Promise<void> {
  await runner.query(`
    declare old_entries no scroll cursor for
    select *, to_char(recorded_at at time zone 'UTC', 'YYYY-MM-01') as recorded
    from audit.entries_before_chains order by project_id, recorded_at, created_at, id`);
  for (;;) {
    const rows: OldRow[] = await runner.query(`fetch ${BATCH} from old_entries`);
    if (rows.length === 0) break;
    const stored = rows.map(({ id, created_at, ...row }) =>
      toStoredEntry({ ...row, v: 1, event_id: id, occurred_at: created_at.toISOString() }),
    );
    const months = rows.map(({ recorded }) => recorded);
    await runner.query('select audit.append($1::text[], $2::date[])', [stored.map(({ content }) => content), months]);
    const people = JSON.stringify(mergePeople(stored.flatMap((one) => one.people)));
    await runner.query('select audit.name_people($1::json, $2::date)', [people, months.toSorted().at(-1)]);
  }
  await runner.query('close old_entries');
}

/**
 * Partitions entries by month, links each to the one before by a hash, stores their content as canonical text, and
 * stores names of people separately. A million entries take one to two minutes. During that time audit neither stores
 * nor serves entries, and its messages wait in the outbox.
 */
export class ChainedEntries1760000000004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table audit.entries rename to entries_before_chains');
    await runner.query('alter index audit.entries_pkey rename to entries_before_chains_pkey');
    for (const name of Object.keys(INDEXES)) await runner.query(`drop index audit.entries_${name}`);
    await runner.query('drop index audit.entries_of_flag');
    await runner.query('drop trigger entries_are_append_only on audit.entries_before_chains');
    for (const sql of [TABLES, RANGE_KEY, ...Object.entries(INDEXES).map(indexStatement)]) await runner.query(sql);
    for (const sql of [MONTHS, HASHES, APPEND, PEOPLE, RECORD, MAINTENANCE]) await runner.query(sql);
    await runner.query('revoke all on all functions in schema audit from public');
    await carryOver(runner);
    await runner.query('drop table audit.entries_before_chains');
  }

  async down(runner: QueryRunner): Promise<void> {
    const values = (name: string) => `(
        select case when c -> '${name}' ? 'email_of'
                    then (c -> '${name}') - 'email_of' || jsonb_build_object('email', (
                      select p.email from audit.people p where p.person_id = (c -> '${name}' ->> 'email_of')::uuid))
                    else nullif(c -> '${name}', 'null') end) as ${name}`;
    await runner.query(`
      create table audit.entries_before_chains as
      select e.id, e.action, e.chain_id as project_id, e.flag_id, c ->> 'flag_key' as flag_key, e.environment_id,
             c ->> 'environment_name' as environment_name, e.user_id, coalesce(p.name, '') as user_name,
             ${values('old_values')}, ${values('new_values')}, c ->> 'request_id' as request_id, e.created_at, now() as recorded_at, null::integer as value_bytes
      from audit.entries e cross join lateral (select e.content::jsonb as c) parsed left join audit.people p on p.person_id = e.user_id`);
    await runner.query(
      'drop table audit.entries, audit.months, audit.chains, audit.anchors, audit.received, audit.people',
    );
    await runner.query('drop table audit.latest, audit.retention');
    await runner.query('drop function audit.record, audit.append, audit.name_people, audit.drop_months, audit.forget');
    await runner.query('drop aggregate audit.chain(bytea, bigint, text)');
    await runner.query('drop function audit.link, audit.range_key, audit.change_month, audit.erase_person');
    await runner.query('alter table audit.entries_before_chains rename to entries');
    await runner.query(`
      alter table audit.entries add primary key (id), alter action set not null, alter project_id set not null,
      alter user_id set not null, alter user_name set not null, alter recorded_at set not null,
      alter recorded_at set default now()`);
    await runner.query('create index entries_of_flag on audit.entries (flag_id, created_at desc, id desc)');
    for (const [name, columns] of Object.entries(INDEXES))
      await runner.query(
        `create index entries_${name} on audit.entries (${['project_id', ...columns, 'action', 'created_at', 'id'].join(', ')})`,
      );
    await runner.query(`
      create trigger entries_are_append_only before update or delete or truncate on audit.entries
      for each statement execute function audit.refuse_change()`);
  }
}
