import { randomUUID } from 'node:crypto';
import type { ServedFlag } from '@burgee/contracts/wire';
import { evaluate, type EvaluationContext } from '@burgee/evaluation';
import { databaseModule } from '@burgee/service-kit/database';
import { aRow, createTestDatabase, type TestDatabase } from '@burgee/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Test, type TestingModule } from '@nestjs/testing';
import fc from 'fast-check';
import { pino } from 'pino';
import { DataSource } from 'typeorm';
import { CheckpointJob } from '../checkpoints/checkpoint-job.js';
import { explainFlag } from './explain-flag.js';
import { ExpiredHistory } from '../checkpoints/expired-history.js';
import { ListsOfValues1760000000043 } from '../persistence/43-lists-of-values.migration.js';
import { FlagSetAtQuery, readFlagSetAt } from './flag-set-at.query.js';
import { takeCheckpoint } from '../checkpoints/take-checkpoint.js';

const logger = pino({ level: 'silent' });
const FLAG = randomUUID();

let database: TestDatabase;
let module: TestingModule;
/** With the role of the service. */
let source: DataSource;
let owner: DataSource;
let environmentId: string;
let epoch: string;

beforeAll(async () => {
  database = await createTestDatabase();
  module = await Test.createTestingModule({
    imports: [databaseModule('spec', { DATABASE_URL: database.urlFor('flags-admin') })],
  }).compile();
  source = module.get(DataSource);
  owner = await new DataSource({ type: 'postgres', url: database.adminUrl, poolSize: 1 }).initialize();
});
afterAll(async () => {
  await owner?.destroy();
  await module?.close();
  await database?.drop();
});

beforeEach(async () => {
  const projectId = randomUUID();
  environmentId = randomUUID();
  await owner.sql`insert into flags.projects (id, name, slug) values (${projectId}, 'p', ${projectId})`;
  await owner.sql`
    insert into flags.environments (id, project_id, name, slug, icon, protected)
    values (${environmentId}, ${projectId}, 'e', 'e', '', false)`;
  const [row] = await owner.sql<{ epoch: string }[]>`select flags.current_epoch(${environmentId}) as epoch`;
  epoch = row!.epoch;
});

/** Revisions of one flag, this many days ago. Its percentage is its revision. */
async function revisions(from: number, to: number, { daysAgo = 0 } = {}): Promise<void> {
  await owner.sql`
    insert into flags.history (environment_id, revision, epoch, flag_id, flag, changed_at)
    select ${environmentId}, n, ${epoch}, ${FLAG}, ${JSON.stringify(aRow('a'))}::jsonb || jsonb_build_object('rollout_percentage', n),
           now() - make_interval(days => ${daysAgo}::int)
    from generate_series(${from}::int, ${to}::int) n`;
  await owner.sql`update flags.environments set revision = ${to} where id = ${environmentId}`;
}

const job = () => new CheckpointJob(source, logger);
const checkpoints = async () =>
  (
    await owner.sql<{ revision: number }[]>`
      select revision from flags.checkpoints where environment_id = ${environmentId} order by revision`
  ).map(({ revision }) => Number(revision));
const percentageAt = async (revision: number) =>
  (await readFlagSetAt(source.manager, environmentId, `${epoch}-${revision}`)).flags[0]?.flag.rollout_percentage;

describe('checkpoints of flag sets', () => {
  it('start from the present values, then follow every 1,000 revisions, and do not change reads', async () => {
    await job().work();
    await revisions(1, 999);
    await job().work();
    expect(await checkpoints()).toEqual([0]);
    await revisions(1_000, 1_001);
    await job().work();
    await job().work();
    expect(await checkpoints()).toEqual([0, 1_001]);
    await revisions(1_002, 1_003);
    for (const revision of [1, 999, 1_001, 1_002, 1_003]) expect(await percentageAt(revision)).toBe(revision);
    const [set] = (await readFlagSetAt(source.manager, environmentId, `${epoch}-1001`)).flags;
    expect(set).toMatchObject({ revision: 1_001, changed_at: expect.any(Date) });
  });

  it('restart after revisions without rows, and reads in the gap are refused', async () => {
    await job().work();
    await revisions(1, 2);
    await revisions(4, 5);
    expect(await percentageAt(2)).toBe(2);
    await expect(percentageAt(5)).rejects.toMatchObject({ code: 'history_gone' });
    await expect(readFlagSetAt(source.manager, environmentId, undefined)).rejects.toMatchObject({
      code: 'history_gone',
    });
    await job().work();
    await revisions(6, 6);
    expect(await checkpoints()).toEqual([0, 5]);
    expect([await percentageAt(1), await percentageAt(6)]).toEqual([1, 6]);
    await expect(percentageAt(4)).rejects.toMatchObject({ code: 'history_gone' });
  });
});

it('S90 reads only the chosen flags of a flag set', async () => {
  await job().work();
  await revisions(1, 1);
  const read = (chosen?: string[]) => readFlagSetAt(source.manager, environmentId, undefined, chosen);
  const [all, none] = [await read(), await read([randomUUID()])];
  expect([all.flags.length, none.flags.length, (await read([FLAG])).flags.length]).toEqual([1, 0, 1]);
});

describe('history beyond the retention', () => {
  const expire = () => new ExpiredHistory(source, { HISTORY_RETENTION_DAYS: 30 }, logger).run();

  it('is deleted up to a checkpoint, and later positions read as before', async () => {
    await job().work();
    await revisions(1, 3, { daysAgo: 40 });
    await takeCheckpoint(source.manager, environmentId);
    await owner.sql`
      update flags.checkpoints set taken_at = now() - interval '40 days' where environment_id = ${environmentId}`;
    await revisions(4, 5, { daysAgo: 20 });
    await expire();
    expect([await percentageAt(3), await percentageAt(4)]).toEqual([3, 4]);
    await expect(percentageAt(2)).rejects.toMatchObject({ code: 'history_gone' });
    expect(await checkpoints()).toEqual([3]);
    await job().work();
    expect(await checkpoints()).toEqual([3, 5]);
  });

  it('is deleted with its environment', async () => {
    await job().work();
    await revisions(1, 1_500);
    await owner.sql`delete from flags.environments where id = ${environmentId}`;
    await expire();
    const [left] = await owner.sql<{ count: number }[]>`
      select count(*)::int as count from flags.history where environment_id = ${environmentId}`;
    expect([left?.count, await checkpoints()]).toEqual([0, []]);
  });
});

describe('explained decisions', () => {
  const KEYS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];
  const ids = new Map(KEYS.map((key) => [key, randomUUID()]));
  const text = fc.option(fc.constantFrom('', 'NO', '7', 'true', '{"a":1}', 'null'));
  const flag: fc.Arbitrary<ServedFlag> = fc
    .record({
      key: fc.constantFrom(...KEYS),
      is_enabled: fc.boolean(),
      rollout_percentage: fc.integer({ min: 0, max: 100 }),
      targeting_attribute: fc.option(fc.constantFrom('country', 'user.plan')),
      targeting_value: text,
      targeting_return_value: text,
    })
    .map(({ key, ...fields }) => {
      const type = (['boolean', 'string', 'number', 'json'] as const)[KEYS.indexOf(key) % 4]!;
      return { ...aRow(key), ...fields, flag_id: ids.get(key)!, type };
    });
  const change = fc.oneof({ weight: 4, arbitrary: flag }, { weight: 1, arbitrary: fc.constantFrom(...KEYS) });
  const context: fc.Arbitrary<EvaluationContext> = fc.record(
    {
      targetingKey: fc.oneof(fc.string(), fc.integer()),
      country: fc.constantFrom('NO', 'SE', 7, true, null),
      user: fc.record({ plan: fc.constantFrom('', 'NO', 7) }),
    },
    { requiredKeys: [] },
  );

  it("equal the evaluator's with the flag set of the position, for 10,000 pairs of position and context", async () => {
    const changes = fc.sample(change, { numRuns: 200, seed: 25 });
    const contexts = fc.sample(context, { numRuns: 50, seed: 25 });
    await job().work();
    const sets: ServedFlag[][] = [[]];
    for (const [index, one] of changes.entries()) {
      const key = typeof one === 'string' ? one : one.key;
      const set = sets.at(-1)!.filter((other) => other.key !== key);
      sets.push(typeof one === 'string' ? set : [...set, one]);
      await owner.sql`
        insert into flags.history (environment_id, revision, epoch, flag_id, flag, changed_at)
        values (${environmentId}, ${index + 1}, ${epoch}, ${ids.get(key)},
                ${typeof one === 'string' ? null : JSON.stringify(one)}::jsonb, now())`;
      await owner.sql`update flags.environments set revision = ${index + 1} where id = ${environmentId}`;
      if (index === 99) await takeCheckpoint(source.manager, environmentId);
    }
    let pairs = 0;
    for (const [revision, set] of sets.entries()) {
      const past = await readFlagSetAt(source.manager, environmentId, `${epoch}-${revision}`);
      expect(past.flags.map((one) => one.flag.key)).toEqual(set.map(({ key }) => key).toSorted());
      for (const who of contexts) {
        pairs++;
        const explained = past.flags.map(({ flag: served }) => {
          const { value, reason, variant, error_code } = explainFlag(served, who);
          return [served.key, value, reason, variant, error_code];
        });
        const said = past.flags.map(({ flag: { key, type } }) => {
          const { value, reason, variant, errorCode } = evaluate<unknown>(set, key, undefined, who, type);
          return [key, value, reason, variant, errorCode];
        });
        expect(explained).toEqual(said);
      }
    }
    expect(pairs).toBeGreaterThan(10_000);
  });
});

describe('rules from before lists of values', () => {
  const aStoredRule = (key: string, value: string) => owner.sql`
    with flag as (
      insert into flags.flags (id, project_id, key, name, type)
      select gen_random_uuid(), project_id, ${key}, 'f', 'boolean' from flags.environments where id = ${environmentId}
      returning id
    )
    insert into flags.flag_values (id, flag_id, environment_id, is_enabled, targeting_attribute, targeting_value)
    select id, id, ${environmentId}, true, 'country', ${value} from flag`;

  it('are counted and named by the migration, which changes none, and past decisions say that they are by version 3', async () => {
    const rules = { a: '["NO"]', b: ' \n[ "NO", "SE" ]', c: '[]', d: '["NO",1]', e: 'NO', f: '\ufeff["NO"]' };
    for (const [key, value] of Object.entries(rules)) await aStoredRule(key, value);
    await job().work();
    await revisions(1, 1, { daysAgo: 1 });
    await revisions(2, 2);
    const runner = owner.createQueryRunner();
    const migration = new ListsOfValues1760000000043();
    await migration.down(runner);
    const log = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    await migration.up(runner);
    const lines = log.mock.calls.map(([line]) => line);
    log.mockRestore();
    await runner.query('grant select on flags.installation to public');
    await runner.release();
    const project = await owner.sql<{ slug: string }[]>`
      select p.slug from flags.projects p join flags.environments e on e.project_id = p.id where e.id = ${environmentId}`;
    const slug = project[0]!.slug;
    expect(lines).toEqual([
      `rules with a list of values: 2, which compared one text until now: ${slug}/a in e, ${slug}/b in e\n`,
    ]);
    const stored = await owner.sql<{ targeting_value: string }[]>`
      select v.targeting_value from flags.flag_values v join flags.flags f on f.id = v.flag_id
      where v.environment_id = ${environmentId} order by f.key`;
    expect(stored.map(({ targeting_value }) => targeting_value)).toEqual(Object.values(rules));

    const versionAt = async (at?: string) =>
      (await new FlagSetAtQuery(source).explain(environmentId, { at, context: {} } as never)).evaluation_version;
    const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
    await owner.sql`update flags.checkpoints set taken_at = now() - interval '2 days' where environment_id = ${environmentId}`;
    expect(await versionAt(hourAgo)).toBe(3);
    expect(await versionAt(`${epoch}-1`)).toBe(3);
    expect(await versionAt()).toBeUndefined();
    expect(await versionAt(new Date(Date.now() + 60_000).toISOString())).toBeUndefined();
  });
});
