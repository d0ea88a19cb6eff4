import { randomBytes, randomUUID } from 'node:crypto';
import type { ScheduleStep } from '@burgee/contracts/http';
import { databaseModule } from '@burgee/service-kit/database';
import { createTestDatabase, type TestDatabase, unique } from '@burgee/testing';
import { afterAll, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { Test, type TestingModule } from '@nestjs/testing';
import { type Logger, pino } from 'pino';
import { DataSource } from 'typeorm';
import { ChangeLimits } from '../quotas/change-limits.js';
import { Quotas } from '../quotas/quotas.js';
import { AfterCommit } from '../unit-of-work/after-commit.js';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';
import { ChangeScheduleService } from './change-schedule.service.js';
import { CreateScheduleService } from './create-schedule.service.js';
import { RunStepService } from './run-step.service.js';
import { ScheduleQuery } from './schedule.query.js';
import { ScheduleRunner } from './schedule-runner.js';

const MANY = 1_000_000_000;
const LIMITS = {
  FLAG_SET_BYTES_AT_MOST: MANY,
  CHANGES_PER_SECOND: MANY,
  CHANGES_BURST: MANY,
  CHANGED_BYTES_PER_SECOND: MANY,
  CHANGED_BYTES_BURST: MANY,
};
/** Of a value, of which a schedule stores what it expects it to be. */
const TEXT_BYTES = 9_000;
const HOUR = 3_600_000;
const logger = pino({ enabled: false }) as Logger;

let database: TestDatabase;
let module: TestingModule;
let source: DataSource;
let owner: DataSource;
let place: { projectId: string; flagId: string; environmentId: string };

beforeAll(async () => {
  database = await createTestDatabase();
  owner = await new DataSource({ type: 'postgres', url: database.adminUrl, poolSize: 1 }).initialize();
  module = await Test.createTestingModule({
    imports: [databaseModule('spec', { DATABASE_URL: database.urlFor('flags-admin') })],
  }).compile();
  source = module.get(DataSource);
});
afterAll(async () => {
  await Promise.all([owner?.destroy(), module?.close()]);
  await database?.drop();
});

const userId = randomUUID();
/** A project with an editor, an environment and a flag with a long value. */
beforeEach(async () => {
  place = { projectId: randomUUID(), flagId: randomUUID(), environmentId: randomUUID() };
  const { projectId, flagId, environmentId } = place;
  await owner.sql`insert into flags.projects (id, name, slug) values (${projectId}, 'p', ${unique('p')})`;
  await owner.sql`insert into flags.members (project_id, user_id, role) values (${projectId}, ${userId}, 'editor')`;
  await owner.sql`
    insert into flags.environments (id, project_id, name, slug, icon, protected)
    values (${environmentId}, ${projectId}, 'e', 'e', '', false)`;
  await owner.sql`
    insert into flags.flags (id, project_id, key, name, type) values (${flagId}, ${projectId}, 'flag', 'f', 'boolean')`;
  await owner.sql`
    insert into flags.flag_values (id, flag_id, environment_id) values (gen_random_uuid(), ${flagId}, ${environmentId})`;
  await edited();
});

/** Hard to compress, so that Postgres stores it beside its row. */
const text = () => randomBytes(TEXT_BYTES / 2).toString('hex');
/** As if somebody had changed the value. */
const edited = () => owner.sql`
  update flags.flag_values set targeting_attribute = 'a', targeting_value = ${text()}, updated_at = clock_timestamp()
  where flag_id = ${place.flagId}`;

/** The use cases, and what each change was paid for. */
function withLimits() {
  const limits = new ChangeLimits(LIMITS);
  const spend = jest.spyOn(limits, 'spendBytes');
  const work = new UnitOfWork(source, new AfterCommit(logger), limits, LIMITS, logger);
  const query = new ScheduleQuery(source);
  const membership = { projectId: place.projectId, role: 'editor' as const, neededRole: 'editor' as const };
  const actor = { id: userId, name: 'Ada', email: 'a@b', sessionId: randomUUID(), membership };
  const quotas = new Quotas({ SCHEDULES_PER_PROJECT_AT_MOST: 5 } as never);
  const changing = new ChangeScheduleService(work, query);
  return {
    create: (...patches: ScheduleStep['patch'][]) => {
      const at = (n: number) => new Date(Date.now() + (n + 1) * HOUR).toISOString();
      const steps = patches.map((patch, n) => ({ at: at(n), patch }));
      return new CreateScheduleService(work, quotas, query).create(actor, place, { steps });
    },
    edit: (id: string, name: string) => changing.edit(actor, { ...place, id }, { name }),
    act: (id: string, action: 'pause' | 'resume' | 'cancel') => changing[action](actor, { ...place, id }),
    run: () => new ScheduleRunner(source, new RunStepService(work), logger).run(),
    paid: () => spend.mock.calls.at(-1)?.[1] ?? 0,
  };
}

/** Where the long texts of the schedules of the place are: elsewhere once they are written again. */
const stored = async () => {
  const [table] = await owner.sql<{ name: string }[]>`
    select reltoastrelid::regclass::text as name from pg_class where oid = 'flags.schedules'::regclass`;
  const rows = await owner.query<{ chunk_id: string }[]>(
    `select distinct chunk_id::text from ${table?.name} order by chunk_id`,
  );
  return rows.map(({ chunk_id }) => chunk_id);
};

it('S115 the value that a schedule stores is paid for, when it is made and whenever it is written again', async () => {
  const { create, edit, act, run, paid } = withLimits();
  const { id } = await create({ is_enabled: false }, { is_enabled: true });
  expect(paid()).toBeGreaterThan(TEXT_BYTES);
  await edited();
  await edit(id, 'new');
  expect(paid()).toBeGreaterThan(TEXT_BYTES);
  await act(id, 'pause');
  await edited();
  await act(id, 'resume');
  expect(paid()).toBeGreaterThan(TEXT_BYTES);
  await edited();
  await owner.sql`update flags.schedules set next_at = clock_timestamp() where id = ${id}`;
  await run();
  expect(paid()).toBeGreaterThan(TEXT_BYTES);
});

it('S115 what a change leaves as it is of a schedule is not written again, and not paid for', async () => {
  const { create, edit, act, paid } = withLimits();
  const { id } = await create({ targeting_value: text() });
  const [made, before] = [paid(), await stored()];
  // The entry, the step and the value.
  expect(made).toBeGreaterThan(3 * TEXT_BYTES);
  expect(before.length).toBeGreaterThan(1);
  await act(id, 'pause');
  expect(paid()).toBeLessThan(TEXT_BYTES);
  // The entry has the steps, before and after.
  await act(id, 'resume');
  expect(paid()).toBeLessThan(3 * TEXT_BYTES);
  await edit(id, 'new');
  expect(paid()).toBeLessThan(3 * TEXT_BYTES);
  await act(id, 'cancel');
  expect(paid()).toBeLessThan(2 * TEXT_BYTES);
  expect(await stored()).toEqual(before);
});
