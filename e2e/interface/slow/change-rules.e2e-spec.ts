import {
  aFlag,
  aMember,
  type ServiceResponse,
  aProject,
  type Environment,
  eventually,
  type Project,
  sharedCluster,
  TestClient,
} from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import { expectProblem } from '../../expect-problem.js';
import { OpenApi } from '../../security/open-api.js';
import { projectAudit } from '../audit-calls.js';
import { evaluateOne } from '../../ofrep/ofrep-calls.js';
import { edit, toggle, valueIn } from '../flag-calls.js';
import { fetchFlags } from '../sdk-calls.js';
import { HELD, NOT_HELD } from '../writing-routes.js';

const { url } = sharedCluster();
const api = new OpenApi((await new TestClient(url).get('/openapi.json')).body);

const WHY = 'we said so: 2 % of “müsli” eaters';
const COMMENT = { 'burgee-comment': encodeURIComponent(WHY) };
const BYPASS = { 'burgee-bypass-reason': encodeURIComponent(WHY) };
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();

const isWrite = ({ method, path }: { method: string; path: string }) =>
  method !== 'GET' && /^\/api\/(projects|environments|flags)/.test(path);
const settings = (project: Project, patch: object): Promise<ServiceResponse> =>
  project.owner.client.patch(`/api/projects/${project.id}/environments/${project.production.id}`, patch);

/** All that clients and people can see of the flags of a project. */
async function stateOf({ owner, id, environments }: Project) {
  const flags = await owner.client.get(`/api/projects/${id}/flags`);
  const archived = await owner.client.get(`/api/projects/${id}/flags?archived=true`);
  const shown = await owner.client.get(`/api/projects/${id}/environments`);
  const served = await Promise.all(environments.map(async (one) => (await fetchFlags(one)).body));
  const revisions = shown.body.map((one: { revision: number }) => one.revision);
  return { flags: flags.body, archived: archived.body, served, revisions };
}

it('every route that writes is known here: held to the rules of environments, or not, with the reason', () => {
  const known = new Set([...HELD.map(({ operationId }) => operationId), ...Object.keys(NOT_HELD)]);
  const writes = api.operations.filter(isWrite).map(({ operationId }) => operationId);
  expect(writes.filter((operationId) => !known.has(operationId))).toEqual([]);
});

describe.each(HELD.map((route) => [route.operationId, route] as const))('%s', (operationId, { prepare }) => {
  it('423 while an environment that it touches is frozen, and nothing changes; an owner goes past it, as the history says', async () => {
    const project = await aProject(url);
    const send = await prepare(project);
    expect((await settings(project, { frozen_until: tomorrow(), freeze_reason: 'the sale' })).status).toBe(200);
    const before = await stateOf(project);
    const refused = await send(project.owner, {});
    expectProblem(refused, 423, 'environment_frozen');
    expect(refused.body.detail).toContain('the sale');
    const admin = await aMember(url, project, 'admin');
    const tried = await send(admin, BYPASS);
    expect(tried.status).toBe(403);
    expect(await stateOf(project)).toEqual(before);
    expect((await send(project.owner, BYPASS)).status).toBe(200);
    if (operationId === 'deleteProject') return;
    const entries = await eventually(async () => {
      const { body } = await project.owner.client.get(`/api/projects/${project.id}/audit`);
      const past = body.filter((entry: { bypass_reason: string | null }) => entry.bypass_reason !== null);
      expect(past).not.toEqual([]);
      return past;
    });
    expect(new Set(entries.map((entry: { bypass_reason: string }) => entry.bypass_reason))).toEqual(new Set([WHY]));
  });

  it('409 where an environment that it touches asks for approvals, and nothing changes; an owner goes past that', async () => {
    const project = await aProject(url);
    const send = await prepare(project);
    await settings(project, { approvals: 1 });
    const before = await stateOf(project);
    const refused = await send(project.owner, {});
    expectProblem(refused, 409, 'approval_required');
    expect(refused.body.detail).toContain(`/api/environments/${project.production.id}/change-requests`);
    expect((await send(await aMember(url, project, 'admin'), BYPASS)).status).toBe(403);
    expect(await stateOf(project)).toEqual(before);
    expect((await send(project.owner, BYPASS)).status).toBe(200);
  });

  it('400 without the comment that an environment asks for, and nothing changes; with it, the history has it', async () => {
    const project = await aProject(url);
    const send = await prepare(project);
    await settings(project, { comment_required: true });
    const before = await stateOf(project);
    expectProblem(await send(project.owner, {}), 400, 'comment_required', ['/comment']);
    expectProblem(await send(project.owner, { 'burgee-comment': '%20' }), 400, 'comment_required', ['/comment']);
    expect(await stateOf(project)).toEqual(before);
    expect((await send(project.owner, COMMENT)).status).toBe(200);
    if (operationId === 'deleteProject') return;
    await eventually(async () => {
      const { body } = await project.owner.client.get(`/api/projects/${project.id}/audit`);
      expect(body.map((entry: { comment: string | null }) => entry.comment)).toContain(WHY);
    });
  });
});

describe('a freeze', () => {
  it.each(['promoteFlags', 'restoreEnvironment', 'importProject'])(
    'refuses a dry run of %s as the call',
    async (name) => {
      const project = await aProject(url);
      const send = await HELD.find(({ operationId }) => operationId === name)!.prepare(project);
      await settings(project, { frozen_until: tomorrow() });
      expectProblem(await send(project.owner, {}, true), 423, 'environment_frozen');
    },
  );

  it('is of one environment: others change, and a new flag reaches no client here until a change may', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    await settings(project, { frozen_until: tomorrow() });
    expect((await toggle(project.owner, flag, project.development, true)).status).toBe(200);
    const made = await aFlag(project);
    const keysIn = async (environment: Environment) =>
      (await fetchFlags(environment)).body.map(({ key }: { key: string }) => key);
    expect(await keysIn(project.development)).toEqual([flag.key, made.key].toSorted());
    expect(await keysIn(project.production)).toEqual([flag.key]);
    const asked = await evaluateOne(project.production, made.key, { targetingKey: 'user' });
    expect([asked.status, asked.body.errorCode]).toEqual([404, 'FLAG_NOT_FOUND']);
    const features = await new TestClient(url).get('/unleash/api/client/features', {
      authorization: project.production.sdk_key,
    });
    expect(features.body.features.map(({ name }: { name: string }) => name)).toEqual([flag.key]);
    expect(await valueIn(project.owner, made, project.production)).toMatchObject({ is_enabled: false, served: false });
    expect((await edit(project.owner, made, project.production, { served: true }, BYPASS)).status).toBe(200);
    expect(await keysIn(project.production)).toEqual([flag.key, made.key].toSorted());
    expect(await valueIn(project.owner, made, project.production)).not.toHaveProperty('served');
    expectProblem(await toggle(project.owner, flag, project.production, true), 423, 'environment_frozen');
    expect((await toggle(project.owner, flag, project.production, false)).status).toBe(200);
  });

  it('ends at its time by itself', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    const answer = await settings(project, { frozen_until: new Date(Date.now() + 1_500).toISOString() });
    expect(answer.body).toMatchObject({ frozen_until: expect.any(String), freeze_reason: null });
    await eventually(async () =>
      expect((await toggle(project.owner, flag, project.production, true)).status).toBe(200),
    );
    const { body } = await project.owner.client.get(`/api/projects/${project.id}/environments`);
    expect(body[1]).toMatchObject({ frozen_until: null, comment_required: false });
  });

  it('is set by admins, and ended by owners; both are in the history', async () => {
    const project = await aProject(url);
    const admin = { ...project, owner: await aMember(url, project, 'admin') };
    const until = tomorrow();
    expect((await settings(admin, { frozen_until: until, freeze_reason: 'the sale' })).status).toBe(200);
    expectProblem(await settings(admin, { frozen_until: null }), 403, 'role_too_low');
    expect((await settings(project, { frozen_until: null })).body).toMatchObject({
      frozen_until: null,
      freeze_reason: null,
    });
    const [ended, began] = await projectAudit(project, { action: 'environment_update' }, 2);
    const freeze = { frozen_until: until, freeze_reason: 'the sale' };
    expect([began.new_values, ended.old_values]).toEqual([freeze, freeze]);
  });
});

describe('a comment', () => {
  it('is stored with every change that has one, in the body or the header, required or not', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project, { comment: 'for the sale' });
    const path = `/api/flags/${flag.id}/environments/${project.production.id}`;
    await project.owner.client.patch(`${path}/toggle`, { is_enabled: true, comment: WHY });
    await project.owner.client.patch(path, { rollout_percentage: 5 }, COMMENT);
    await project.owner.client.patch(path, { rollout_percentage: 6 });
    const entries = await projectAudit(project, { flag: flag.id }, 4);
    expect(entries.map(({ comment }) => comment)).toEqual([null, WHY, WHY, 'for the sale']);
    expect(entries.map(({ bypass_reason }) => bypass_reason)).toEqual([null, null, null, null]);
  });

  it('400 when it is too long or no text; a reason for going past nothing is not noted', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    const path = `/api/flags/${flag.id}/environments/${project.production.id}/toggle`;
    for (const comment of ['x'.repeat(501), 7, null])
      expectProblem(await project.owner.client.patch(path, { is_enabled: true, comment }), 400, 'invalid_request', [
        '/comment',
      ]);
    expectProblem(await toggle(project.owner, flag, project.production, true, { 'burgee-comment': '%E0%A4%A' }), 400);
    expect((await toggle(project.owner, flag, project.production, true, BYPASS)).status).toBe(200);
    expect((await projectAudit(project, { flag: flag.id, action: 'flag_toggle' }, 1))[0].bypass_reason).toBeNull();
  });
});
