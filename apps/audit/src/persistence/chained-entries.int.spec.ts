import { randomUUID } from 'node:crypto';
import type { AuditEntryView } from '@burgee/contracts/http';
import { createTestDatabase, type TestDatabase } from '@burgee/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { EntryQuery } from '../read/entry.query.js';
import { LatestChangesQuery } from '../read/latest-changes.query.js';
import { PeopleQuery } from '../read/people.query.js';
import { ChainedEntries1760000000004 } from './4-chained-entries.migration.js';
import { LatestOfChains1760000000005 } from './5-latest-of-chains.migration.js';
import { LatestOfExistingFlags1760000000006 } from './6-latest-of-existing-flags.migration.js';

const MIGRATIONS = [ChainedEntries1760000000004, LatestOfChains1760000000005, LatestOfExistingFlags1760000000006];

let database: TestDatabase;
let owner: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = await new DataSource({ type: 'postgres', url: database.adminUrl, poolSize: 1 }).initialize();
});
afterAll(async () => {
  await owner?.destroy();
  await database?.drop();
});

/** Migrates from the schema before chains to the present one, or back. */
async function migrate(direction: 'up' | 'down'): Promise<void> {
  const runner = owner.createQueryRunner();
  await runner.startTransaction();
  const migrations = direction === 'up' ? MIGRATIONS : MIGRATIONS.toReversed();
  for (const Migration of migrations) await new Migration()[direction](runner);
  await runner.commitTransaction();
  await runner.release();
}

const rowsBefore = () => owner.sql<object[]>`
  select id, action, project_id, flag_id, flag_key, environment_id, environment_name, user_id, user_name, old_values, new_values,
         request_id, created_at from audit.entries order by id`;

it('carries every entry over in the order of recording, and back', async () => {
  const [project, flag, user] = [randomUUID(), randomUUID(), randomUUID()];
  await migrate('down');
  await owner.sql`insert into flags.projects (id, name, slug) values (${project}, 'p', 'p')`;
  await owner.sql`insert into flags.flags (id, project_id, key, name, type) values (${flag}, ${project}, 'f', 'f', 'boolean')`;
  await owner.sql`
    insert into audit.entries (id, action, project_id, flag_id, flag_key, environment_id, environment_name, user_id, user_name,
                               old_values, new_values, request_id, created_at, recorded_at)
    select gen_random_uuid(), case when n % 2 = 0 then 'flag_toggle' else 'member_update' end,
           case when n % 5 = 0 then gen_random_uuid() else ${project}::uuid end,
           case when n % 10 = 0 then gen_random_uuid() when n % 2 = 0 then ${flag}::uuid end, case when n % 2 = 0 then 'f' end,
           case when n % 2 = 0 then ${flag}::uuid end, case when n % 2 = 0 then 'Production' end, ${user}, 'Ada',
           case when n % 3 > 0 then jsonb_build_object('b', n, 'a', '"\\') end,
           jsonb_build_object('user_id', ${user}::uuid, 'email', 'ada@example.com', 'role', 'owner'), 'r' || n,
           '2026-01-01'::timestamptz + n * interval '2 hours', '2026-01-01'::timestamptz + (n + n % 2 * 4) * interval '2 hours'
    from generate_series(1, 1200) n`;
  const before = await rowsBefore();
  await migrate('up');
  const query = new EntryQuery(owner, new PeopleQuery(owner));
  const entries: AuditEntryView[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await query.page({ project_id: project, role: 'admin' }, cursor, 400);
    entries.push(...page.entries);
    if (page.next === undefined) break;
    cursor = page.next;
  }
  const byId = new Map(before.map((row) => [(row as { id: string }).id, row]));
  expect(entries).toHaveLength(960);
  for (const { created_at, group_id: _group, ...entry } of entries)
    expect({ ...entry, created_at: new Date(created_at) }).toEqual({
      ...byId.get(entry.id),
      // These fields did not exist then.
      comment: null,
      bypass_reason: null,
      performed_by: null,
      on_behalf_of: null,
      via: null,
      run: null,
    });
  expect((await new LatestChangesQuery(owner).page(project, undefined)).changes).toEqual([
    expect.objectContaining({ flag_id: flag, user_name: 'Ada', environment_name: 'Production' }),
  ]);
  const [count] = await owner.sql<object[]>`
    select count(*)::int as entries, count(distinct month)::int as months, count(distinct (chain_id, seq))::int as links,
           (select count(*)::int from audit.received) as received
    from audit.entries`;
  expect(count).toEqual({ entries: 1_200, months: 4, links: 1_200, received: 1_200 });
  const broken = await owner.sql<object[]>`
    select from (
      select *, lag(hash, 1, '') over (partition by chain_id order by seq) as before from audit.entries
    ) linked where hash <> sha256(before || int8send(seq) || convert_to(content, 'UTF8'))`;
  expect(broken).toEqual([]);
  await migrate('down');
  expect(await rowsBefore()).toEqual(before);
});
