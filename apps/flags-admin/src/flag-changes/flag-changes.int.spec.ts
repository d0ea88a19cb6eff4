import { randomUUID } from 'node:crypto';
import { databaseModule } from '@burgee/service-kit/database';
import { createTestDatabase, type TestDatabase, unique } from '@burgee/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Test, type TestingModule } from '@nestjs/testing';
import fc from 'fast-check';
import { type Logger, pino } from 'pino';
import { DataSource } from 'typeorm';
import { ChangeFlagValueService } from '../flags/change-flag-value.service.js';
import { FlagQuery } from '../flags/flag.query.js';
import { RenameFlagService } from '../flags/rename-flag.service.js';
import { AfterCommit } from '../unit-of-work/after-commit.js';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';
import { ChangeFlagValuesService } from './change-flag-values.service.js';
import { ChangeFlagsService } from './change-flags.service.js';

const FLAGS = 12;
const ENVIRONMENTS = 3;
const LIMITS = {
  FLAG_SET_BYTES_AT_MOST: 2_000_000,
};
const actor = { id: randomUUID(), name: 'Ada', email: 'a@b', sessionId: randomUUID(), membership: null };
const projectId = randomUUID();

let database: TestDatabase;
let module: TestingModule;
let source: DataSource;
let work: UnitOfWork;
let flagIds: string[];
let environmentIds: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  module = await Test.createTestingModule({
    imports: [databaseModule('spec', { DATABASE_URL: database.urlFor('flags-admin') })],
  }).compile();
  source = module.get(DataSource);
  const logger = pino({ enabled: false }) as Logger;
  work = new UnitOfWork(source, new AfterCommit(logger), LIMITS, logger);
  await source.sql`insert into flags.projects (id, name, slug) values (${projectId}, 'p', ${unique('p')})`;
  await source.sql`
    insert into flags.environments (id, project_id, name, slug, icon, protected)
    select gen_random_uuid(), ${projectId}, 'e', n::text, '', false from generate_series(1, ${ENVIRONMENTS}::int) n`;
  await source.sql`
    insert into flags.flags (id, project_id, key, name, type)
    select gen_random_uuid(), ${projectId}, 'flag-' || n, 'f', 'boolean' from generate_series(1, ${FLAGS}::int) n`;
  await source.sql`
    insert into flags.flag_values (id, flag_id, environment_id)
    select gen_random_uuid(), f.id, e.id from flags.flags f join flags.environments e using (project_id)`;
  const idsIn = async (rows: Promise<{ id: string }[]>) => (await rows).map(({ id }) => id);
  flagIds = await idsIn(source.sql`select id from flags.flags order by id`);
  environmentIds = await idsIn(source.sql`select id from flags.environments order by id`);
});
afterAll(async () => {
  await module?.close();
  await database?.drop();
});

interface ChangeRow {
  environment_id: string;
  revision: number;
  payload: { flag_id: string; rollout_percentage: number };
}

async function revisionsNow(): Promise<Map<string, number>> {
  const rows = await source.sql<{ id: string; revision: number }[]>`select id, revision from flags.environments`;
  return new Map(rows.map(({ id, revision }) => [id, revision]));
}

/** The changes of all environments since these revisions, in order. Fails unless they are consecutive. */
async function changesSince(revisions: Map<string, number>): Promise<ChangeRow[]> {
  const rows = await source.sql<ChangeRow[]>`
    select environment_id, revision, payload from flags.outbox
    where revision is not null order by environment_id, revision`;
  const since = rows.filter(({ environment_id, revision }) => revision > (revisions.get(environment_id) ?? 0));
  const now = await revisionsNow();
  for (const id of environmentIds) {
    const own = since.filter(({ environment_id }) => environment_id === id).map(({ revision }) => revision);
    const first = (revisions.get(id) ?? 0) + 1;
    expect(own).toEqual(Array.from({ length: (now.get(id) ?? 0) - first + 1 }, (_, index) => first + index));
  }
  return since;
}

type Step =
  | { what: 'values'; order: number[]; environment: number; on: boolean }
  | { what: 'flags'; order: number[]; archived: boolean }
  | { what: 'toggle'; flag: number; environment: number; on: boolean }
  | { what: 'rename'; flag: number; name: string };

const flag = fc.nat(FLAGS - 1);
const environment = fc.nat(ENVIRONMENTS - 1);
const order = fc.shuffledSubarray([...Array(FLAGS).keys()], { minLength: 1 });
const kind = <K extends Step['what']>(what: K) => fc.constant(what);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ what: kind('values'), order, environment, on: fc.boolean() }),
  fc.record({ what: kind('flags'), order, archived: fc.boolean() }),
  fc.record({ what: kind('toggle'), flag, environment, on: fc.boolean() }),
  fc.record({ what: kind('rename'), flag, name: fc.stringMatching(/^[a-z]{1,9}$/) }),
);

function run(one: Step): Promise<unknown> {
  const idOf = (index: number) => flagIds[index] as string;
  switch (one.what) {
    case 'values': {
      const changes = one.order.map((index) => ({ flag_id: idOf(index), patch: { is_enabled: one.on } }));
      return new ChangeFlagValuesService(work).change(actor, environmentIds[one.environment] as string, changes);
    }
    case 'flags': {
      const request = { action: one.archived ? 'archive' : 'unarchive', flag_ids: one.order.map(idOf) } as const;
      return new ChangeFlagsService(work).change(actor, projectId, request);
    }
    case 'toggle': {
      const place = { flagId: idOf(one.flag), environmentId: environmentIds[one.environment] as string };
      const toggle = { kind: 'toggle' as const, ...place, patch: { is_enabled: one.on } };
      return new ChangeFlagValueService(work).change(actor, toggle);
    }
    case 'rename':
      return new RenameFlagService(work, new FlagQuery(source)).rename(actor, idOf(one.flag), { name: one.name });
  }
}

it('requests with flags in any order, toggles, renames and archiving cause neither deadlocks nor gaps', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
      const before = await revisionsNow();
      const results = await Promise.allSettled(steps.map(run));
      const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
      expect(reasons.filter(({ code }) => code !== 'flag_archived')).toEqual([]);
      await changesSince(before);
    }),
    { numRuns: 12, seed: 20_261_125, endOnFailure: true },
  );
}, 60_000);

/** The longest run of consecutive indexes. */
function longestRun(indexes: readonly number[]): number {
  let [longest, length] = [0, 0];
  for (const [at, index] of indexes.entries()) {
    length = index - 1 === indexes[at - 1] ? length + 1 : 1;
    longest = Math.max(longest, length);
  }
  return longest;
}

it('two requests in opposite order, mixed with toggles, each appear as a whole, one after the other', async () => {
  const environmentId = environmentIds[0] as string;
  await new ChangeFlagsService(work).change(actor, projectId, { action: 'unarchive', flag_ids: flagIds });
  await run({ what: 'values', order: [...flagIds.keys()], environment: 0, on: true });
  const call = (ids: string[], rollout_percentage: number) =>
    new ChangeFlagValuesService(work).change(
      actor,
      environmentId,
      ids.map((flag_id) => ({ flag_id, patch: { rollout_percentage } })),
    );
  for (let round = 0; round < 4; round++) {
    const before = await revisionsNow();
    const percentages = [10 + round, 40 + round] as const;
    const on = round % 2 === 1;
    const toggles = flagIds.map((_, index) => run({ what: 'toggle', flag: index, environment: 0, on }));
    const refused = call([...flagIds, randomUUID()], 99).catch((error: { code: string }) => error.code);
    await Promise.all([call(flagIds, percentages[0]), call(flagIds.toReversed(), percentages[1]), ...toggles]);
    expect(await refused).toBe('invalid_request');
    const changes = await changesSince(before);
    expect(changes).toHaveLength(3 * FLAGS);
    const ofPercentage = changes.map(({ payload }) => payload.rollout_percentage);
    expect(ofPercentage).not.toContain(99);
    for (const percentage of percentages) {
      const indexes = [...ofPercentage.keys()].filter((index) => ofPercentage[index] === percentage);
      expect(longestRun(indexes)).toBeGreaterThanOrEqual(FLAGS);
    }
    const values = await source.sql<{ rollout_percentage: number }[]>`
      select distinct rollout_percentage from flags.flag_values where environment_id = ${environmentId}`;
    expect(values).toEqual([{ rollout_percentage: ofPercentage.at(-1) }]);
  }
}, 60_000);
