import { randomUUID } from 'node:crypto';
import {
  aFlag,
  type ServiceResponse,
  aMember,
  aProject,
  type Environment,
  type Project,
  sharedCluster,
} from '@burgee/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import { expectProblem } from '../expect-problem.js';
import { projectAudit } from './audit-calls.js';
import { edit, revisionOf, toggle, valueIn } from './flag-calls.js';
import { closeStreams, fetchFlags, listen } from './sdk-calls.js';
import { FRESH_VALUE, ID, TIME, UNKNOWN_ID } from './shapes.js';

const { url } = sharedCluster();

afterEach(closeStreams);

async function aProjectWithFlags(count: number) {
  const project = await aProject(url);
  const flags = [];
  for (let i = 0; i < count; i++) flags.push(await aFlag(project));
  return { project, flags };
}

const changeValues = ({ owner }: Project, environment: Environment, changes: object[]): Promise<ServiceResponse> =>
  owner.client.post(`/api/environments/${environment.id}/changes`, { changes });
const changeFlags = ({ owner, id }: Project, body: object): Promise<ServiceResponse> =>
  owner.client.post(`/api/projects/${id}/flags/changes`, body);
const on = ({ id }: { id: string }) => ({ flag_id: id, patch: { is_enabled: true } });

async function servedSwitches(environment: Environment): Promise<boolean[]> {
  const { body } = await fetchFlags(environment);
  return body.map(({ is_enabled }: { is_enabled: boolean }) => is_enabled);
}

describe('not shown: POST /api/environments/:id/changes', () => {
  it('200, the values in the requested order; each is one revision and one event, in this environment', async () => {
    const { project, flags } = await aProjectWithFlags(3);
    const stream = await listen(project.production);
    const reversed = flags.toReversed();
    const { status, body } = await changeValues(project, project.production, reversed.map(on));
    expect([status, body]).toEqual([
      200,
      reversed.map(({ id }) => ({ flag_id: id, is_enabled: true, rollout_percentage: 100, updated_at: TIME })),
    ]);
    const events = await Promise.all([4, 5, 6].map((revision) => stream.ofRevision(revision)));
    expect(events.map(({ event, data }) => [event, data.flag_id, data.is_enabled])).toEqual(
      reversed.map(({ id }) => ['flag_updated', id, true]),
    );
    expect(await servedSwitches(project.production)).toEqual([true, true, true]);
    expect(await revisionOf(project, project.development)).toBe(3);
  });

  it('the entries of one call have a group in common, and say what a switch or an edit says', async () => {
    const { project, flags } = await aProjectWithFlags(2);
    const patch = { is_enabled: true, rollout_percentage: 5 };
    await changeValues(project, project.production, [on(flags[0]!), { flag_id: flags[1]!.id, patch }]);
    await toggle(project.owner, flags[0]!, project.development, true);
    const toggles = await projectAudit(project, { action: 'flag_toggle' }, 2);
    const [edited] = await projectAudit(project, { action: 'flag_update' }, 1);
    const groupIn = ({ id }: Environment) => toggles.find((entry) => entry.environment_id === id).group_id;
    expect([groupIn(project.development), groupIn(project.production)]).toEqual([null, ID]);
    expect(edited).toMatchObject({
      flag_id: flags[1]!.id,
      group_id: groupIn(project.production),
      old_values: FRESH_VALUE,
      new_values: { ...FRESH_VALUE, ...patch },
    });
  });

  it('a change without effect makes no revision and no entry, and still answers', async () => {
    const { project, flags } = await aProjectWithFlags(2);
    await toggle(project.owner, flags[0]!, project.production, true);
    const { status, body } = await changeValues(project, project.production, flags.map(on));
    expect([status, body.length]).toEqual([200, 2]);
    expect(await revisionOf(project, project.production)).toBe(4);
    await projectAudit(project, { action: 'flag_toggle' }, 2);
  });

  it('refuses all when some flags cannot be changed, and names each of them', async () => {
    const { project, flags } = await aProjectWithFlags(3);
    const elsewhere = await aFlag(await aProject(url, {}, project.owner));
    await changeFlags(project, { action: 'archive', flag_ids: [flags[2]!.id] });
    const answer = await changeValues(project, project.production, [
      on(flags[0]!),
      { flag_id: flags[1]!.id, patch: { targeting_return_value: 'no boolean' } },
      on(flags[2]!),
      on(elsewhere),
      on({ id: UNKNOWN_ID }),
      on(flags[0]!),
    ]);
    expectProblem(answer, 400, 'invalid_request', [
      '/changes/1/patch/targeting_return_value',
      '/changes/2',
      '/changes/3/flag_id',
      '/changes/4/flag_id',
      '/changes/5/flag_id',
    ]);
    expect(await revisionOf(project, project.production)).toBe(4);
    expect(await servedSwitches(project.production)).toEqual([false, false]);
  });

  it('archived flags alone → 409 flag_archived', async () => {
    const { project, flags } = await aProjectWithFlags(2);
    await changeFlags(project, { action: 'archive', flag_ids: [flags[1]!.id] });
    expectProblem(await changeValues(project, project.production, flags.map(on)), 409, 'flag_archived', ['/changes/1']);
  });

  it('if_match of an item: a value that was changed since → 412, and nothing changes', async () => {
    const { project, flags } = await aProjectWithFlags(2);
    const before = (await edit(project.owner, flags[0]!, project.production, { rollout_percentage: 5 })).headers.etag;
    await toggle(project.owner, flags[0]!, project.production, true);
    const current = (await toggle(project.owner, flags[1]!, project.production, true)).headers.etag;
    const off = ({ id }: { id: string }, if_match: unknown) => ({
      flag_id: id,
      patch: { is_enabled: false },
      if_match,
    });
    const changes = [off(flags[0]!, before), off(flags[1]!, current)];
    const refused = await changeValues(project, project.production, changes);
    expectProblem(refused, 412);
    expect(refused.body).toMatchObject({ code: 'value_changed', errors: [{ pointer: '/changes/0' }] });
    expect(refused.body.current).toEqual([await valueIn(project.owner, flags[0]!, project.production)]);
    expect(await revisionOf(project, project.production)).toBe(5);
    expect((await changeValues(project, project.production, changes.slice(1))).status).toBe(200);
  });

  it('its environment decides access: viewers 403, other accounts and unknown environments 404', async () => {
    const { project, flags } = await aProjectWithFlags(1);
    const viewer = await aMember(url, project, 'viewer');
    const path = `/api/environments/${project.production.id}/changes`;
    const body = { changes: flags.map(on) };
    expectProblem(await viewer.client.post(path, body), 403, 'role_too_low');
    expectProblem(await (await aProject(url)).owner.client.post(path, body), 404, 'not_found');
    expectProblem(await viewer.client.post(`/api/environments/${UNKNOWN_ID}/changes`, body), 404, 'not_found');
  });
});

describe('not shown: POST /api/projects/:id/flags/changes', () => {
  it('archive: all of them, a deletion each in every environment; those archived before stay as they are', async () => {
    const { project, flags } = await aProjectWithFlags(3);
    await project.owner.client.post(`/api/flags/${flags[0]!.id}/archive`);
    const streams = await Promise.all(project.environments.map((environment) => listen(environment)));
    const { status, body } = await changeFlags(project, { action: 'archive', flag_ids: flags.map(({ id }) => id) });
    const changed = flags.slice(1).map(({ id }) => id);
    expect([status, body]).toEqual([200, { changed }]);
    for (const [index, environment] of project.environments.entries()) {
      const events = await Promise.all([5, 6].map((revision) => streams[index]!.ofRevision(revision)));
      expect(events.map(({ event, data }) => [event, data.flag_id])).toEqual(changed.map((id) => ['flag_deleted', id]));
      expect((await fetchFlags(environment)).body).toEqual([]);
    }
    const entries = await projectAudit(project, { action: 'flag_archive' }, 3);
    expect(new Set(entries.map(({ group_id }) => group_id)).size).toBe(2);
  });

  it('unarchive: they are served again', async () => {
    const { project, flags } = await aProjectWithFlags(2);
    const flag_ids = flags.map(({ id }) => id);
    await changeFlags(project, { action: 'archive', flag_ids });
    expect((await changeFlags(project, { action: 'unarchive', flag_ids })).body).toEqual({ changed: flag_ids });
    expect((await fetchFlags(project.production)).body).toHaveLength(2);
  });

  it('archive: tags, which it has no use for, are refused, and nothing is archived', async () => {
    const { project, flags } = await aProjectWithFlags(1);
    const answer = await changeFlags(project, { action: 'archive', flag_ids: [flags[0]!.id], tags: ['a'] });
    expectProblem(answer, 400, 'invalid_request', ['/tags']);
    expect((await fetchFlags(project.production)).body).toHaveLength(1);
  });

  it('a flag that is named twice, unknown or elsewhere refuses all', async () => {
    const { project, flags } = await aProjectWithFlags(1);
    const elsewhere = await aFlag(await aProject(url, {}, project.owner));
    const flag_ids = [flags[0]!.id, flags[0]!.id, UNKNOWN_ID, elsewhere.id];
    const answer = await changeFlags(project, { action: 'archive', flag_ids });
    expectProblem(answer, 400, 'invalid_request', ['/flag_ids/1', '/flag_ids/2', '/flag_ids/3']);
    expect((await fetchFlags(project.production)).body).toHaveLength(1);
  });
});

it('checks all of 200 flags, the maximum of one call', async () => {
  const project = await aProject(url);
  const ids = Array.from({ length: 200 }, () => randomUUID());
  const patch = { is_enabled: true, rollout_percentage: 50, targeting_attribute: 'country', targeting_value: 'NO' };
  const changes = ids.map((flag_id) => ({ flag_id, patch, if_match: '"1"' }));
  expectProblem(
    await changeValues(project, project.production, changes),
    400,
    'invalid_request',
    ids.map((_, index) => `/changes/${index}/flag_id`),
  );
  const tags = Array.from({ length: 20 }, (_, index) => `tag-${index}`);
  expectProblem(
    await changeFlags(project, { action: 'tag', flag_ids: ids, tags }),
    400,
    'invalid_request',
    ids.map((_, index) => `/flag_ids/${index}`),
  );
});
