import type { ChangeRequestActionRequest, CreateScheduleRequest, ScheduleView } from '@burgee/contracts/http';
import type { Role } from '@burgee/contracts/wire';
import { databaseModule } from '@burgee/service-kit/database';
import type { ChangeNote } from '@burgee/session';
import { advanceSchedule, createTestDatabase, entriesInOutbox, storeProject, type TestDatabase } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Test, type TestingModule } from '@nestjs/testing';
import { type Logger, pino } from 'pino';
import { DataSource } from 'typeorm';
import { ChangeFlagValueService } from '../flags/change-flag-value.service.js';
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
const ramp = () =>
  PERCENTAGES.map((rollout_percentage, index) => ({
    at: new Date(Date.now() + (index + 1) * HOUR).toISOString(),
    patch: { is_enabled: true, rollout_percentage },
  }));

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
/** An owner overrides the rules, so that only the value differs. */
const change = (place: Place, patch: object, note: ChangeNote = { bypassReason: 'now' }) =>
  new ChangeFlagValueService(work).change(as(place, 'owner', note), { kind: 'edit', ...place, patch });

const changesOf = async (place: Place) =>
  (await entriesInOutbox(source, place.projectId)).filter(({ action }) => action.startsWith('flag_'));
const demote = ({ projectId }: Place, { id }: { id: string }, role: Role = 'viewer') =>
  source.sql`update flags.members set role = ${role} where project_id = ${projectId} and user_id = ${id}`;

describe('the approval of a plan', () => {
  it('is refused to the author, and an approver who resumes the plan does not become its author', async () => {
    const place = await aPlace();
    const made = await plan(place);
    await expect(act(place, 'author', made, 'approve')).rejects.toMatchObject({ code: 'role_too_low' });
    await act(place, 'ada', made, 'approve');
    await changes().pause(place.bo, named(place, made));
    expect(await resume(place, 'ada', made)).toMatchObject({ status: 'scheduled', author_id: place.author.id });
    await demote(place, place.author);
    expect(await runHour(place, made)).toMatchObject({ pause: { reason: 'author' } });
    expect(await resume(place, 'ada', made)).toMatchObject({
      status: 'in_review',
      approval: null,
      author_id: place.ada.id,
    });
    await expect(act(place, 'ada', made, 'approve')).rejects.toMatchObject({ code: 'role_too_low' });
  });

  it('can be overridden by an owner, whose reason is in the entry of each step', async () => {
    const place = await aPlace();
    await expect(plan(place, {}, 'author', { bypassReason: 'x' })).rejects.toMatchObject({ code: 'role_too_low' });
    const made = await plan(place, {}, 'owner', { bypassReason: 'incident' });
    expect(made).toMatchObject({ status: 'scheduled', approval: { bypass_reason: 'incident', approvers: [] } });
    await runHour(place, made);
    expect((await changesOf(place)).at(-1)).toMatchObject({ bypass_reason: 'incident', user_id: place.owner.id });
    const waiting = await plan(place, { if_changed: 'run' });
    const resumed = await resume(place, 'owner', waiting, { bypassReason: 'incident' });
    expect(resumed).toMatchObject({ status: 'scheduled', author_id: place.owner.id });
    expect(await requestOf(place, waiting)).toMatchObject({ state: 'applied', closed_by_id: place.owner.id });
  });

  it('is missing for a schedule that is older than the rule: its step is refused, and resuming it requests approval', async () => {
    const place = await aPlace({});
    const made = await plan(place);
    expect(made).toMatchObject({ status: 'scheduled', if_changed: 'run', change_request_id: null });
    await setRules(place, { approvals: 1 });
    expect(await runHour(place, made)).toMatchObject({ status: 'paused', pause: { reason: 'refused' } });
    expect(await resume(place, 'bo', made)).toMatchObject({ status: 'in_review', author_id: place.bo.id });
    await act(place, 'author', made, 'approve');
    await runner.run();
    expect((await read(place, made)).steps).toMatchObject([{ outcome: 'changed' }, {}, {}]);
  });

  it('ends when a replica of the previous release changes the plan or its author, or counts an approval', async () => {
    const place = await aPlace();
    const changedBy: ((made: ScheduleView) => Promise<unknown>)[] = [
      ({ id }) =>
        source.sql`update flags.schedules set steps = jsonb_set(steps, '{0}', (steps -> 0) - 'to') where id = ${id}`,
      ({ id }) => source.sql`update flags.schedules set name = 'x' where id = ${id}`,
      ({ id }) => source.sql`update flags.schedules set if_changed = 'run' where id = ${id}`,
      ({ id }) => source.sql`update flags.schedules set if_late = 'skip' where id = ${id}`,
      ({ id }) => source.sql`update flags.schedules set author_id = ${place.ada.id} where id = ${id}`,
    ];
    for (const changeBy of changedBy) {
      const made = await approved(place);
      await changeBy(made);
      expect(await runHour(place, made)).toMatchObject({ pause: { reason: 'refused' } });
    }
    const waiting = await plan(place);
    await source.sql`
      update flags.change_requests
      set approvals = jsonb_build_array(jsonb_build_object('user_id', ${place.bo.id}::text, 'approved_at', '2026-11-30T00:00:00Z'))
      where id = ${waiting.change_request_id}`;
    expect(await requestOf(place, waiting)).toMatchObject({ state: 'in_review', approvals: [{ counts: false }] });
  });

  it('is requested by PATCH of a running schedule, and no longer needed once the rule ends', async () => {
    const place = await aPlace({});
    const made = await plan(place);
    await setRules(place, { approvals: 1 });
    expect(await edit(place, 'author', made, {})).toMatchObject({ status: 'in_review' });
    await setRules(place, {});
    expect(await requestOf(place, made)).toMatchObject({ state: 'approved' });
    expect(await edit(place, 'author', made, {})).toMatchObject({ status: 'scheduled', approval: null });
    expect(await requestOf(place, made)).toMatchObject({ state: 'rejected' });
    expect((await runHour(place, made)).steps).toMatchObject([{ outcome: 'changed' }, {}, {}]);
  });

  it.each(['pause', 'skip'] as const)(
    'is requested again when a member resumes the plan after the value changed: %s',
    async (choice) => {
      const place = await aPlace({ approvals: 2 });
      const made = await plan(place, { if_changed: choice });
      for (const who of ['ada', 'bo'] as const) await act(place, who, made, 'approve');
      await runHour(place, made);
      const off = { is_enabled: false, targeting_attribute: 'a', targeting_value: 'b' };
      await change(place, off);
      await runHour(place, made);
      if (choice === 'skip') await changes().pause(place.bo, named(place, made));
      expect(await resume(place, 'author', made)).toMatchObject({ status: 'in_review', approval: null });
      await runner.run();
      expect((await read(place, made)).value).toMatchObject(off);
      for (const who of ['ada', 'bo'] as const) await act(place, who, made, 'approve');
      expect((await runHour(place, made)).value).toMatchObject({ ...off, is_enabled: true });
    },
  );

  it('is missing for a plan that its author started while none was required', async () => {
    const place = await aPlace();
    const made = await plan(place);
    await setRules(place, { approvals: 0 });
    await act(place, 'author', made, 'apply');
    expect(await read(place, made)).toMatchObject({ status: 'scheduled', approval: null });
    await setRules(place, { approvals: 2 });
    expect(await runHour(place, made)).toMatchObject({ status: 'paused', pause: { reason: 'refused' } });
    expect(await changesOf(place)).toEqual([]);
    expect(await resume(place, 'author', made)).toMatchObject({ status: 'in_review' });
  });

  it('ends when the owner who overrode it loses that role: the plan pauses, and resuming it requests approval', async () => {
    const place = await aPlace();
    const made = await plan(place, { if_changed: 'run' }, 'owner', { bypassReason: 'incident' });
    await changes().pause(place.bo, named(place, made));
    expect(await resume(place, 'bo', made)).toMatchObject({ status: 'scheduled', author_id: place.owner.id });
    await demote(place, place.owner, 'editor');
    expect(await runHour(place, made)).toMatchObject({ status: 'paused', pause: { reason: 'author' } });
    expect(await changesOf(place)).toEqual([]);
    expect(await resume(place, 'bo', made)).toMatchObject({ status: 'in_review', author_id: place.bo.id });
  });

  it.each([
    ['PATCH', (place: Place, made: ScheduleView) => edit(place, 'author', made, {})],
    ['resume', (place: Place, made: ScheduleView) => resume(place, 'author', made)],
  ])('is requested again by %s after a replica of the previous release closed the request', async (_, ask) => {
    const place = await aPlace();
    const made = await plan(place);
    await source.sql`
      update flags.change_requests set state = 'applied', closed_at = clock_timestamp(), closed_by = ${place.bo.id}
      where id = ${made.change_request_id}`;
    const asked = await ask(place, made);
    expect(asked).toMatchObject({ status: 'in_review', approval: null });
    expect(asked.change_request_id).not.toBe(made.change_request_id);
    expect(await approve(place, made)).toMatchObject({ status: 'scheduled' });
  });

  it('covers the comment and the author: another one changes the tag', async () => {
    const place = await aPlace();
    const made = await plan(place, {}, 'author', { comment: 'for the sale' });
    for (const [who, note] of [
      ['author', { comment: 'other' }],
      ['bo', {}],
    ] as const) {
      const { tag } = await requestOf(place, made);
      await edit(place, who, made, {}, note);
      await expect(act(place, 'ada', made, 'approve', tag)).rejects.toMatchObject({ code: 'value_changed' });
    }
  });
});

it('whose comment is required later is neither approved nor resumed without one', async () => {
  const place = await aPlace();
  const [waiting, made] = [await plan(place, { if_changed: 'run' }), await approved(place, { name: 'Other' })];
  await runHour(place, made);
  await setRules(place, { approvals: 1, comment_required: true });
  expect(await runHour(place, made)).toMatchObject({ pause: { reason: 'refused' } });
  const refused = { code: 'comment_required' };
  await expect(resume(place, 'bo', made)).rejects.toMatchObject(refused);
  await expect(act(place, 'ada', waiting, 'approve')).rejects.toMatchObject(refused);
  await resume(place, 'bo', made, { comment: 'for the sale' });
  await runner.run();
  expect((await changesOf(place)).at(-1)).toMatchObject({ comment: 'for the sale' });
  await edit(place, 'author', waiting, {}, { comment: 'for the sale' });
  expect(await approve(place, waiting)).toMatchObject({ status: 'scheduled' });
});
