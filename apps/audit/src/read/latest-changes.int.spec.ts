import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '@burgee/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { LatestOfRestoredFlags1760000000012 } from '../persistence/12-latest-of-restored-flags.migration.js';
import { LatestChangesQuery } from './latest-changes.query.js';

let database: TestDatabase;
/** As its owner, on one connection. */
let owner: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = await new DataSource({ type: 'postgres', url: database.adminUrl, poolSize: 1 }).initialize();
});
afterAll(async () => {
  await owner?.destroy();
  await database?.drop();
});

/** A project with so many flags. */
async function aProject(count: number) {
  const [project, flags] = [randomUUID(), Array.from({ length: count }, () => randomUUID()).toSorted()];
  await owner.sql`insert into flags.projects (id, name, slug) values (${project}, 'p', ${project})`;
  await owner.sql`
    insert into flags.flags (id, project_id, key, name, type)
    select id, ${project}, id, 'f', 'boolean' from unnest(${flags}::uuid[]) id`;
  return { project, flags };
}

interface Made {
  action: string;
  /** Seconds after some moment. */
  at: number;
}

/** Stores what was made of a flag, in this order, and in one batch. */
async function append(project: string, flag: string, ...made: readonly Made[]): Promise<void> {
  const contents = made.map(({ action, at }) =>
    JSON.stringify({
      id: randomUUID(),
      action,
      project_id: project,
      flag_id: flag,
      environment_name: `at ${at}`,
      user_id: project,
      created_at: new Date(Date.UTC(2026, 2, 2) + 1_000 * at).toISOString(),
    }),
  );
  await owner.sql`select audit.append(${contents}::text[], array_fill('2026-03-01'::date, array[${contents.length}::int]))`;
}

const latest = async (project: string) =>
  (await new LatestChangesQuery(owner).page(project, undefined)).changes.map((one) => [
    one.flag_id,
    one.action,
    one.environment_name,
  ]);

async function migrate(direction: 'up' | 'down'): Promise<void> {
  const runner = owner.createQueryRunner();
  await new LatestOfRestoredFlags1760000000012()[direction](runner);
  await runner.release();
}

const ordersOf = <T>(all: readonly T[]): T[][] =>
  all.length < 2
    ? [[...all]]
    : all.flatMap((one, index) => ordersOf(all.toSpliced(index, 1)).map((rest) => [one, ...rest]));

const CREATED = { action: 'flag_create', at: 1 };
const DELETED = { action: 'flag_delete', at: 2 };
const RESTORED = { action: 'flag_restore', at: 3 };
const UPDATED = { action: 'flag_update', at: 4 };
/** Waited for a lock: it was made before the deletion, and is younger by the clock. */
const LATE = { action: 'flag_toggle', at: 6 };

it.each([
  ['was restored is among them', [CREATED, DELETED, RESTORED], [['flag_restore', 'at 3']]],
  ['was restored and changed is among them', [CREATED, DELETED, RESTORED, UPDATED], [['flag_update', 'at 4']]],
  ['was deleted again is not', [DELETED, RESTORED, UPDATED, { ...DELETED, at: 5 }], []],
  [
    'was deleted again, after a change that is younger by the clock, is not',
    [DELETED, RESTORED, { ...DELETED, at: 5 }, LATE],
    [],
  ],
  [
    'was restored twice is among them',
    [DELETED, RESTORED, { ...DELETED, at: 5 }, { ...RESTORED, at: 7 }],
    [['flag_restore', 'at 7']],
  ],
])('a flag that %s, in whatever order its entries come, one by one or together', async (_title, made, expected) => {
  const orders = ordersOf(made);
  const { project, flags } = await aProject(2 * orders.length);
  for (const [index, order] of orders.entries()) {
    for (const one of order) await append(project, flags[2 * index]!, one);
    await append(project, flags[2 * index + 1]!, ...order);
  }
  expect(await latest(project)).toEqual(flags.flatMap((flag) => expected.map((line) => [flag, ...line])));
});

it('flags that were restored before their restores counted are among them again', async () => {
  const { project, flags } = await aProject(3);
  const [back, gone, changed] = flags as [string, string, string];
  await migrate('down');
  await append(project, back, CREATED, DELETED, RESTORED, UPDATED);
  await append(project, gone, DELETED, RESTORED, { ...DELETED, at: 5 });
  await append(project, changed, CREATED, UPDATED);
  const before = [[changed, 'flag_update', 'at 4']];
  expect(await latest(project)).toEqual(before);
  await migrate('up');
  const after = [...before, [back, 'flag_update', 'at 4']];
  expect(await latest(project)).toEqual(after.toSorted(([one = ''], [other = '']) => one.localeCompare(other)));
});
