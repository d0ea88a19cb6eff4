import { randomUUID } from 'node:crypto';
import type { CreateScheduleRequest, ScheduleStep, ScheduleView } from '@burgee/contracts/http';
import { databaseModule } from '@burgee/service-kit/database';
import { createTestDatabase, eventually, type TestDatabase, unique } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Test, type TestingModule } from '@nestjs/testing';
import fc from 'fast-check';
import { type Logger, pino } from 'pino';
import { DataSource } from 'typeorm';
import { ArchiveFlagService } from '../flags/archive-flag.service.js';
import { ChangeFlagValueService } from '../flags/change-flag-value.service.js';
import { DeleteFlagService } from '../flags/delete-flag.service.js';
import { FlagQuery } from '../flags/flag.query.js';
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
  FLAG_SET_BYTES_AT_MOST: 20_000,
  PROJECTS_PER_ACCOUNT_AT_MOST: MANY,
  ENVIRONMENTS_PER_PROJECT_AT_MOST: MANY,
  FLAGS_PER_PROJECT_AT_MOST: MANY,
  MEMBERS_PER_PROJECT_AT_MOST: MANY,
  SCHEDULES_PER_PROJECT_AT_MOST: 5,
  WEBHOOKS_PER_PROJECT_AT_MOST: MANY,
  WEBHOOKS_PER_ACCOUNT_AT_MOST: MANY,
};
const HOUR = 3_600_000;
const logger = pino({ enabled: false }) as Logger;

let database: TestDatabase;
/** Two of everything, for two replicas. */
let replicas: { module: TestingModule; source: DataSource; work: UnitOfWork; runner: ScheduleRunner }[];
let source: DataSource;
let work: UnitOfWork;

async function replica() {
  const module = await Test.createTestingModule({
    imports: [databaseModule('spec', { DATABASE_URL: database.urlFor('flags-admin') })],
  }).compile();
  const own = module.get(DataSource);
  const unit = new UnitOfWork(own, new AfterCommit(logger), LIMITS, logger);
  return { module, source: own, work: unit, runner: new ScheduleRunner(own, new RunStepService(unit), logger) };
}

beforeAll(async () => {
  database = await createTestDatabase();
  replicas = [await replica(), await replica()];
  ({ source, work } = replicas[0] as (typeof replicas)[0]);
});
afterAll(async () => {
  for (const { module } of replicas ?? []) await module.close();
  await database?.drop();
});

/** A project with an editor, a flag and an environment. */
async function aPlace() {
  const [projectId, flagId, environmentId, userId] = Array.from({ length: 4 }, () => randomUUID()) as [
    string,
    string,
    string,
    string,
  ];
  await source.sql`insert into flags.projects (id, name, slug) values (${projectId}, 'p', ${unique('p')})`;
  await source.sql`insert into flags.members (project_id, user_id, role) values (${projectId}, ${userId}, 'editor')`;
  await source.sql`
    insert into flags.environments (id, project_id, name, slug, icon, protected)
    values (${environmentId}, ${projectId}, 'e', 'e', '', false)`;
  await source.sql`
    insert into flags.flags (id, project_id, key, name, type) values (${flagId}, ${projectId}, 'flag', 'f', 'boolean')`;
  await source.sql`
    insert into flags.flag_values (id, flag_id, environment_id) values (gen_random_uuid(), ${flagId}, ${environmentId})`;
  const membership = { projectId, role: 'editor' as const, neededRole: 'editor' as const };
  const actor = { id: userId, name: 'Ada', email: 'a@b', sessionId: randomUUID(), membership };
  return { projectId, flagId, environmentId, actor };
}
type Place = Awaited<ReturnType<typeof aPlace>>;

/** The actor's account, which an administrator has disabled or deleted. */
async function anAccount({ actor }: Place, marked: 'disabled_at' | 'removed_at'): Promise<void> {
  const owner = await new DataSource({ type: 'postgres', url: database.adminUrl }).initialize();
  await owner.query(
    `insert into auth.users (id, name, email, email_key, password_hash, ${marked})
     values ($1::uuid, 'Ada', $1::text, $1::text, '', now())`,
    [actor.id],
  );
  await owner.destroy();
}

const query = () => new ScheduleQuery(source);
const changes = () => new ChangeScheduleService(work, query());
const steps = (...patches: ScheduleStep['patch'][]): ScheduleStep[] =>
  patches.map((patch, index) => ({ at: new Date(Date.now() + (index + 1) * HOUR).toISOString(), patch }));
const schedule = (place: Place, ...patches: ScheduleStep['patch'][]) => scheduleAs(place, {}, ...patches);
const scheduleAs = (place: Place, more: Partial<CreateScheduleRequest>, ...patches: ScheduleStep['patch'][]) =>
  new CreateScheduleService(work, new Quotas(LIMITS), query()).create(place.actor, place, {
    steps: steps(...patches),
    ...more,
  });

/** Makes the next step due this many seconds ago. */
const due = ({ id }: Pick<ScheduleView, 'id'>, seconds = 0) => source.sql`
  update flags.schedules s
  set next_at = n.at, steps = jsonb_set(s.steps, array[s.next_step::text, 'at'], to_jsonb(n.at), false)
  from (select (clock_timestamp() - make_interval(secs => ${seconds}::int))::timestamptz(3) as at) n
  where id = ${id} and next_at is not null`;
const runBoth = () => Promise.all(replicas.map(({ runner }) => runner.run()));
const edit = (place: Place, patch: ScheduleStep['patch']) =>
  new ChangeFlagValueService(work).change(place.actor, { kind: 'edit', ...place, patch });
const read = (place: Place, { id }: Pick<ScheduleView, 'id'>) => query().one(place.projectId, id);

interface Entry {
  action: string;
  user_id: string;
  old_values: Record<string, unknown> | null;
  new_values: Record<string, unknown> | null;
}
async function entriesOf({ projectId }: Place): Promise<(Entry & { event_id: string })[]> {
  const rows = await source.sql<{ event_id: string; payload: Entry }[]>`
    select event_id, payload from flags.outbox
    where kind = 'audit' and payload ->> 'project_id' = ${projectId} order by event_id`;
  return rows.map(({ event_id, payload }) => ({ event_id, ...payload }));
}
async function revisionOf({ environmentId }: Place): Promise<number> {
  const [row] = await source.sql<
    { revision: number }[]
  >`select revision from flags.environments where id = ${environmentId}`;
  return row?.revision ?? 0;
}

describe('a due schedule', () => {
  it('changes the value like an edit by its author, with the same messages, history and entry', async () => {
    const place = await aPlace();
    const made = await schedule(place, { is_enabled: true }, { rollout_percentage: 20 });
    await due(made);
    await runBoth();
    const [first, second] = (await read(place, made)).steps;
    expect(first).toMatchObject({ outcome: 'changed', late_seconds: null });
    expect(second).toMatchObject({ outcome: null, at: made.steps[1]?.at });
    const [, toggled] = await entriesOf(place);
    expect(toggled).toMatchObject({
      event_id: first?.entry_id,
      action: 'flag_toggle',
      user_id: place.actor.id,
      old_values: { is_enabled: false },
      new_values: { is_enabled: true, schedule_id: made.id, schedule_step: 1 },
    });
    const served = await source.sql<{ flag: object; entry_id: string }[]>`
      select flag, entry_id from flags.history where environment_id = ${place.environmentId}`;
    expect(served).toEqual([{ flag: expect.objectContaining({ is_enabled: true }), entry_id: first?.entry_id }]);
    await due(made);
    await runBoth();
    expect(await read(place, made)).toMatchObject({
      status: 'finished',
      next_at: null,
      value: { rollout_percentage: 20 },
    });
    expect(await revisionOf(place)).toBe(2);
  });

  it('creates neither a revision nor an entry when the value is already the same', async () => {
    const place = await aPlace();
    const made = await schedule(place, { is_enabled: false });
    await due(made);
    await runBoth();
    expect(await read(place, made)).toMatchObject({
      status: 'finished',
      steps: [{ outcome: 'unchanged', entry_id: null }],
    });
    expect([await revisionOf(place), (await entriesOf(place)).length]).toEqual([0, 1]);
  });

  it('runs late after an outage, and records the delay in the schedule and the entry', async () => {
    const place = await aPlace();
    const made = await schedule(place, { is_enabled: true });
    await due(made, 90);
    await runBoth();
    const [step] = (await read(place, made)).steps;
    expect(step).toMatchObject({ outcome: 'changed' });
    expect(step?.late_seconds).toBeGreaterThanOrEqual(90);
    expect((await entriesOf(place)).at(-1)?.new_values).toMatchObject({ late_seconds: step?.late_seconds });
  });

  it.each([
    ['skip', { status: 'finished', steps: [{ outcome: 'skipped', skipped_because: 'late' }] }],
    ['pause', { status: 'paused', pause: { reason: 'late' } }],
  ] as const)('late after an outage, with if_late: %s', async (if_late, expected) => {
    const place = await aPlace();
    const made = await scheduleAs(place, { if_late }, { is_enabled: true });
    await due(made, 90);
    await runBoth();
    expect(await read(place, made)).toMatchObject(expected);
    const entry = { action: `schedule_${if_late}`, new_values: { reason: 'late' } };
    expect((await entriesOf(place)).at(-1)).toMatchObject(entry);
    expect(await revisionOf(place)).toBe(0);
  });

  it.each([
    ['run', { status: 'finished', steps: [{ outcome: 'changed' }] }],
    ['skip', { status: 'finished', steps: [{ outcome: 'skipped', skipped_because: 'value_changed' }] }],
    ['pause', { status: 'paused', pause: { reason: 'value_changed' } }],
  ] as const)('after another edit of the value, with if_changed: %s', async (if_changed, expected) => {
    const place = await aPlace();
    const made = await scheduleAs(place, { if_changed }, { is_enabled: true });
    await edit(place, { rollout_percentage: 1 });
    await due(made);
    await runBoth();
    expect(await read(place, made)).toMatchObject(expected);
  });

  it('does not mistake its own changes for other edits', async () => {
    const place = await aPlace();
    const made = await scheduleAs(place, { if_changed: 'pause' }, { is_enabled: true }, { rollout_percentage: 20 });
    for (const _ of made.steps) {
      await due(made);
      await runBoth();
    }
    expect((await read(place, made)).status).toBe('finished');
  });

  it.each([
    ['was removed', (place: Place) => source.sql`delete from flags.members where user_id = ${place.actor.id}`],
    [
      'became viewer',
      (place: Place) => source.sql`update flags.members set role = 'viewer' where user_id = ${place.actor.id}`,
    ],
    ['was disabled', (place: Place) => anAccount(place, 'disabled_at')],
    ['was deleted', (place: Place) => anAccount(place, 'removed_at')],
  ])('whose author %s pauses with the reason, and gets its resumer as author', async (_, lose) => {
    const place = await aPlace();
    const made = await schedule(place, { is_enabled: true }, { is_enabled: false });
    await due(made);
    await lose(place);
    await runBoth();
    expect(await read(place, made)).toMatchObject({ status: 'paused', pause: { reason: 'author' } });
    const other = { ...place.actor, id: randomUUID() };
    await source.sql`insert into flags.members (project_id, user_id, role) values (${place.projectId}, ${other.id}, 'admin')`;
    const resumed = await changes().resume(other, { projectId: place.projectId, id: made.id });
    expect(resumed).toMatchObject({ status: 'scheduled', author_id: other.id, pause: null });
    await runBoth();
    expect((await entriesOf(place)).at(-1)).toMatchObject({ action: 'flag_toggle', user_id: other.id });
  });

  it('of an archived flag pauses', async () => {
    const place = await aPlace();
    const made = await schedule(place, { is_enabled: true });
    await new ArchiveFlagService(work, new FlagQuery(source)).archive(place.actor, place.flagId);
    await due(made);
    await runBoth();
    expect(await read(place, made)).toMatchObject({ status: 'paused', pause: { reason: 'flag_archived' } });
    const resume = changes().resume(place.actor, { projectId: place.projectId, id: made.id });
    await expect(resume).rejects.toMatchObject({ code: 'flag_archived' });
  });

  it('whose change is refused at the commit pauses with the reason, and changes nothing', async () => {
    const place = await aPlace();
    const rule = { targeting_attribute: 'a', targeting_value: 'x'.repeat(9_000), targeting_return_value: 'true' };
    const made = await schedule(place, rule);
    await source.sql`update flags.environments set flag_set_bytes = 19000 where id = ${place.environmentId}`;
    await due(made);
    await runBoth();
    expect(await read(place, made)).toMatchObject({
      status: 'paused',
      pause: { reason: 'refused', detail: expect.stringContaining('FLAG_SET_BYTES_AT_MOST') },
      value: { targeting_value: null },
    });
    // The history also has the cause.
    const cause = { reason: 'refused', detail: expect.stringContaining('FLAG_SET_BYTES_AT_MOST') };
    expect((await entriesOf(place)).at(-1)).toMatchObject({ action: 'schedule_pause', new_values: cause });
    expect(await revisionOf(place)).toBe(0);
  });

  it('uses the clock of the database, not of the process', async () => {
    const place = await aPlace();
    const made = await schedule(place, { is_enabled: true });
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 24 * HOUR);
    try {
      await runBoth();
      expect((await read(place, made)).status).toBe('scheduled');
      clock.mockReturnValue(0);
      await due(made);
      await runBoth();
      expect(await read(place, made)).toMatchObject({ status: 'finished', steps: [{ late_seconds: null }] });
    } finally {
      clock.mockRestore();
    }
  });
});

describe('limits of schedules', () => {
  it('S101 a poll ends after a while, however long steps wait, and the next one continues', async () => {
    const places = [await aPlace(), await aPlace()];
    const made = await Promise.all(places.map((place) => schedule(place, { is_enabled: true })));
    for (const one of made) await due(one);
    const ended = async () => {
      const shown = await Promise.all(places.map((place, index) => read(place, made[index]!)));
      return shown.filter(({ status }) => status === 'finished').length;
    };
    let now = performance.now();
    // Each reading advances the clock by three seconds.
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => (now += 3_000));
    await replicas[0]?.runner.run();
    const first = await ended();
    clock.mockRestore();
    await replicas[0]?.runner.run();
    expect([first, await ended()]).toEqual([0, 2]);
  });
});

describe('schedules with their flags and projects', () => {
  it('are deleted with their flag, even while one runs, without deadlocks or later changes', async () => {
    for (let round = 0; round < 4; round++) {
      const place = await aPlace();
      const made = await schedule(place, { is_enabled: true });
      await due(made);
      await Promise.all([runBoth(), new DeleteFlagService(work).delete(place.actor, place.flagId)]);
      expect(await source.sql`select from flags.schedules where id = ${made.id}`).toHaveLength(0);
      expect((await entriesOf(place)).at(-1)?.action).toBe('flag_delete');
    }
  });

  it('are limited per project, without counting ended ones', async () => {
    const place = await aPlace();
    const made = await Promise.all(Array.from({ length: 5 }, () => schedule(place, { is_enabled: true })));
    await expect(schedule(place, { is_enabled: true })).rejects.toMatchObject({ code: 'quota_exceeded' });
    await changes().cancel(place.actor, { projectId: place.projectId, id: made[0]?.id ?? '' });
    await schedule(place, { is_enabled: true });
  });

  it('are listed in pages, open ones by next step, ended ones latest first', async () => {
    const place = await aPlace();
    const made = [];
    for (let index = 0; index < 4; index++) made.push(await schedule(place, { is_enabled: true }));
    const all = async (state: 'open' | 'ended') => {
      const pages: string[][] = [];
      for (let cursor: string | undefined, isLast = false; !isLast;) {
        const page = await query().page(place.projectId, {
          state,
          limit: 2,
          ...(cursor && { cursor }),
          flag: place.flagId,
        });
        pages.push(page.schedules.map(({ id }) => id));
        cursor = page.next;
        isLast = cursor === undefined;
      }
      return pages;
    };
    const [a, b, c, d] = made.map(({ id }) => id) as [string, string, string, string];
    expect(await all('open')).toEqual([
      [a, b],
      [c, d],
    ]);
    for (const id of [c, a]) await changes().cancel(place.actor, { projectId: place.projectId, id });
    expect([await all('open'), await all('ended')]).toEqual([[[b, d]], [[a, c]]]);
  });
});

it('a step is left to the transaction that has locked it, and does not run while paused', async () => {
  const place = await aPlace();
  const made = await schedule(place, { is_enabled: true });
  await due(made);
  const step = {
    id: made.id,
    project_id: place.projectId,
    flag_id: place.flagId,
    environment_id: place.environmentId,
    author_id: place.actor.id,
    author_name: place.actor.name,
  };
  const runner = new RunStepService(work);
  await source.transaction(async (other) => {
    await other.sql`select from flags.schedules where id = ${made.id} for update`;
    expect(await runner.run(step)).toBeUndefined();
  });
  await changes().pause(place.actor, { projectId: place.projectId, id: made.id });
  expect(await runner.run(step)).toBeUndefined();
  await changes().resume(place.actor, { projectId: place.projectId, id: made.id });
  await due(made);
  expect(await runner.run(step)).toBe('changed');
});

describe('schedules run by two replicas at once, while members edit, pause and resume', () => {
  type Act = 'run' | 'due' | 'pause' | 'resume' | 'edit' | 'value' | 'cancel';
  const act = fc.constantFrom<Act>(
    'run',
    'run',
    'run',
    'due',
    'due',
    'due',
    'pause',
    'resume',
    'edit',
    'value',
    'cancel',
  );

  async function perform(place: Place, made: ScheduleView, one: Act): Promise<unknown> {
    const named = { projectId: place.projectId, id: made.id };
    if (one === 'run') return runBoth();
    if (one === 'due') return due(made);
    if (one === 'edit') return changes().edit(place.actor, named, { name: unique('n'), if_changed: 'run' });
    if (one === 'value') return edit(place, { targeting_attribute: 'a', targeting_value: unique('v') });
    return changes()[one](place.actor, named);
  }

  it('each step happens once or not at all, and entries match revisions', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(act, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 8 }),
        async (rounds) => {
          const place = await aPlace();
          const percentages = [10, 20, 30, 40, 50];
          const made = await schedule(place, ...percentages.map((rollout_percentage) => ({ rollout_percentage })));
          for (const round of rounds) {
            const results = await Promise.allSettled(round.map((one) => perform(place, made, one)));
            const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
            expect(reasons.filter(({ code }) => code !== 'schedule_ended')).toEqual([]);
          }
          const shown = await read(place, made);
          const done = shown.steps.filter(({ outcome }) => outcome === 'changed');
          const entries = (await entriesOf(place)).filter(({ action }) => action.startsWith('flag_'));
          const own = entries.filter(({ new_values }) => new_values?.schedule_id === made.id);
          expect(own.map(({ event_id }) => event_id)).toEqual(done.map(({ entry_id }) => entry_id));
          expect(own.map(({ new_values }) => new_values?.rollout_percentage)).toEqual(
            percentages.slice(0, done.length),
          );
          expect(await revisionOf(place)).toBe(entries.length);
        },
      ),
      { numRuns: 10, seed: 20_261_125, endOnFailure: true },
    );
  }, 120_000);
});

it('a replica continues with other schedules after a failed step', async () => {
  const [broken, whole] = [await aPlace(), await aPlace()];
  const first = await schedule(broken, { is_enabled: true });
  await source.sql`update flags.schedules set next_step = 7 where id = ${first.id}`;
  const second = await schedule(whole, { is_enabled: true });
  await due(first, 5);
  await due(second);
  await replicas[0]?.runner.run();
  await eventually(async () => expect((await read(whole, second)).status).toBe('finished'));
  await source.sql`delete from flags.schedules where id = ${first.id}`;
});
