import { databaseModule } from '@burgee/service-kit/database';
import { createTestDatabase, eventually, readsOf, storeProject, type TestDatabase } from '@burgee/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Test, type TestingModule } from '@nestjs/testing';
import { type Logger, pino } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import { AfterCommit } from '../unit-of-work/after-commit.js';
import { lockProject } from '../unit-of-work/lock-project.js';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';
import { ChangeRequestsQuery } from './change-requests.query.js';
import { CreateChangeRequestService } from './create-change-request.service.js';

const MANY = 1_000_000_000;
const LIMITS = {
  FLAG_SET_BYTES_AT_MOST: MANY,
};
/** For each flag in a test. */
const TEXT_BYTES = 9_000;

let database: TestDatabase;
let module: TestingModule;
let source: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  module = await Test.createTestingModule({
    imports: [databaseModule('spec', { DATABASE_URL: database.urlFor('flags-admin') })],
  }).compile();
  source = module.get(DataSource);
});
afterAll(async () => {
  await module?.close();
  await database?.drop();
});

/** A project with an editor, an environment and this many flags. */
async function aPlace(count: number) {
  const flags = Array.from({ length: count }, (_, index) => ({ key: `f${index}`, type: 'string' }));
  const { projectId, flagIds, environmentIds, members } = await storeProject(source, {
    flags,
    environments: ['e'],
    roles: ['editor'],
  });
  return { projectId, environmentId: environmentIds[0], flagIds, actor: members[0] };
}
type Place = Awaited<ReturnType<typeof aPlace>>;

const lengthen = ({ environmentId }: Place) => source.sql`
  update flags.flag_values
  set targeting_attribute = 'a', targeting_value = repeat('x', ${TEXT_BYTES}::int), updated_at = clock_timestamp()
  where environment_id = ${environmentId}`;

function useCases() {
  const logger = pino({ enabled: false }) as Logger;
  const work = new UnitOfWork(source, new AfterCommit(logger), LIMITS, logger);
  const query = new ChangeRequestsQuery(source);
  const creating = new CreateChangeRequestService(work, query);
  const create = ({ actor, projectId, environmentId, flagIds }: Place) =>
    creating.create(actor, projectId, environmentId, {
      changes: flagIds.map((flag_id) => ({ flag_id, patch: { is_enabled: true } })),
    });
  return { query, create };
}

it('S99 cuts a page of change requests at 100 kB, even after their flags have grown, with at least one', async () => {
  const { query, create } = useCases();
  const place = await aPlace(5);
  const ids: string[] = [];
  for (let n = 0; n < 5; n++) ids.unshift((await create(place)).id);
  expect((await query.page(place.projectId, {})).requests).toHaveLength(5);
  await lengthen(place);
  const found: string[][] = [];
  for (let cursor: string | undefined; ;) {
    const { requests, next } = await query.page(place.projectId, { cursor });
    found.push(requests.map(({ id }) => id));
    if (next === undefined) break;
    cursor = next;
  }
  // 45 kB of text in each.
  expect(found).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);
  expect((await query.page(place.projectId, { limit: 1 })).requests).toHaveLength(1);
});

it('says which name its environment had when it was submitted, once that is renamed', async () => {
  const { query, create } = useCases();
  const place = await aPlace(1);
  const { id, former_environment_name: before } = await create(place);
  await source.sql`update flags.environments set name = 'new' where id = ${place.environmentId}`;
  const { environment_name: name, former_environment_name: former } = await query.one(place.projectId, id);
  expect([before, name, former]).toEqual([null, 'new', 'e']);
});

/** Adds this many open requests, then this many newer closed ones. */
const fill = (
  { projectId, environmentId, actor }: Place,
  open: number,
  closed: number,
  on: Pick<EntityManager, 'sql'> = source,
) => on.sql`
  insert into flags.change_requests (id, project_id, environment_id, author_id, state, changes, created_at, closed_at)
  select gen_random_uuid(), ${projectId}, ${environmentId}, ${actor.id}, 'rejected', '[]',
         now() + n * interval '1 minute', case when n > ${open}::int then now() end
  from generate_series(1, ${open + closed}::int) n`;

it('refuses the 101st open request of a project', async () => {
  const { create } = useCases();
  const place = await aPlace(1);
  await fill(place, 99, 1);
  await create(place);
  await expect(create(place)).rejects.toMatchObject({ code: 'quota_exceeded' });
});

it('keeps the limit for concurrent requests', async () => {
  const { create } = useCases();
  const place = await aPlace(1);
  await fill(place, 99, 0);
  const waiting = () => source.sql<unknown[]>`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  let made: Promise<unknown> | undefined;
  await source.transaction(async (manager) => {
    await lockProject(manager, place.projectId);
    await fill(place, 1, 0, manager);
    made = create(place).catch((error: unknown) => error);
    await eventually(async () => expect(await waiting()).toHaveLength(1));
  });
  expect(await made).toMatchObject({ code: 'quota_exceeded' });
});

it('counts and lists open requests without reading closed ones', async () => {
  const owner = await new DataSource({ type: 'postgres', url: database.adminUrl, poolSize: 1 }).initialize();
  try {
    const place = await aPlace(1);
    const { actor, projectId, environmentId, flagIds } = place;
    await fill(place, 100, 1_000);
    for (let other = 0; other < 15; other++) await fill(await aPlace(0), 100, 100);
    await owner.query('analyze flags.change_requests');
    const query = new ChangeRequestsQuery(owner);
    const { manager } = owner;
    // Runs only the statements of the service, without a transaction.
    const work = {
      lockAndRun: async (
        _actor: unknown,
        lock: (...given: unknown[]) => unknown,
        run: (...given: unknown[]) => unknown,
      ) => run({ manager, touch: () => undefined }, await lock(manager)),
    } as unknown as UnitOfWork;
    const { kinds, rows } = await readsOf(owner, 'change_requests', async () => {
      expect((await query.page(projectId, {})).requests).toHaveLength(20);
      const changes = flagIds.map((flag_id) => ({ flag_id, patch: { is_enabled: true } }));
      await expect(
        new CreateChangeRequestService(work, query).create(actor, projectId, environmentId, { changes }),
      ).rejects.toMatchObject({ code: 'quota_exceeded' });
    });
    expect(kinds).not.toContain('Seq Scan');
    // Each statement runs in two plans.
    expect(rows).toBeLessThan(500);
  } finally {
    await owner.destroy();
  }
});
