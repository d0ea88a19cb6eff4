import {
  aFlag,
  type ServiceResponse,
  aMember,
  aProject,
  eventually,
  type Flag,
  type Project,
  sharedCluster,
} from '@burgee/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import { expectProblem } from '../../expect-problem.js';
import { projectAudit } from '../audit-calls.js';
import { edit, valueIn } from '../flag-calls.js';
import { nextPage } from '../paging.js';
import { closeStreams, fetchFlags, listen } from '../sdk-calls.js';
import { FRESH_VALUE, ID, TIME, UNKNOWN_ID } from '../shapes.js';

const { url } = sharedCluster();
const HOUR = 3_600_000;

afterEach(closeStreams);

const at = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();
const addressOf = (project: Project, id: string) => `/api/projects/${project.id}/schedules/${id}`;
const create = (
  project: Project,
  flag: Pick<Flag, 'id'>,
  body: object,
  environment = project.production,
): Promise<ServiceResponse> =>
  project.owner.client.post(`/api/flags/${flag.id}/environments/${environment.id}/schedules`, body);
const later = { steps: [{ at: at(HOUR), patch: { is_enabled: true } }] };

async function aScheduled(body: object = later) {
  const project = await aProject(url);
  const flag = await aFlag(project);
  const { status, body: schedule, headers } = await create(project, flag, body);
  expect(status).toBe(201);
  return { project, flag, schedule, etag: headers.etag as string };
}

describe('POST /api/flags/:flagId/environments/:envId/schedules', () => {
  it('201, the schedule with times in UTC, and an entry in the history', async () => {
    const { project, flag, schedule, etag } = await aScheduled({
      name: 'Ramp',
      steps: [
        { at: '2028-03-01T09:00:00+01:00', patch: { is_enabled: true, rollout_percentage: 5 } },
        { at: '2028-03-01T09:30:00+01:00', patch: { rollout_percentage: 100 } },
      ].map(({ at: time, patch }) => ({ at: time.replace('2028', String(new Date().getUTCFullYear() + 1)), patch })),
      if_changed: 'pause',
    });
    const waits = { outcome: null, done_at: null, late_seconds: null, skipped_because: null, entry_id: null };
    const year = new Date().getUTCFullYear() + 1;
    expect(schedule).toEqual({
      id: ID,
      project_id: project.id,
      flag_id: flag.id,
      flag_key: flag.key,
      flag_name: expect.any(String),
      flag_type: 'boolean',
      environment_id: project.production.id,
      environment_name: project.production.name,
      name: 'Ramp',
      comment: null,
      status: 'scheduled',
      if_late: 'run',
      if_changed: 'pause',
      author_id: project.owner.id,
      author_name: project.owner.name,
      change_request_id: null,
      approval: null,
      steps: [
        { at: `${year}-03-01T08:00:00.000Z`, patch: { is_enabled: true, rollout_percentage: 5 }, ...waits },
        { at: `${year}-03-01T08:30:00.000Z`, patch: { rollout_percentage: 100 }, ...waits },
      ],
      next_at: `${year}-03-01T08:00:00.000Z`,
      pause: null,
      value: FRESH_VALUE,
      version: 1,
      created_at: TIME,
      ended_at: null,
    });
    expect(etag).toBe('"1"');
    const [entry] = await projectAudit(project, { action: 'schedule_create' }, 1);
    expect(entry).toMatchObject({ flag_id: flag.id, new_values: { schedule_id: schedule.id, name: 'Ramp' } });
  });

  it('409 for an archived flag, 404 for an environment of another project', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    const foreign = await aProject(url, {}, project.owner);
    expectProblem(await create(project, flag, later, foreign.production), 404, 'not_found');
    expectProblem(await create(project, { id: UNKNOWN_ID }, later), 404, 'not_found');
    await project.owner.client.post(`/api/flags/${flag.id}/archive`);
    expectProblem(await create(project, flag, later), 409, 'flag_archived');
  });
});

describe('a step whose time comes', () => {
  it('is read by SDKs at once, reaches streams, and is in the history as a change by its author', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    const stream = await listen(project.production);
    const { body } = await create(project, flag, { steps: [{ at: at(1_500), patch: { is_enabled: true } }] });
    const event = await stream.until(({ event: name }) => name === 'flag_updated');
    expect(event.data).toMatchObject({ flag_id: flag.id, is_enabled: true });
    expect((await fetchFlags(project.production)).body).toContainEqual(
      expect.objectContaining({ flag_id: flag.id, is_enabled: true }),
    );
    const { body: done } = await project.owner.client.get(addressOf(project, body.id));
    expect(done).toMatchObject({
      status: 'finished',
      next_at: null,
      steps: [{ outcome: 'changed', late_seconds: null }],
    });
    const [entry] = await projectAudit(project, { action: 'flag_toggle' }, 1);
    expect(entry).toMatchObject({
      id: done.steps[0].entry_id,
      user_id: project.owner.id,
      new_values: { is_enabled: true, schedule_id: body.id, schedule_step: 1 },
    });
    const revert = { entry_id: entry.id, to: 'before' };
    const path = `/api/flags/${flag.id}/environments/${project.production.id}/revert`;
    expect(await project.owner.client.post(path, revert)).toMatchObject({ status: 200, body: { is_enabled: false } });
  });

  it('pauses the schedule once its author is viewer, and says so', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    const editor = await aMember(url, project, 'editor');
    const made = await create({ ...project, owner: editor }, flag, {
      steps: [{ at: at(2_500), patch: { is_enabled: true } }],
    });
    await project.owner.client.patch(`/api/projects/${project.id}/members/${editor.id}`, { role: 'viewer' });
    await eventually(async () => {
      const { body } = await project.owner.client.get(addressOf(project, made.body.id));
      expect(body).toMatchObject({
        status: 'paused',
        pause: { reason: 'author', detail: expect.stringContaining('viewer') },
      });
    });
    expect(await valueIn(project.owner, flag, project.production)).toMatchObject({ is_enabled: false });
  });

  it.each([
    ['is frozen', 'frozen', { frozen_until: at(HOUR), freeze_reason: 'the sale' }],
    ['asks for approvals', 'refused', { approvals: 1 }],
    ['asks for comments', 'refused', { comment_required: true }],
  ])('pauses the schedule where the environment %s by then', async (_, reason, rules) => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    const { body } = await create(project, flag, { steps: [{ at: at(2_500), patch: { is_enabled: true } }] });
    const environment = `/api/projects/${project.id}/environments/${project.production.id}`;
    expect((await project.owner.client.patch(environment, rules)).status).toBe(200);
    await eventually(async () => {
      const { body: now } = await project.owner.client.get(addressOf(project, body.id));
      expect(now).toMatchObject({ status: 'paused', pause: { reason } });
    });
    expect(await valueIn(project.owner, flag, project.production)).toMatchObject({ is_enabled: false });
  });
});

describe('a plan in an environment that requires approvals', () => {
  it('is made, approved as a plan, and run; 412 for another plan than the one read, 400 with the step', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    const editor = await aMember(url, project, 'editor');
    const environment = `/api/projects/${project.id}/environments/${project.production.id}`;
    await project.owner.client.patch(environment, { approvals: 1 });
    const times = [at(1_500), at(2_500)];
    const patches = [{ is_enabled: true, rollout_percentage: 5 }, { rollout_percentage: 100 }];
    const steps = times.map((time, index) => ({ at: time, patch: patches[index] }));
    const nothing = await create(project, flag, { steps: [{ at: at(HOUR), patch: { is_enabled: false } }] });
    expectProblem(nothing, 400);
    expect(nothing.body.errors).toMatchObject([{ pointer: '/steps/0/patch' }]);
    const made = await create(project, flag, { steps, comment: 'for the sale' });
    expect(made).toMatchObject({ status: 201, body: { status: 'in_review', if_changed: 'pause' } });
    const request = `/api/projects/${project.id}/change-requests/${made.body.change_request_id}`;
    const { body: shown } = await editor.client.get(request);
    expect(shown).toMatchObject({
      state: 'in_review',
      comment: 'for the sale',
      changes: [],
      plan: {
        schedule_id: made.body.id,
        from: FRESH_VALUE,
        steps: [{ at: times[0], to: patches[0] }, { to: patches[1] }],
      },
    });
    const approve = (tag: string) => editor.client.post(`${request}/actions`, { action: 'approve', if_match: tag });
    const stale = await approve('other');
    expectProblem(stale, 412);
    expect(stale.body).toMatchObject({
      code: 'value_changed',
      current: { tag: shown.tag, plan: { from: FRESH_VALUE, current: FRESH_VALUE } },
    });
    expect(await approve(shown.tag)).toMatchObject({ status: 200, body: { state: 'applied' } });
    await eventually(async () => {
      const { body } = await project.owner.client.get(addressOf(project, made.body.id));
      expect(body).toMatchObject({
        status: 'finished',
        approval: { content_sha256: shown.tag, approvers: [{ user_id: editor.id, user_name: editor.name }] },
      });
    });
    const [entry] = await projectAudit(project, { action: 'flag_update' }, 2);
    expect(entry).toMatchObject({
      user_id: project.owner.id,
      comment: 'for the sale',
      new_values: { schedule_step: 2, change_request: shown.id, approvers: [editor.id], rollout_percentage: 100 },
    });
  });

  it('starts at once where an owner overrides with a reason, and only there', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    const editor = await aMember(url, project, 'editor');
    const environment = `/api/projects/${project.id}/environments/${project.production.id}`;
    await project.owner.client.patch(environment, { approvals: 2 });
    const address = `/api/flags/${flag.id}/environments/${project.production.id}/schedules`;
    const reason = { 'burgee-bypass-reason': 'incident' };
    expectProblem(await editor.client.post(address, later, reason), 403, 'role_too_low');
    expect(await project.owner.client.post(address, later, reason)).toMatchObject({
      status: 201,
      body: { status: 'scheduled', approval: { bypass_reason: 'incident', approvers: [] } },
    });
  });
});

describe('GET /api/projects/:id/schedules', () => {
  it('lists what has not ended in the order of time, by flag and environment, in pages; what has ended aside', async () => {
    const { project, flag, schedule } = await aScheduled();
    const sooner = await create(
      project,
      flag,
      { steps: [{ at: at(HOUR / 2), patch: { is_enabled: true } }] },
      project.development,
    );
    const list = async (query: Record<string, string> = {}) => {
      const answer = await project.owner.client.get(
        `/api/projects/${project.id}/schedules?${new URLSearchParams(query)}`,
      );
      return { answer, ids: answer.body.map(({ id }: { id: string }) => id) };
    };
    expect((await list()).ids).toEqual([sooner.body.id, schedule.id]);
    expect((await list({ environment: project.production.id })).ids).toEqual([schedule.id]);
    expect((await list({ flag: UNKNOWN_ID })).ids).toEqual([]);
    const first = await list({ limit: '1' });
    expect(first.ids).toEqual([sooner.body.id]);
    const next = await project.owner.client.get(nextPage(first.answer)!);
    expect(next.body.map(({ id }: { id: string }) => id)).toEqual([schedule.id]);
    await project.owner.client.delete(addressOf(project, schedule.id));
    expect([(await list()).ids, (await list({ state: 'ended' })).ids]).toEqual([[sooner.body.id], [schedule.id]]);
  });
});

describe('editing, pausing, resuming and cancelling', () => {
  it('PATCH replaces what waits; with If-Match only as it was read', async () => {
    const { project, schedule, etag } = await aScheduled();
    const { client } = project.owner;
    const steps = [{ at: at(2 * HOUR), patch: { rollout_percentage: 7 } }];
    const edited = await client.patch(
      addressOf(project, schedule.id),
      { steps, if_late: 'skip' },
      { 'if-match': etag },
    );
    expect(edited).toMatchObject({ status: 200, body: { if_late: 'skip', version: 2, steps } });
    const stale = await client.patch(addressOf(project, schedule.id), { name: 'x' }, { 'if-match': etag });
    expectProblem(stale, 412);
    expect(stale.body).toMatchObject({ code: 'value_changed', current: { id: schedule.id, version: 2 } });
    const same = await client.patch(addressOf(project, schedule.id), { steps, if_late: 'skip' });
    expect(same).toMatchObject({ status: 200, body: { version: 2 } });
    const [entry] = await projectAudit(project, { action: 'schedule_update' }, 1);
    expect(entry).toMatchObject({ old_values: { if_late: 'run' }, new_values: { if_late: 'skip' } });
  });

  it('a paused schedule waits; pausing and resuming twice is doing it once', async () => {
    const { project, schedule } = await aScheduled();
    const { client } = project.owner;
    const act = (what: string) => client.post(`${addressOf(project, schedule.id)}/${what}`);
    const paused = [await act('pause'), await act('pause')];
    expect(paused.map(({ body }) => [body.status, body.pause.reason, body.version])).toEqual(
      paused.map(() => ['paused', 'member', 2]),
    );
    const resumed = [await act('resume'), await act('resume')];
    expect(resumed.map(({ body }) => [body.status, body.pause, body.next_at])).toEqual(
      resumed.map(() => ['scheduled', null, schedule.next_at]),
    );
    await projectAudit(project, { action: 'schedule_pause' }, 1);
    await projectAudit(project, { action: 'schedule_resume' }, 1);
  });

  it('409 once it has ended', async () => {
    const { project, schedule } = await aScheduled();
    const { client } = project.owner;
    const address = addressOf(project, schedule.id);
    expect(await client.delete(address)).toMatchObject({ status: 200, body: { status: 'cancelled', ended_at: TIME } });
    for (const answer of [
      await client.delete(address),
      await client.patch(address, { name: 'x' }),
      await client.post(`${address}/pause`),
      await client.post(`${address}/resume`),
    ])
      expectProblem(answer, 409, 'schedule_ended');
  });

  it('a schedule goes with its flag and with its environment', async () => {
    const { project, flag, schedule } = await aScheduled();
    const other = await create(project, flag, later, project.development);
    await project.owner.client.delete(`/api/projects/${project.id}/environments/${project.development.id}`);
    expectProblem(await project.owner.client.get(addressOf(project, other.body.id)), 404);
    await edit(project.owner, flag, project.production, { rollout_percentage: 3 });
    expect((await project.owner.client.get(addressOf(project, schedule.id))).body.value.rollout_percentage).toBe(3);
    await project.owner.client.delete(`/api/flags/${flag.id}`);
    expectProblem(await project.owner.client.get(addressOf(project, schedule.id)), 404);
    await project.owner.client.post(`/api/projects/${project.id}/flags/${flag.id}/restore`);
    expect((await project.owner.client.get(`/api/projects/${project.id}/schedules`)).body).toEqual([]);
  });
});
