import { randomUUID } from 'node:crypto';
import { FLAG_SWITCH } from '@burgee/contracts/wire';
import type { CurrentUser } from '@burgee/session';
import { createTestDatabase, readsOf, type TestDatabase } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { type EntryFilter, EntryQuery } from './entry.query.js';
import { FlagAuditQuery } from './flag-audit.query.js';
import { LatestChangesQuery } from './latest-changes.query.js';
import { PeopleQuery } from './people.query.js';

const LIMIT = 5;
const [FLAGS, ENTRIES, MONTHS] = [20, 5_000, 3];
/** For each action one page of rows, plus the first row of each month. */
const READ_AT_MOST = 5 * (LIMIT + 1 + MONTHS);

let database: TestDatabase;
/** The owner of the database, on one connection. */
let owner: DataSource;
let [project, another, environment, user]: string[] = [];
let flags: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  owner = await new DataSource({ type: 'postgres', url: database.adminUrl, poolSize: 1 }).initialize();
  [project, another, environment, user] = Array.from({ length: 4 }, () => randomUUID());
  flags = Array.from({ length: FLAGS }, () => randomUUID());
  await owner.sql`insert into flags.projects (id, name, slug) values (${project}, 'p', 'p'), (${another}, 'q', 'q')`;
  await owner.sql`insert into flags.members (project_id, user_id, role) values (${project}, ${user}, 'viewer')`;
  await owner.sql`
    insert into flags.flags (id, project_id, key, name, type)
    select id, ${project}, id, 'f', 'boolean' from unnest(${flags}::uuid[]) id`;
  // Three entries per timestamp. Every filter matches many entries, and any two filters overlap.
  await owner.sql`
    select audit.append(array_agg(to_json(entry)::text order by created_at), array_agg(recorded order by created_at))
    from (
    select gen_random_uuid() as id, action, '{"is_enabled":false}'::json as old_values, new_values,
           case when n % 3 = 0 then ${another}::uuid else ${project}::uuid end as project_id,
           case when action like 'flag%' then (${flags}::uuid[])[case when n % 3 = 0 or n % 7 < 4 then 1 else 2 + n % 19 end] end as flag_id,
           case when n % 11 < 6 then ${environment}::uuid when n % 11 < 9 then md5('e' || n % 5)::uuid end as environment_id,
           case when n % 13 < 7 then ${user}::uuid else md5('u' || n % 9)::uuid end as user_id,
           to_char('2026-01-01'::timestamp + n / 3 * interval '1 minute', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
           ('2026-01-01'::date + n * ${MONTHS} / ${ENTRIES + 1} * interval '1 month')::date as recorded
    from (
      select n, case when n = 100 then 'project_update' when n % 500 = 1 then 'member_update' when n % 17 < 8 then 'flag_toggle'
                     when n % 17 < 10 then 'flag_rename' else 'flag_update' end as action,
             -- Of the edits one in four switches. The others have a text that looks like it.
             case when n % 4 = 0 then '{"is_enabled":true}'
                  else '{"is_enabled":false,"text":' || to_json('"is_enabled":true'::text) || '}' end::json as new_values
      from generate_series(1, ${ENTRIES}) n
    ) numbers) entry`;
  await owner.query('vacuum analyze audit.entries');
});
afterAll(async () => {
  await owner?.destroy();
  await database?.drop();
});

const entriesReadBy = (run: () => Promise<unknown>) => readsOf(owner, 'entries', run);

const INDEX_RANGES = { kinds: new Set(['Index Scan']), dropped: 0 };

const NAMES = ['flag_id', 'user_id', 'environment_id', 'action'] as const;
const COMBINATIONS = Array.from({ length: 2 ** NAMES.length }, (_, bits) => NAMES.filter((_, i) => bits & (1 << i)));
/** Each combination with an action is also tried with edits that toggled. */
const SEARCHES = COMBINATIONS.flatMap((names) => {
  const actions = names.includes('action') ? ['flag_toggle', FLAG_SWITCH] : ['flag_toggle'];
  return actions.map((action) => {
    const title = names.map((name) => (name === 'action' && action === FLAG_SWITCH ? 'what switched' : name));
    return [title.join(', ') || 'nothing', names, action] as const;
  });
});
const SPANS = {
  'whenever they were made': {},
  'from one instant to another': { from: '2026-01-01T10:00:00Z', to: '2026-01-01T20:00:00.000001Z' },
};

const page = (filter: EntryFilter, cursor?: string) =>
  new EntryQuery(owner, new PeopleQuery(owner)).page(filter, cursor, LIMIT);

/** An SQL condition on an entry. */
const SWITCHED = `(action = 'flag_toggle' or action = 'flag_update'
  and content::json -> 'old_values' ->> 'is_enabled' <> content::json -> 'new_values' ->> 'is_enabled')`;

/** Filters by these names, with frequent values. */
const filterBy = (names: readonly (typeof NAMES)[number][], action: string): EntryFilter => {
  const values = { flag_id: flags[0], user_id: user, environment_id: environment, action };
  return {
    project_id: project!,
    role: 'viewer' as const,
    ...Object.fromEntries(names.map((name) => [name, values[name]])),
  };
};

/** Time spans limit the same ranges for every filter, so each span runs with one search in three. */
const CASES = Object.entries(SPANS).map(
  ([name, span], index) => [name, span, SEARCHES.filter((_, n) => index === 0 || n % 3 === 0)] as const,
);

describe.each(CASES)('entries %s', (_span, span, searches) => {
  it.each(searches)(
    'filtered by %s: a page reads only index ranges and its own entries, however large the project is',
    async (_title, names, action) => {
      const filter = { ...filterBy(names, action), ...span };
      const { next } = await page(filter);
      for (const cursor of [undefined, next]) {
        const { rows, ...reads } = await entriesReadBy(() => page(filter, cursor));
        expect(reads).toEqual(INDEX_RANGES);
        expect(rows).toBeLessThanOrEqual(2 * READ_AT_MOST);
      }
    },
  );

  it.each(searches)('filtered by %s: pages contain all matches, newest first', async (_title, names, action) => {
    const filter = { ...filterBy(names, action), ...span };
    const { from = '-infinity', to = 'infinity' } = filter;
    const condition = (name: string, i: number) =>
      name === 'action' && action === FLAG_SWITCH
        ? `and $${i + 3} <> '' and ${SWITCHED}`
        : `and ${name}::text = $${i + 3}`;
    const conditions = ['chain_id', ...names].map(condition).join(' ');
    const expected = await owner.query<{ id: string }[]>(
      `select id from audit.entries where created_at >= $1 and created_at < $2 ${conditions}
         order by created_at desc, id desc limit ${5 * LIMIT}`,
      [from, to, project, ...names.map((name) => filter[name])],
    );
    const found: string[] = [];
    for (let cursor: string | undefined; found.length < expected.length;) {
      const { entries, next } = await page(filter, cursor);
      found.push(...entries.map(({ id }) => id));
      if (next === undefined) break;
      cursor = next;
    }
    expect(found).toEqual(expected.map(({ id }) => id));
    expect(found.length).toBeGreaterThan(0);
  });
});

it('a page contains only entries of its project, even if the flag has entries in another', async () => {
  const { entries } = await page({ project_id: another!, role: 'viewer', flag_id: flags[0]! });
  expect(new Set(entries.map(({ project_id }) => project_id))).toEqual(new Set([another]));
  expect((await page({ project_id: another!, role: 'viewer', flag_id: flags[5]! })).entries).toEqual([]);
});

describe('the latest changes of a project', () => {
  const latest = (cursor?: string, limit = LIMIT) => new LatestChangesQuery(owner).page(project!, cursor, limit);

  it('cover existing flags, come in pages, and read no entries', async () => {
    const found: string[] = [];
    for (let cursor: string | undefined; ;) {
      const { changes, next } = await latest(cursor);
      found.push(...changes.map(({ flag_id }) => flag_id));
      if (next === undefined) break;
      expect(changes).toHaveLength(LIMIT);
      cursor = next;
    }
    // The first flag also has entries in another project, which does not happen outside this test.
    expect(found.filter((id) => id !== flags[0])).toEqual(flags.slice(1).toSorted());
    expect(await entriesReadBy(() => latest())).toEqual({ kinds: new Set(), dropped: 0, rows: 0 });
  });

  it('end at 100 kB', async () => {
    await owner.sql`update audit.latest set environment_name = repeat('n', 15000) where chain_id = ${project}`;
    expect((await latest(undefined, 100)).changes).toHaveLength(6);
  });

  it('are read from one index range, however many other projects have', async () => {
    await owner.sql`
      insert into audit.latest (flag_id, chain_id, month, id, action, user_id, created_at)
      select gen_random_uuid(), case when n % 2 = 0 then ${another}::uuid else gen_random_uuid() end, now(), gen_random_uuid(), 'flag_toggle',
             gen_random_uuid(), now()
      from generate_series(1, 2000) n`;
    await owner.query('vacuum analyze audit.latest');
    const { rows, ...reads } = await readsOf(owner, 'latest', () => latest());
    expect(reads).toEqual(INDEX_RANGES);
    expect(rows).toBeLessThanOrEqual(2 * (LIMIT + 1));
  });

  it.each(['in order', 'the deletions first'])(
    'are read past no flag that was deleted, however many, when entries come %s',
    async (order) => {
      const before = await latest();
      await owner.sql`
        select audit.append(array_agg(to_json(entry)::text order by comes), array_agg(${'2026-03-01'}::date))
        from (
          -- A change that waited for a lock may be younger by the clock than the deletion that follows it.
          select gen_random_uuid() as id, action, ${project}::uuid as project_id, lpad(n::text, 32, '0')::uuid as flag_id,
                 ${user}::uuid as user_id, case action when 'flag_delete' then '2026-03-02T10:00:00Z' else '2026-03-02T10:00:01Z' end as created_at,
                 case when ${order} = 'in order' then n * 2 else 0 end + case when (action = 'flag_delete') = (${order} = 'in order') then 1 else 0 end as comes
          from generate_series(1, 500) n, unnest(array['flag_toggle', 'flag_delete']) action
        ) entry`;
      await owner.query('vacuum analyze audit.latest');
      const { rows, ...reads } = await readsOf(owner, 'latest', async () => expect(await latest()).toEqual(before));
      expect(reads).toEqual(INDEX_RANGES);
      expect(rows).toBeLessThanOrEqual(2 * (LIMIT + 1));
      await owner.sql`delete from audit.latest where created_at >= ${'2026-03-02'}`;
    },
  );
});

it.each([
  ['that exists', 'are read from an index', INDEX_RANGES],
  ['that never existed', 'are not searched', { kinds: new Set(), dropped: 0 }],
])('the entries of a flag %s %s', async (which, _how, expected) => {
  const query = new FlagAuditQuery(owner, new EntryQuery(owner, new PeopleQuery(owner)));
  const flagId = which === 'that exists' ? flags[0]! : randomUUID();
  const reading = () => query.page({ id: user } as CurrentUser, flagId, undefined, LIMIT).catch(() => undefined);
  const { rows, ...reads } = await entriesReadBy(reading);
  expect(reads).toEqual(expected);
  expect(rows).toBeLessThanOrEqual(2 * READ_AT_MOST);
});
