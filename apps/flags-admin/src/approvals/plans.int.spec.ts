import type {
  ChangeRequestActionRequest,
  CreateScheduleRequest,
  PauseReason,
  ScheduleView,
} from '@burgee/contracts/http';
import { DomainError } from '@burgee/contracts/wire';
import { databaseModule } from '@burgee/service-kit/database';
import type { ChangeNote } from '@burgee/session';
import {
  advanceSchedule,
  createTestDatabase,
  entriesInOutbox,
  storeProject,
  type TestDatabase,
  unique,
} from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Test, type TestingModule } from '@nestjs/testing';
import fc from 'fast-check';
import { type Logger, pino } from 'pino';
import { DataSource } from 'typeorm';
import { DeleteEnvironmentService } from '../environments/delete-environment.service.js';
import { ArchiveFlagService } from '../flags/archive-flag.service.js';
import { ChangeFlagValueService } from '../flags/change-flag-value.service.js';
import { DeleteFlagService } from '../flags/delete-flag.service.js';
import { FlagQuery } from '../flags/flag.query.js';
import { Quotas } from '../quotas/quotas.js';
import { ChangeScheduleService } from '../schedules/change-schedule.service.js';
import { CreateScheduleService } from '../schedules/create-schedule.service.js';
import { RunStepService } from '../schedules/run-step.service.js';
import { ScheduleQuery } from '../schedules/schedule.query.js';
import { ScheduleRunner } from '../schedules/schedule-runner.js';
import { AfterCommit } from '../unit-of-work/after-commit.js';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';
import { ActOnChangeRequestService } from './act-on-change-request.service.js';
import { ChangeRequestsQuery } from './change-requests.query.js';

const LIMITS = { FLAG_SET_BYTES_AT_MOST: 30_000, SCHEDULES_PER_PROJECT_AT_MOST: 200 };
const HOUR = 3_600_000;
const NO_APPROVALS = { approvals: 0, comment_required: false };
const logger = pino({ enabled: false }) as Logger;

let database: TestDatabase;
let module: TestingModule;
let source: DataSource;
let work: UnitOfWork;
let runner: ScheduleRunner;

beforeAll(async () => {
  database = await createTestDatabase();
  module = await Test.createTestingModule({
    imports: [databaseModule('spec', { DATABASE_URL: database.urlFor('flags-admin') })],
  }).compile();
  source = module.get(DataSource);
  work = new UnitOfWork(source, new AfterCommit(logger), LIMITS, logger);
  runner = new ScheduleRunner(source, new RunStepService(work), logger);
});
afterAll(async () => {
  await module?.close();
  await database?.drop();
});

const setRules = async ({ environmentId }: Pick<Place, 'environmentId'>, rules: Partial<typeof NO_APPROVALS>) => {
  const { approvals, comment_required } = { ...NO_APPROVALS, ...rules };
  await source.sql`
    update flags.environments set approvals = ${approvals}, comment_required = ${comment_required} where id = ${environmentId}`;
};
const freeze = ({ environmentId }: Place, seconds: number) => source.sql`
  update flags.environments set frozen_until = clock_timestamp() + make_interval(secs => ${seconds}::int) where id = ${environmentId}`;

/** A project with a flag in an environment that requires one approval, an owner and three editors. */
async function aPlace(rules: Partial<typeof NO_APPROVALS> = { approvals: 1 }) {
  const { projectId, flagIds, environmentIds, members } = await storeProject(source, {
    flags: [{ key: 'flag' }],
    environments: ['production'],
    roles: ['owner', 'editor', 'editor', 'editor'],
  });
  const [[flagId], [environmentId], [owner, author, ada, bo]] = [flagIds, environmentIds, members];
  await setRules({ environmentId }, rules);
  return { projectId, flagId, environmentId, owner, author, ada, bo };
}
type Place = Awaited<ReturnType<typeof aPlace>>;
type Person = 'owner' | 'author' | 'ada' | 'bo';

const as = (place: Place, who: Person, note: ChangeNote = {}) => ({ ...place[who], note });
const query = () => new ScheduleQuery(source);
const requests = () => new ChangeRequestsQuery(source);
const changes = () => new ChangeScheduleService(work, query());

const PERCENTAGES = [5, 25, 100];
const ramp = () => {
  const now = Date.now();
  return PERCENTAGES.map((rollout_percentage, index) => ({
    at: new Date(now + (index + 1) * HOUR).toISOString(),
    patch: { is_enabled: true, rollout_percentage },
  }));
};

const plan = (place: Place, more: Partial<CreateScheduleRequest> = {}, who: Person = 'author', note: ChangeNote = {}) =>
  new CreateScheduleService(work, new Quotas({ ...LIMITS } as never), query()).create(as(place, who, note), place, {
    steps: ramp(),
    ...more,
  });
const read = (place: Place, { id }: ScheduleView) => query().one(place.projectId, id);
/** The last request of a schedule, or the given one of a schedule that is gone. */
async function requestOf(place: Place, made: ScheduleView) {
  const { change_request_id } = await read(place, made).catch(() => made);
  return requests().one(place.projectId, String(change_request_id));
}
async function act(
  place: Place,
  who: Person,
  made: ScheduleView,
  action: ChangeRequestActionRequest['action'],
  tag?: string,
) {
  const { id, tag: present } = await requestOf(place, made);
  const service = new ActOnChangeRequestService(work, requests());
  return (await service.act(place[who], place.projectId, id, { action, if_match: tag ?? present })).view;
}
const named = (place: Place, { id }: ScheduleView) => ({ projectId: place.projectId, id });
const edit = (place: Place, who: Person, made: ScheduleView, request: object, note: ChangeNote = {}) =>
  changes().edit(as(place, who, note), named(place, made), request);
const resume = (place: Place, who: Person, made: ScheduleView, note: ChangeNote = {}) =>
  changes().resume(as(place, who, note), named(place, made));
const approve = (place: Place, made: ScheduleView) => act(place, 'ada', made, 'approve').then(() => read(place, made));
const approved = async (place: Place, more?: Partial<CreateScheduleRequest>) => approve(place, await plan(place, more));

const advance = ({ id }: ScheduleView, milliseconds: number) => advanceSchedule(source, id, milliseconds);
/** An hour passes, and what is due runs. */
async function runHour(place: Place, made: ScheduleView): Promise<ScheduleView> {
  await advance(made, HOUR);
  await runner.run();
  return read(place, made);
}
/** The same for all schedules of a project. */
async function runHours({ projectId }: Place): Promise<void> {
  for (const made of (await query().page(projectId, {})).schedules) await advance(made, HOUR);
  await runner.run();
}
/** An owner overrides the rules, so that only the value differs. */
const change = (place: Place, patch: object, note: ChangeNote = { bypassReason: 'now' }) =>
  new ChangeFlagValueService(work).change(as(place, 'owner', note), { kind: 'edit', ...place, patch });

const changesOf = async (place: Place) =>
  (await entriesInOutbox(source, place.projectId)).filter(({ action }) => action.startsWith('flag_'));
const demote = ({ projectId }: Place, { id }: { id: string }) =>
  source.sql`update flags.members set role = 'viewer' where project_id = ${projectId} and user_id = ${id}`;

describe('a plan in an environment that requires approvals', () => {
  it('waits, is approved as it was shown, and runs each step once, with plan, author and approvers in its entries', async () => {
    const place = await aPlace({ approvals: 2 });
    const made = await plan(place, { name: 'Checkout' });
    expect(made).toMatchObject({ status: 'in_review', approval: null, if_changed: 'pause' });
    const request = await requestOf(place, made);
    const value = { is_enabled: false, rollout_percentage: 100 };
    expect(request).toMatchObject({
      state: 'in_review',
      author_id: place.author.id,
      changes: [],
      plan: {
        schedule_id: made.id,
        flag_key: 'flag',
        name: 'Checkout',
        if_changed: 'pause',
        from: value,
        is_changed: false,
      },
    });
    expect(request.plan?.steps.map(({ at, to }) => [at, to.is_enabled, to.rollout_percentage])).toEqual(
      made.steps.map(({ at }, index) => [at, true, PERCENTAGES[index]]),
    );
    await runHour(place, made);
    expect(await changesOf(place)).toEqual([]);
    await advance(made, -HOUR);
    expect(await act(place, 'ada', made, 'approve')).toMatchObject({ state: 'in_review' });
    expect(await act(place, 'bo', made, 'approve')).toMatchObject({ state: 'applied', closed_by_id: place.bo.id });
    expect(await read(place, made)).toMatchObject({
      status: 'scheduled',
      author_id: place.author.id,
      approval: { author_id: place.author.id, content_sha256: request.tag, bypass_reason: null },
    });
    for (const _ of PERCENTAGES) await runHour(place, made);
    expect(await read(place, made)).toMatchObject({ status: 'finished', value: { rollout_percentage: 100 } });
    const entries = await changesOf(place);
    const about = {
      schedule_id: made.id,
      change_request: request.id,
      author: place.author.id,
      approvers: [place.ada.id, place.bo.id],
    };
    expect(entries).toEqual(
      PERCENTAGES.map((rollout_percentage, index) =>
        expect.objectContaining({
          user_id: place.author.id,
          new_values: expect.objectContaining({ ...about, rollout_percentage, schedule_step: index + 1 }),
        }),
      ),
    );
    const said = (await entriesInOutbox(source, place.projectId)).flatMap(({ action, new_values }) =>
      action === 'change_request_update' ? [new_values?.state] : [],
    );
    expect(said).toEqual(['in_review', 'approved', 'approved', 'applied']);
  });

  it('keeps the time between its steps when it is approved after its first time', async () => {
    const place = await aPlace();
    const made = await plan(place);
    await advance(made, 5 * HOUR);
    const started = await approve(place, made);
    const times = started.steps.map(({ at }) => Date.parse(at));
    expect([times[1]! - times[0]!, times[2]! - times[1]!]).toEqual([HOUR, HOUR]);
    await runner.run();
    expect((await read(place, made)).steps).toMatchObject([{ outcome: 'changed', late_seconds: null }, {}, {}]);
    for (const _ of [2, 3]) await runHour(place, made);
    expect(await read(place, made)).toMatchObject({ status: 'finished' });
  });

  const archiving = () => new ArchiveFlagService(work, new FlagQuery(source));
  const overriding = (place: Place) => as(place, 'owner', { bypassReason: 'x' });
  const nothing = () => undefined;

  it.each<[PauseReason, (place: Place, made: ScheduleView) => unknown, (place: Place) => unknown]>([
    ['member', (place, made) => changes().pause(place.bo, named(place, made)), nothing],
    ['author', (place) => demote(place, place.author), nothing],
    ['value_changed', (place) => change(place, { rollout_percentage: 7 }), nothing],
    ['late', (_, made) => advance(made, HOUR / 2), nothing],
    ['frozen', (place) => freeze(place, 600), (place) => freeze(place, -1)],
    [
      'flag_archived',
      (place) => archiving().archive(overriding(place), place.flagId),
      (place) => archiving().unarchive(overriding(place), place.flagId),
    ],
    [
      'refused',
      (place) => setRules(place, { approvals: 1, comment_required: true }),
      (place) => setRules(place, { approvals: 1 }),
    ],
  ])('pauses while it runs with the reason %s, and finishes after it is resumed', async (...row) => {
    const [reason, cause, end] = row;
    const place = await aPlace();
    const made = await approved(place, { if_late: 'pause' });
    await runHour(place, made);
    await cause(place, made);
    const paused = await runHour(place, made);
    expect(paused).toMatchObject({
      status: 'paused',
      pause: { reason },
      steps: [{ outcome: 'changed' }, { outcome: null }, {}],
    });
    const entry = (await entriesInOutbox(source, place.projectId)).findLast(
      ({ action }) => action === 'schedule_pause',
    );
    expect(entry).toMatchObject({ new_values: { schedule_id: made.id, reason } });
    await end(place);
    const resumed = await resume(place, 'bo', made);
    expect(resumed).toMatchObject(
      reason === 'value_changed'
        ? { status: 'in_review', author_id: place.bo.id, approval: null }
        : { status: 'scheduled', author_id: place.bo.id, approval: { author_id: place.author.id } },
    );
    if (reason === 'value_changed') await approve(place, made);
    await runner.run();
    expect((await runHour(place, made)).status).toBe('finished');
    const done = (await changesOf(place)).flatMap(({ new_values }) =>
      new_values?.schedule_step === undefined ? [] : [[new_values.schedule_step, new_values.rollout_percentage]],
    );
    expect(done).toEqual(PERCENTAGES.map((percentage, index) => [index + 1, percentage]));
  });

  it('runs although the value was changed where it says so, and still sets exactly what was approved', async () => {
    const place = await aPlace();
    const made = await plan(place, { if_changed: 'run' });
    await change(place, { rollout_percentage: 7 });
    expect(await requestOf(place, made)).toMatchObject({ state: 'in_review', plan: { is_changed: true } });
    await act(place, 'ada', made, 'approve');
    await runHour(place, made);
    await change(place, { is_enabled: false, targeting_attribute: 'a', targeting_value: 'b' });
    const { value } = await runHour(place, made);
    expect(value).toMatchObject({ is_enabled: true, rollout_percentage: 25, targeting_attribute: null });
  });

  it('goes on when an approver leaves, and when more approvals are required afterwards; the next plan needs those', async () => {
    const place = await aPlace();
    const made = await approved(place);
    await demote(place, place.ada);
    await setRules(place, { approvals: 2 });
    for (const _ of PERCENTAGES) await runHour(place, made);
    expect(await read(place, made)).toMatchObject({ status: 'finished' });
    const next = await plan(place, { steps: ramp().map(({ at }) => ({ at, patch: { is_enabled: false } })) });
    await act(place, 'bo', next, 'approve');
    expect(await read(place, next)).toMatchObject({ status: 'in_review' });
  });

  it('needs its approvals again after an edit, also while it runs, and waits for them', async () => {
    const place = await aPlace({ approvals: 2 });
    const made = await plan(place);
    const before = (await act(place, 'ada', made, 'approve')).tag;
    await edit(place, 'author', made, { name: 'Other' });
    const request = await requestOf(place, made);
    expect(request).toMatchObject({ state: 'in_review', approvals: [], plan: { name: 'Other' } });
    await expect(act(place, 'ada', made, 'approve', before)).rejects.toMatchObject({
      code: 'value_changed',
      options: { current: { tag: request.tag, plan: { name: 'Other' } } },
    });
    for (const who of ['ada', 'bo'] as const) await act(place, who, made, 'approve');
    await runHour(place, made);
    const again = await edit(place, 'bo', made, { steps: ramp().slice(1, 2), if_late: 'skip' });
    expect(again).toMatchObject({ status: 'in_review', approval: null, author_id: place.bo.id });
    expect(again.change_request_id).not.toBe(request.id);
    expect((await requestOf(place, again)).plan?.steps).toHaveLength(1);
    expect((await runHour(place, made)).steps).toMatchObject([{ outcome: 'changed' }, { outcome: null }]);
  });

  it('ends with its request, and the request with it', async () => {
    const place = await aPlace();
    const rejected = await plan(place);
    await act(place, 'ada', rejected, 'reject');
    expect(await read(place, rejected)).toMatchObject({ status: 'cancelled', ended_at: expect.any(String) });
    const cancelled = await plan(place);
    await changes().cancel(place.bo, named(place, cancelled));
    expect(await requestOf(place, cancelled)).toMatchObject({ state: 'rejected', closed_by_id: place.bo.id });
    await expect(act(place, 'ada', cancelled, 'approve')).rejects.toMatchObject({ code: 'request_not_ready' });
  });

  it('does not start while it is paused, and asks again when it is resumed', async () => {
    const place = await aPlace();
    const made = await plan(place);
    await changes().pause(place.bo, named(place, made));
    expect(await requestOf(place, made)).toMatchObject({ state: 'draft' });
    await expect(act(place, 'ada', made, 'approve')).rejects.toMatchObject({ code: 'request_not_ready' });
    expect(await resume(place, 'author', made)).toMatchObject({ status: 'in_review' });
    await expect(resume(place, 'author', made)).rejects.toMatchObject({ code: 'approval_required' });
    await act(place, 'ada', made, 'approve');
    expect(await read(place, made)).toMatchObject({ status: 'scheduled' });
  });

  it('whose value has changed is not approved: 412 with both sides, and its author submits it again', async () => {
    const place = await aPlace();
    const made = await plan(place);
    await change(place, { rollout_percentage: 7 });
    await expect(act(place, 'ada', made, 'approve')).rejects.toMatchObject({
      code: 'value_changed',
      options: { current: { plan: { from: { rollout_percentage: 100 }, current: { rollout_percentage: 7 } } } },
    });
    await act(place, 'author', made, 'submit');
    await act(place, 'ada', made, 'approve');
    expect((await runHour(place, made)).steps).toMatchObject([{ outcome: 'changed' }, {}, {}]);
  });

  it('of a deleted flag cannot be approved', async () => {
    const place = await aPlace();
    const made = await plan(place, { if_changed: 'run' });
    await new DeleteFlagService(work).delete(as(place, 'owner', { bypassReason: 'x' }), place.flagId);
    await expect(act(place, 'ada', made, 'approve')).rejects.toMatchObject({
      code: 'request_not_ready',
      message: expect.stringContaining('Reject this request'),
    });
    expect(await act(place, 'ada', made, 'reject')).toMatchObject({ state: 'rejected' });
  });

  it('that undoes what another one changes before it is no plan that changes nothing, if it runs whatever the value is', async () => {
    const place = await aPlace();
    const off = (hours: number) => [
      { at: new Date(Date.now() + hours * HOUR).toISOString(), patch: { is_enabled: false } },
    ];
    await approved(place);
    expect(await plan(place, { steps: off(20), if_changed: 'run' })).toMatchObject({ status: 'in_review' });
    for (const refused of [{ steps: off(0.5), if_changed: 'run' as const }, { steps: off(20) }])
      await expect(plan(place, refused)).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it('that changes nothing is refused with its steps', async () => {
    const place = await aPlace();
    const steps = ramp().map(({ at }) => ({ at, patch: { is_enabled: false } }));
    await expect(plan(place, { steps })).rejects.toMatchObject({
      code: 'invalid_request',
      options: { errors: [0, 1, 2].map((n) => expect.objectContaining({ pointer: `/steps/${n}/patch` })) },
    });
    expect((await requests().page(place.projectId, {})).requests).toEqual([]);
  });
});

it('where comments are required, the comment of a plan is that of its request and of each step', async () => {
  const place = await aPlace({ approvals: 1, comment_required: true });
  await expect(plan(place)).rejects.toMatchObject({ code: 'comment_required' });
  const made = await plan(place, {}, 'author', { comment: 'for the sale' });
  expect([made.comment, (await requestOf(place, made)).comment]).toEqual(['for the sale', 'for the sale']);
  await act(place, 'ada', made, 'approve');
  const free = await aPlace({ comment_required: true });
  await plan(free, {}, 'author', { comment: 'for the sale' });
  for (const _ of PERCENTAGES) for (const one of [place, free]) await runHours(one);
  for (const one of [place, free])
    expect((await changesOf(one)).map(({ comment }) => comment)).toEqual(PERCENTAGES.map(() => 'for the sale'));
});

it('tells those who may approve it that a plan waits, its author what was decided, and owners too that it is paused', async () => {
  const place = await aPlace();
  const told = async () => {
    const rows = await source.sql<{ user_id: string; kind: string; reason: string | null }[]>`
      select user_id, kind, about ->> 'reason' as reason from flags.notices
      where project_id = ${place.projectId} order by kind, created_at`;
    const of = (who: Person) =>
      rows.flatMap(({ user_id, kind, reason }) =>
        user_id === place[who].id ? [[kind, reason].filter(Boolean).join(' ')] : [],
      );
    return { owner: of('owner'), author: of('author'), ada: of('ada') };
  };
  const first = await plan(place);
  expect(await told()).toEqual({ owner: ['plan_waits'], author: [], ada: ['plan_waits'] });
  await approve(place, first);
  expect(await told()).toEqual({ owner: [], author: ['plan_approved'], ada: [] });
  await change(place, { rollout_percentage: 7 });
  await runHour(place, first);
  const paused = 'plan_paused value_changed';
  expect(await told()).toEqual({ owner: [paused], author: ['plan_approved', paused], ada: [] });

  const second = await plan(place);
  expect((await told()).owner).toEqual([paused, 'plan_waits']);
  await act(place, 'ada', second, 'reject');
  expect(await told()).toEqual({ owner: [paused], author: ['plan_approved', paused, 'plan_rejected'], ada: [] });

  const third = await plan(place);
  await changes().pause(as(place, 'owner'), named(place, third));
  expect(await told()).toMatchObject({
    owner: [paused],
    author: ['plan_approved', paused, 'plan_paused member', 'plan_rejected'],
  });
  await resume(place, 'author', third);
  await changes().cancel(as(place, 'author'), named(place, first));
  expect(await told()).toMatchObject({ owner: ['plan_waits'], author: ['plan_approved', 'plan_rejected'] });
});

const noticesOf = async (place: Place, who: Person) =>
  (
    await source.sql<{ kind: string }[]>`
      select kind from flags.notices where project_id = ${place.projectId} and user_id = ${place[who].id}`
  ).map(({ kind }) => kind);

it.each<[string, (place: Place, made: ScheduleView) => Promise<unknown>, string]>([
  ['cancels it', (place, made) => changes().cancel(place.bo, named(place, made)), 'plan_cancelled'],
  ['overrides', (place, made) => resume(place, 'owner', made, { bypassReason: 'x' }), 'plan_taken_over'],
  ['takes it over', (place, made) => edit(place, 'bo', made, {}), 'plan_taken_over'],
])('tells the author of a plan that another member %s', async (_, act, kind) => {
  const place = await aPlace();
  await act(place, await plan(place));
  expect(await noticesOf(place, 'author')).toContain(kind);
  // Who acted is its author now, or has ended that it waits.
  expect(await noticesOf(place, 'bo')).toEqual([]);
});

it.each<[string, (place: Place) => Promise<unknown>]>([
  ['flag', (place) => new DeleteFlagService(work).delete(as(place, 'owner', { bypassReason: 'x' }), place.flagId)],
  [
    'environment',
    (place) =>
      new DeleteEnvironmentService(work).delete(
        as(place, 'owner', { bypassReason: 'x' }),
        place.owner.membership,
        place.environmentId,
      ),
  ],
])('takes back that a plan waits when its %s is deleted', async (_, remove) => {
  const place = await aPlace();
  await plan(place);
  expect(await noticesOf(place, 'owner')).toEqual(['plan_waits']);
  await remove(place);
  expect(await noticesOf(place, 'owner')).toEqual([]);
});

describe('a plan under concurrent actions', () => {
  type Act = (place: Place, made: ScheduleView) => Promise<unknown>;
  const ACTS: Record<string, Act> = {
    run: () => runner.run(),
    due: (_, made) => advance(made, 10 * HOUR),
    approve: (place, made) => act(place, 'ada', made, 'approve'),
    approveToo: (place, made) => act(place, 'bo', made, 'approve'),
    reject: (place, made) => act(place, 'bo', made, 'reject'),
    submit: (place, made) => act(place, 'author', made, 'submit'),
    edit: (place, made) => edit(place, 'author', made, { name: unique('n') }),
    takeOver: (place, made) => edit(place, 'bo', made, {}),
    pause: (place, made) => changes().pause(place.ada, named(place, made)),
    resume: (place, made) => resume(place, 'ada', made),
    override: (place, made) => resume(place, 'owner', made, { bypassReason: 'x' }),
    cancel: (place, made) => changes().cancel(place.owner, named(place, made)),
    value: (place) => change(place, { targeting_attribute: 'a', targeting_value: unique('v') }),
  };
  const acts = fc.array(fc.constantFrom(...Object.keys(ACTS)), { minLength: 1, maxLength: 5 });

  it('neither deadlocks, nor runs a step without an approval, and is in review if and only if its request is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(acts, { minLength: 1, maxLength: 6 }), async (rounds) => {
        const place = await aPlace();
        const made = await plan(place, { if_changed: 'run' });
        for (const round of rounds) {
          const results = await Promise.allSettled(round.map((name) => ACTS[name]?.(place, made)));
          const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
          expect(reasons.filter((reason) => !(reason instanceof DomainError))).toEqual([]);
          const [now, request] = [await read(place, made), await requestOf(place, made)];
          expect(now.status === 'in_review').toBe(request.closed_at === null && request.state !== 'draft');
        }
        const steps = (await changesOf(place)).filter(({ new_values }) => new_values?.schedule_id === made.id);
        const vouched = steps.map(({ bypass_reason, new_values }) =>
          bypass_reason === undefined
            ? ((new_values?.approvers ?? []) as string[]).some((id) => id !== new_values?.author)
            : bypass_reason === 'x',
        );
        expect(vouched).toEqual(steps.map(() => true));
        const numbers = steps.map(({ new_values }) => new_values?.schedule_step);
        expect(numbers).toEqual([...new Set(numbers)]);
      }),
      { numRuns: 8 },
    );
  }, 120_000);
});
