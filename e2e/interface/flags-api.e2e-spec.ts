import { opaqueTag } from '@burgee/contracts/wire';
import { aFlag, aMember, aProject, eventually, readCachedFlagSet, sharedCluster, aUser } from '@burgee/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import { flagAudit } from './audit-calls.js';
import { expectProblem } from '../expect-problem.js';
import { toggle, valueIn } from './flag-calls.js';
import { closeStreams, fetchFlags, listen } from './sdk-calls.js';
import { FRESH_VALUE, ID, TIME, freshValues } from './shapes.js';

const { url } = sharedCluster();
/** Owns every project of this file. */
const owner = await aUser(url);

afterEach(closeStreams);

describe('GET /api/flags/:flagId/environments', () => {
  it('"array with one element per environment in which the flag exists"', async () => {
    const names = ['Alpha', 'Beta', 'Gamma'];
    const project = await aProject(url, { environments: names.map((name) => ({ name })) });
    const flag = await aFlag(project);
    await aFlag(project);
    const { status, body } = await project.owner.client.get(`/api/flags/${flag.id}/environments`);
    expect(status).toBe(200);
    expect(body).toEqual(freshValues(project, flag.id));
    expect(body.map((row: { environment_name: string }) => row.environment_name)).toEqual(names);
  });
});

describe('PATCH /api/flags/:flagId/environments/:envId/toggle', () => {
  it('"Changes only is_enabled", here and in no other environment', async () => {
    const project = await aProject(url, {}, owner);
    const flag = await aFlag(project);
    const [before, elsewhere] = (await project.owner.client.get(`/api/flags/${flag.id}/environments`)).body;
    await toggle(project.owner, flag, project.development, true);
    const [after, untouched] = (await project.owner.client.get(`/api/flags/${flag.id}/environments`)).body;
    expect(after).toEqual({ ...before, is_enabled: true, updated_at: TIME });
    expect(untouched).toEqual(elsewhere);
  });

  describe('not shown: body and answer', () => {
    it('200, the updated row as the list shows it', async () => {
      const project = await aProject(url, {}, owner);
      const flag = await aFlag(project);
      const answer = await toggle(project.owner, flag, project.development, true);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual(await valueIn(project.owner, flag, project.development));
      expect(answer.body.is_enabled).toBe(true);
    });
  });
});

describe('DELETE /api/flags/:flagId', () => {
  it('"object with envIds, success (true) and message"', async () => {
    const project = await aProject(url, {}, owner);
    const flag = await aFlag(project);
    const { status, body } = await project.owner.client.delete(`/api/flags/${flag.id}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      envIds: [{ environment_id: project.development.id }, { environment_id: project.production.id }],
      success: true,
      message: 'Flag deleted successfully',
    });
  });

  it('"the flag cache of every environment in which it existed is invalidated"', async () => {
    const project = await aProject(url, {}, owner);
    const flag = await aFlag(project);
    const places = [];
    for (const environment of project.environments) {
      const { headers, body } = await fetchFlags(environment);
      const [epoch = '', revision] = opaqueTag(headers.etag ?? '').split('-');
      const place = { environmentId: environment.id, epoch, revision: Number(revision) };
      await eventually(async () => expect(await readCachedFlagSet(place)).toEqual(body));
      places.push(place);
    }
    await project.owner.client.delete(`/api/flags/${flag.id}`);
    for (const place of places) await eventually(async () => expect(await readCachedFlagSet(place)).toBeUndefined());
    for (const environment of project.environments) expect((await fetchFlags(environment)).body).toEqual([]);
  });

  it('not shown: "errors of the flags API other than 401": a second time → 404; the key is free again', async () => {
    const project = await aProject(url, {}, owner);
    const flag = await aFlag(project);
    await project.owner.client.delete(`/api/flags/${flag.id}`);
    expectProblem(await project.owner.client.delete(`/api/flags/${flag.id}`), 404, 'not_found');
    expect((await aFlag(project, { key: flag.key })).id).not.toBe(flag.id);
  });
});

describe('GET /api/flags/:flagId/audit', () => {
  it('"the audit log entries of this flag", newest first', async () => {
    const project = await aProject(url, {}, owner);
    const flag = await aFlag(project);
    const other = await aFlag(project);
    await toggle(project.owner, other, project.development, true);
    await toggle(project.owner, flag, project.development, true);
    const entries = await flagAudit(project.owner, flag, 2);
    expect(entries.map((entry) => [entry.action, entry.flag_id])).toEqual([
      ['flag_toggle', flag.id],
      ['flag_create', flag.id],
    ]);
  });

  it('"filtered to the requesting user": other members’ are hidden', async () => {
    const project = await aProject(url, {}, owner);
    const flag = await aFlag(project);
    const editor = await aMember(url, project, 'editor');
    await toggle(editor, flag, project.development, true);
    expect(await flagAudit(editor, flag, 1)).toEqual([expect.objectContaining({ user_id: editor.id })]);
    expect(await flagAudit(project.owner, flag, 1)).toEqual([
      expect.objectContaining({ user_id: project.owner.id, action: 'flag_create' }),
    ]);
  });
});

describe('Flag creation: POST /api/projects/:id/flags', () => {
  it('not shown: 201, the flag with its value in every environment: off, 100 %, no rule', async () => {
    const project = await aProject(url, {}, owner);
    const request = { key: 'new.checkout_2-b', name: 'New checkout', type: 'string', description: 'Two steps' };
    const { status, body } = await project.owner.client.post(`/api/projects/${project.id}/flags`, request);
    expect(status).toBe(201);
    expect(body).toEqual({
      id: ID,
      project_id: project.id,
      ...request,
      created_at: TIME,
      updated_at: TIME,
      archived_at: null,
      tags: [],
      owner_id: null,
      owner_name: null,
      kind: null,
      ends_on: null,
      created_by: project.owner.id,
      created_by_name: project.owner.name,
      environments: freshValues(project, body.id),
    });
  });

  it('not shown: only key is required; name is the key, type boolean, description null', async () => {
    const project = await aProject(url, {}, owner);
    const { body } = await project.owner.client.post(`/api/projects/${project.id}/flags`, { key: 'k' });
    expect(body).toMatchObject({ key: 'k', name: 'k', type: 'boolean', description: null });
  });

  it.each(['0', 'A', 'a.b_c-d', 'a'.repeat(128)])('not shown: key "%s" is taken and served', async (key) => {
    const project = await aProject(url, {}, owner);
    await aFlag(project, { key });
    expect((await fetchFlags(project.production)).body).toEqual([expect.objectContaining({ key })]);
  });

  it('not shown: a key twice in a project → 409; in another project it is free', async () => {
    const project = await aProject(url, {}, owner);
    await aFlag(project, { key: 'checkout' });
    const again = await project.owner.client.post(`/api/projects/${project.id}/flags`, { key: 'checkout' });
    expectProblem(again, 409, 'duplicate', ['/key']);
    await aFlag(project, { key: 'Checkout' });
    await aFlag(await aProject(url, {}, owner), { key: 'checkout' });
  });

  it('not shown: the new flag is pushed as flag_updated and served at once in every environment', async () => {
    const project = await aProject(url, {}, owner);
    const streams = await Promise.all(project.environments.map((environment) => listen(environment)));
    const flag = await aFlag(project);
    for (const stream of streams) {
      const { event, data } = await stream.ofRevision(1);
      expect([event, data.flag_id]).toEqual(['flag_updated', flag.id]);
    }
    for (const environment of project.environments)
      expect((await fetchFlags(environment)).body).toEqual([expect.objectContaining({ flag_id: flag.id })]);
  });

  it('not shown: an environment added later gets values for every flag', async () => {
    const project = await aProject(url, {}, owner);
    const flags = [await aFlag(project), await aFlag(project)];
    const staging = await project.owner.client.post(`/api/projects/${project.id}/environments`, { name: 'Staging' });
    const { body } = await fetchFlags(staging.body);
    const ids = body.map((flag: { flag_id: string }) => flag.flag_id);
    expect(new Set(ids)).toEqual(new Set(flags.map(({ id }) => id)));
    expect(body[0]).toMatchObject(FRESH_VALUE);
  });
});
