import { randomUUID } from 'node:crypto';
import type { UsageReportedV1 } from '@burgee/contracts/messages';
import type { UsageReport } from '@burgee/contracts/wire';
import { databaseModule } from '@burgee/service-kit/database';
import { createTestDatabase, type TestDatabase } from '@burgee/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Test, type TestingModule } from '@nestjs/testing';
import { type Logger, pino } from 'pino';
import pg from 'pg';
import { DataSource, type EntityManager } from 'typeorm';
import { CollectController } from './collect/collect.controller.js';
import { EXPIRING } from './persistence/functions/expire-some.js';
import { EnvironmentUsageQuery } from './read/environment-usage.query.js';
import { FlagUsageQuery } from './read/flag-usage.query.js';
import { ProjectUsageQuery } from './read/project-usage.query.js';
import { ExpiredUsage } from './retention/expired-usage.js';

const OF = { app: 'checkout', sdk: '@burgee/sdk', sdk_version: '0.2.0' };

let database: TestDatabase;
let owner: pg.Client;
let module: TestingModule;
let source: DataSource;
let collector: CollectController;
let projectId: string;
let environmentId: string;
let flagId: string;

async function aProjectWithFlag(key: string) {
  const { rows } = await owner.query<{ project: string; environment: string; flag: string }>(
    `with p as (insert into flags.projects (id, name, slug, created_by) values (gen_random_uuid(), 'P', gen_random_uuid()::text, gen_random_uuid()) returning id),
     e as (insert into flags.environments (id, project_id, name, slug, icon, protected) select gen_random_uuid(), id, 'E', 'e', '', false from p returning id),
     f as (insert into flags.flags (id, project_id, key, name, type) select gen_random_uuid(), id, $1, $1, 'boolean' from p returning id)
     select p.id as project, e.id as environment, f.id as flag from p, e, f`,
    [key],
  );
  return rows[0]!;
}

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Client({ connectionString: database.adminUrl });
  await owner.connect();
  module = await Test.createTestingModule({
    imports: [databaseModule('spec', { DATABASE_URL: database.urlFor('usage') })],
  }).compile();
  source = module.get(DataSource);
  collector = new CollectController(source, pino({ level: 'silent' }));
});
afterAll(async () => {
  await module?.close();
  await owner?.end();
  await database?.drop();
});
beforeEach(async () => {
  const made = await aProjectWithFlag('theme');
  [projectId, environmentId, flagId] = [made.project, made.environment, made.flag];
});

const reportOf = (report: Partial<UsageReport> = {}): UsageReport => ({ ...OF, flags: {}, unknown: {}, ...report });
const windowOf = (...reports: UsageReport[]) => ({ environment_id: environmentId, window: randomUUID(), reports });
const collect = (...windows: object[]) => {
  const stamp = { v: 1 as const, event_id: randomUUID(), occurred_at: new Date().toISOString() };
  return collector.collect({ ...stamp, windows } as UsageReportedV1);
};
const ofFlag = async () => (await new FlagUsageQuery(source).of(projectId, flagId))[0]!;
const ofEnvironment = () => new EnvironmentUsageQuery(source).of(projectId, environmentId);
const ofProject = async () => (await new ProjectUsageQuery(source).page(projectId, environmentId)).flags[0]!;

/**
 * Runs on a fresh connection: Postgres reports statistics of a transaction together with pending ones of its
 * connection.
 */
async function alone<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
  const fresh = await new DataSource({ type: 'postgres', url: database.urlFor('usage'), poolSize: 1 }).initialize();
  try {
    return await fresh.transaction(work);
  } finally {
    await fresh.destroy();
  }
}

it('finds a flag by its key, separate from the counts of all flags together', async () => {
  await collect(windowOf(reportOf({ flags: { theme: { on: 1 } } })));
  await owner.query(
    `insert into usage.counts (environment_id, hour, flag_key, variant, app, count)
     select $1, date_trunc('hour', now(), 'UTC'), 'other-' || n, 'on', 'app', 1 from generate_series(1, 2000) n`,
    [environmentId],
  );
  await owner.query('analyze usage.counts');
  const read = await alone(async (manager) => {
    const here = manager as unknown as DataSource;
    await new ProjectUsageQuery(here).page(projectId, environmentId);
    expect(await new FlagUsageQuery(here).of(projectId, flagId)).toHaveLength(1);
    const [row] = await manager.sql<{ read: number }[]>`
      select sum(seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables
      where schemaname = 'usage' and relname like 'counts%'`;
    return row?.read;
  });
  expect(read).toBeLessThan(100);
});

describe('reported usage', () => {
  it('is counted by hour, flag and variant, and shows the last application', async () => {
    expect(await ofFlag()).toEqual({
      environment_id: environmentId,
      last_at: null,
      variants: { on: 0, off: 0, targeted: 0, error: 0 },
      buckets: [],
      apps: [],
    });
    await collect(
      windowOf(reportOf({ flags: { theme: { on: 2, off: 1 } } })),
      windowOf(reportOf({ flags: { theme: { on: 3 } } })),
    );
    await collect(windowOf(reportOf({ app: 'desk', flags: { theme: { targeted: 4 } } })));
    const usage = await ofFlag();
    expect(usage).toMatchObject({ variants: { on: 5, off: 1, targeted: 4, error: 0 }, last_at: expect.any(String) });
    expect(usage.buckets.reduce((sum, { count }) => sum + count, 0)).toBe(10);
    expect(usage.apps.map(({ app }) => app)).toEqual(['desk', 'checkout']);
    const { hours, last_at } = await ofProject();
    expect([hours.length, hours.reduce((sum, count) => sum + count), last_at]).toEqual([24, 10, usage.last_at]);
  });

  it('counts a window once, even when it arrives again in another message', async () => {
    const window = windowOf(reportOf({ flags: { theme: { on: 1 } } }));
    await collect(window, window);
    await collect(window, windowOf(reportOf({ flags: { theme: { off: 1 } } })));
    expect((await ofFlag()).variants).toMatchObject({ on: 1, off: 1 });
  });

  it('S85 drops an invalid window without losing other windows of the message', async () => {
    const fits = () => windowOf(reportOf({ flags: { theme: { on: 1 } } }));
    await collect(fits(), { ...fits(), window: 'none' }, fits(), { ...windowOf(), reports: [{ app: 1 }] });
    expect((await ofFlag()).variants.on).toBe(2);
  });

  it('accepts the same window id for another environment', async () => {
    const window = windowOf(reportOf({ flags: { theme: { on: 1 } } }));
    const other = await aProjectWithFlag('theme');
    await collect({ ...window, environment_id: other.environment });
    await collect(window);
    expect((await ofFlag()).variants.on).toBe(1);
  });

  it('lists applications with their SDKs and the positions of their instances', async () => {
    const at = (instance: string, position?: string) => reportOf({ instance, ...(position && { position }) });
    await collect(windowOf(at('a', 'x-1'), at('b', 'x-2'), at('c', 'x-2'), at('d')));
    await collect(windowOf(at('a', 'x-2')), windowOf(reportOf({ sdk_version: '0.1.0' })));
    const { apps } = await ofEnvironment();
    expect(apps).toEqual([
      { ...OF, sdk_version: '0.1.0', seen_at: expect.any(String), positions: [] },
      {
        ...OF,
        seen_at: expect.any(String),
        positions: [
          { position: 'x-2', instances: 3 },
          { position: null, instances: 1 },
        ],
      },
    ]);
  });

  it('lists applications that report no SDK version', async () => {
    await collect(windowOf(reportOf({ sdk: 'unleash', sdk_version: '-' })));
    expect((await ofEnvironment()).apps).toMatchObject([{ app: OF.app, sdk: 'unleash', sdk_version: '-' }]);
  });

  it('lists keys without a flag until the flag exists', async () => {
    await collect(windowOf(reportOf({ unknown: { thema: 2 }, flags: { 'of-unleash': { off: 1 } } })));
    await collect(windowOf(reportOf({ unknown: { thema: 3 } })));
    const found = async () => (await ofEnvironment()).unknown_keys.map(({ key, app, count }) => [key, app, count]);
    expect(await found()).toEqual([
      ['thema', 'checkout', 5],
      ['of-unleash', 'checkout', 1],
    ]);
    await owner.query(
      `insert into flags.flags (id, project_id, key, name, type) values (gen_random_uuid(), $1, 'thema', 'T', 'boolean')`,
      [projectId],
    );
    expect(await found()).toEqual([['of-unleash', 'checkout', 1]]);
  });

  it('S122 caps a count at the largest JSON integer, so that an overflow loses no other count', async () => {
    await collect(windowOf(reportOf({ unknown: { thema: 1 }, flags: { theme: { on: 1 } } })));
    for (const table of ['counts', 'unknown_keys'])
      await owner.query(`update usage.${table} set count = $1`, [Number.MAX_SAFE_INTEGER]);
    await collect(windowOf(reportOf({ unknown: { thema: 7, other: 1 }, flags: { theme: { on: 7, off: 1 } } })));
    expect((await ofEnvironment()).unknown_keys).toMatchObject([
      { key: 'other', count: 1 },
      { key: 'thema', count: Number.MAX_SAFE_INTEGER },
    ]);
    expect((await ofFlag()).variants).toMatchObject({ on: Number.MAX_SAFE_INTEGER, off: 1 });
  });

  it('lists protocols that evaluate all flags at once, and counts them for no single flag', async () => {
    await collect(windowOf(reportOf({ app: 'ofrep', sdk: 'ofrep', sdk_version: '-', bulk: 7 })));
    expect(await ofEnvironment()).toEqual({
      apps: [],
      unknown_keys: [],
      bulk: [{ app: 'ofrep', last_at: expect.any(String) }],
    });
    expect((await ofFlag()).last_at).toBeNull();
  });

  it('limits applications, instances and unknown keys per environment, and keeps counting known ones', async () => {
    const names = (count: number) => Array.from({ length: count }, (_, index) => `n-${index}`);
    await collect(...names(120).map((app) => windowOf(reportOf({ app, flags: { theme: { on: 1 } } }))));
    await collect(windowOf(reportOf({ app: 'n-1', unknown: Object.fromEntries(names(250).map((key) => [key, 1])) })));
    await collect(...names(1_100).map((instance) => windowOf(reportOf({ app: 'n-1', instance }))));
    await collect(windowOf(reportOf({ app: 'n-1', flags: { theme: { off: 5 } } })));
    const { apps, unknown_keys } = await ofEnvironment();
    const instances = apps.flatMap(({ positions }) => positions).reduce((sum, one) => sum + one.instances, 0);
    expect([apps.length, unknown_keys.length, instances]).toEqual([100, 200, 1_000]);
    expect((await ofFlag()).variants).toEqual({ on: 100, off: 5, targeted: 0, error: 0 });
  });

  it('S84 limits new counts per account and hour across its environments, and keeps counting known ones', async () => {
    const counts = async (environment = environmentId) => {
      const { rows } = await owner.query<{ count: number }>(
        'select sum(count)::int as count from usage.counts where environment_id = $1',
        [environment],
      );
      return rows[0]!.count;
    };
    await collect(windowOf(reportOf({ flags: { theme: { on: 1 } } })));
    await owner.query('update usage.new_counts set count = 100000');
    const { rows } = await owner.query<{ id: string }>(
      `insert into flags.environments (id, project_id, name, slug, icon, protected)
       values (gen_random_uuid(), $1, 'E2', 'e2', '', false) returning id`,
      [projectId],
    );
    const ofSecond = windowOf(reportOf({ flags: { theme: { on: 1 } } }));
    await collect({ ...ofSecond, environment_id: rows[0]!.id });
    await collect(windowOf(reportOf({ flags: { theme: { on: 1, off: 1 } } })));
    expect([await counts(rows[0]!.id), await counts()]).toEqual([null, 2]);
    const other = await aProjectWithFlag('theme');
    await collect({ ...windowOf(reportOf({ flags: { theme: { on: 1 } } })), environment_id: other.environment });
    expect(await counts(other.environment)).toBe(1);
  });

  it('ignores usage of a deleted environment or in an invalid shape, without an error', async () => {
    await collect({ ...windowOf(reportOf({ flags: { theme: { on: 1 } } })), environment_id: randomUUID() });
    await collect({ ...windowOf(), reports: 'none' });
    await collector.collect('nonsense');
    expect((await ofEnvironment()).apps).toEqual([]);
  });
});

describe('expired usage', () => {
  it('is deleted, by whole months', async () => {
    await collect(windowOf(reportOf({ instance: 'i', flags: { theme: { on: 1 } }, unknown: { thema: 1 } })));
    await owner.query(`insert into usage.months values ('2020-01-01'), ('2020-02-01')`);
    await owner.query(`insert into usage.counts values ($1, '2020-01-31T23:00Z', 'theme', 'on', 'checkout', 1)`, [
      environmentId,
    ]);
    for (const [table, column] of [
      ['windows', 'taken_at'],
      ['instances', 'seen_at'],
      ['latest', 'last_at'],
      ['apps', 'seen_at'],
      ['unknown_keys', 'seen_at'],
    ])
      await owner.query(`update usage.${table} set ${column} = now() - interval '100 days' where environment_id = $1`, [
        environmentId,
      ]);
    await new ExpiredUsage(source, { USAGE_RETENTION_DAYS: 90 }, pino({ level: 'silent' })).run();
    const { rows } = await owner.query(
      `select (select count(*)::int from usage.counts where hour < '2021-01-01') as old,
              (select count(*)::int from usage.months where month < '2021-01-01') as months,
              (select count(*)::int from usage.windows where environment_id = $1) as windows`,
      [environmentId],
    );
    expect(rows).toEqual([{ old: 0, months: 0, windows: 0 }]);
    expect(await ofEnvironment()).toEqual({ apps: [], unknown_keys: [], bulk: [] });
    expect(await ofFlag()).toMatchObject({ apps: [], variants: { on: 1 } });
  });

  it('S114 is found by time, without reading rows that stay', async () => {
    const many = (table: string, columns: string) =>
      owner.query(`insert into usage.${table} select ${columns} from generate_series(1, 5000) n`);
    await many('windows', `'${environmentId}', gen_random_uuid(), now()`);
    await many('new_counts', 'gen_random_uuid(), now(), 1');
    await many('instances', `'${environmentId}', 'app', n::text, 's', '1', null, now()`);
    await many('latest', `'${environmentId}', n::text, 'app', now()`);
    await many('apps', `'${environmentId}', n::text, 's', '1', now()`);
    await many('unknown_keys', `'${environmentId}', n::text, 'app', 1, now(), now()`);
    await owner.query('analyze');
    const read = await alone(async (manager) => {
      for (const what of EXPIRING) await manager.sql`select usage.expire_some(${what}::text, 90, 5000)`;
      return manager.sql<{ relname: string; read: number }[]>`
        select relname, (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables
        where schemaname = 'usage' and seq_tup_read + idx_tup_fetch > 100`;
    });
    expect(read).toEqual([]);
  });

  it('S114 is deleted from the other tables when one table fails', async () => {
    await collect(windowOf(reportOf({ instance: 'i', flags: { theme: { on: 1 } }, unknown: { thema: 1 } })));
    for (const table of ['latest', 'unknown_keys'])
      await owner.query(
        `update usage.${table} set ${table === 'latest' ? 'last_at' : 'seen_at'} = now() - interval '100 days'
         where environment_id = $1`,
        [environmentId],
      );
    const left = async () => {
      const { rows } = await owner.query<{ latest: number; unknown: number }>(
        `select (select count(*)::int from usage.latest where environment_id = $1) as latest,
                (select count(*)::int from usage.unknown_keys where environment_id = $1) as unknown`,
        [environmentId],
      );
      return rows[0];
    };
    const warnings: unknown[] = [];
    const logger = { warn: (...line: unknown[]) => warnings.push(line) } as unknown as Logger;
    const job = new ExpiredUsage(source, { USAGE_RETENTION_DAYS: 90 }, logger);
    await owner.query('begin');
    await owner.query('lock table usage.latest in share mode');
    await job.run();
    await owner.query('commit');
    expect([await left(), warnings]).toEqual([
      { latest: 1, unknown: 0 },
      [[{ err: expect.objectContaining({ message: 'usage.latest' }) }, expect.any(String)]],
    ]);
    await job.run();
    expect([await left(), warnings.length]).toEqual([{ latest: 0, unknown: 0 }, 1]);
  });
});
