import { randomUUID } from 'node:crypto';
import type { AuditRecordV1 } from '@burgee/contracts/messages';
import { createTestDatabase, type TestDatabase } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { LatestOfRestoredFlags1760000000012 } from '../persistence/12-latest-of-restored-flags.migration.js';
import { RecordService } from '../record/record.service.js';
import { EntryQuery } from './entry.query.js';
import { LatestChangesQuery } from './latest-changes.query.js';
import { PeopleQuery } from './people.query.js';

let database: TestDatabase;
/** Connections of audit and of the owner of its tables. */
let source: DataSource;
let owner: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await new DataSource({ type: 'postgres', url: database.urlFor('audit') }).initialize();
  owner = await new DataSource({ type: 'postgres', url: database.adminUrl, poolSize: 1 }).initialize();
});
afterAll(async () => {
  await Promise.all([source?.destroy(), owner?.destroy()]);
  await database?.drop();
});

describe('pages of entries', () => {
  /** @returns a project with this many entries, each with values of this many bytes */
  async function aTrail(entries: number, bytes: number): Promise<string> {
    const projectId = randomUUID();
    const records = new RecordService(source);
    for (let minute = 0; minute < entries; minute++)
      await records.record({
        event_id: randomUUID(),
        action: 'flag_update',
        project_id: projectId,
        user_id: randomUUID(),
        user_name: 'Ada',
        old_values: { targeting_value: 'x'.repeat(bytes / 2) },
        new_values: { targeting_value: 'y'.repeat(bytes / 2) },
        occurred_at: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString(),
      } as unknown as AuditRecordV1);
    return projectId;
  }

  async function pages(projectId: string, limit: number): Promise<string[][]> {
    const query = new EntryQuery(source, new PeopleQuery(source));
    const found: string[][] = [];
    for (let cursor: string | undefined; ;) {
      const { entries, next } = await query.page({ project_id: projectId, role: 'admin' }, cursor, limit);
      found.push(entries.map(({ id }) => id));
      if (next === undefined) return found;
      cursor = next;
    }
  }

  const sizes = (found: string[][]) => found.map((ids) => ids.length);

  it('cuts a page at 100 kB, and the next page continues', async () => {
    const found = await pages(await aTrail(14, 15_000), 1_000);
    expect(sizes(found)).toEqual([6, 6, 2]);
    expect(new Set(found.flat()).size).toBe(14);
  });

  it('cuts a page at the row limit if that comes first', async () => {
    expect(sizes(await pages(await aTrail(5, 100), 2))).toEqual([2, 2, 1]);
  });

  it('returns at least one entry per page', async () => {
    expect(sizes(await pages(await aTrail(2, 300_000), 100))).toEqual([1, 1]);
  });
});

describe('the latest changes of flags', () => {
  /** A project with this many flags. */
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
    /** Seconds after a fixed time. */
    at: number;
  }

  /** Stores these entries of a flag in this order, in one batch. */
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
  /** A change that had to wait for a lock: made before the deletion, with a later timestamp. */
  const LATE = { action: 'flag_toggle', at: 6 };

  it.each([
    ['was restored is listed', [CREATED, DELETED, RESTORED], [['flag_restore', 'at 3']]],
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
  ])('a flag that %s, with its entries in any order, separate or in one batch', async (_title, made, expected) => {
    const orders = ordersOf(made);
    const { project, flags } = await aProject(2 * orders.length);
    for (const [index, order] of orders.entries()) {
      for (const one of order) await append(project, flags[2 * index]!, one);
      await append(project, flags[2 * index + 1]!, ...order);
    }
    expect(await latest(project)).toEqual(flags.flatMap((flag) => expected.map((line) => [flag, ...line])));
  });

  it('lists flags restored before the migration again', async () => {
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
});
