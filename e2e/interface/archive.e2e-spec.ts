import { aFlag, aProject, eventually, sharedCluster, unique, aUser } from '@burgee/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import { expectProblem } from '../expect-problem.js';
import { projectAudit } from './audit-calls.js';
import { edit, revisionOf, toggle } from './flag-calls.js';
import { closeStreams, fetchFlags, listen } from './sdk-calls.js';
import { EDITED_VALUE, TIME } from './shapes.js';

const { url } = sharedCluster();
/** Owns every project of this file. */
const owner = await aUser(url);

afterEach(closeStreams);

async function anArchivedFlag(request: object = {}) {
  const project = await aProject(url, {}, owner);
  const flag = await aFlag(project, request);
  await edit(project.owner, flag, project.production, EDITED_VALUE);
  const archived = await project.owner.client.post(`/api/flags/${flag.id}/archive`);
  return { project, flag, archived, client: project.owner.client };
}

describe('not shown: POST /api/flags/:flagId/archive', () => {
  it('200, the flag with the time; clients see a deletion, at once and in every environment', async () => {
    const project = await aProject(url, {}, owner);
    const flag = await aFlag(project);
    const streams = await Promise.all(project.environments.map((environment) => listen(environment)));
    const { status, body } = await project.owner.client.post(`/api/flags/${flag.id}/archive`);
    expect(status).toBe(200);
    expect(body).toEqual({ ...(await project.owner.client.get(`/api/flags/${flag.id}`)).body, archived_at: TIME });
    for (const [index, environment] of project.environments.entries()) {
      const { event, data } = await streams[index]!.ofRevision(2);
      expect([event, data]).toEqual([
        'flag_deleted',
        { flag_id: flag.id, key: flag.key, environment_id: environment.id, revision: 2 },
      ]);
      expect((await fetchFlags(environment)).body).toEqual([]);
    }
  });

  it('lists leave it out, unless the query includes archived flags', async () => {
    const { project, flag, client } = await anArchivedFlag();
    const other = await aFlag(project);
    const idsOf = async (query: string) =>
      (await client.get(`/api/projects/${project.id}/flags${query}`)).body.map(({ id }: { id: string }) => id);
    expect(await idsOf('')).toEqual([other.id]);
    expect(await idsOf('?archived=false')).toEqual([other.id]);
    expect(await idsOf('?archived=true')).toEqual([flag.id]);
    expectProblem(await client.get(`/api/projects/${project.id}/flags?archived=1`), 400, 'invalid_request', [
      '/archived',
    ]);
  });

  it('its values, its history and the flag itself stay readable', async () => {
    const { project, flag, archived, client } = await anArchivedFlag();
    expect((await client.get(`/api/flags/${flag.id}`)).body).toEqual(archived.body);
    const values = (await client.get(`/api/flags/${flag.id}/environments`)).body;
    expect(values[1]).toMatchObject({ ...EDITED_VALUE, environment_id: project.production.id });
    await eventually(async () => {
      const entries = (await client.get(`/api/flags/${flag.id}/audit`)).body;
      expect(entries.map(({ action }: { action: string }) => action)).toEqual([
        'flag_archive',
        'flag_update',
        'flag_create',
      ]);
    });
  });

  it('its key stays taken, and the refusal says why', async () => {
    const { project, flag, client } = await anArchivedFlag();
    const again = await client.post(`/api/projects/${project.id}/flags`, { key: flag.key });
    expectProblem(again, 409, 'duplicate', ['/key']);
    expect(again.body.detail).toContain('archived');
  });

  it('every PATCH is 409 flag_archived and changes nothing', async () => {
    const { project, flag, archived, client } = await anArchivedFlag();
    const attempts = [
      toggle(project.owner, flag, project.production, false),
      edit(project.owner, flag, project.production, { rollout_percentage: 1 }),
      edit(project.owner, flag, project.production, { rollout_percentage: 1 }, { 'if-match': '"old"' }),
      client.patch(`/api/flags/${flag.id}`, { name: unique('renamed') }),
      client.patch(`/api/flags/${flag.id}`, { description: 'new' }),
    ];
    for (const answer of await Promise.all(attempts)) expectProblem(answer, 409, 'flag_archived');
    expect((await client.get(`/api/flags/${flag.id}`)).body).toEqual(archived.body);
    expect(await revisionOf(project, project.production)).toBe(3);
  });

  it('archiving it again changes nothing: no revision, no entry, the same time', async () => {
    const { project, flag, archived, client } = await anArchivedFlag();
    const again = await client.post(`/api/flags/${flag.id}/archive`);
    expect([again.status, again.body]).toEqual([200, archived.body]);
    expect(await revisionOf(project, project.production)).toBe(3);
    await projectAudit(project, { action: 'flag_archive' }, 1);
  });

  it('an environment added after archiving serves it only once it is unarchived', async () => {
    const { project, flag, client } = await anArchivedFlag();
    const staging = (await client.post(`/api/projects/${project.id}/environments`, { name: 'Staging' })).body;
    expect((await fetchFlags(staging)).body).toEqual([]);
    await client.post(`/api/flags/${flag.id}/unarchive`);
    expect((await fetchFlags(staging)).body).toEqual([expect.objectContaining({ flag_id: flag.id })]);
  });
});

describe('not shown: POST /api/flags/:flagId/unarchive', () => {
  it('200, and clients get the flag with the values that it had', async () => {
    const { project, flag, client } = await anArchivedFlag();
    const stream = await listen(project.production);
    const { status, body } = await client.post(`/api/flags/${flag.id}/unarchive`);
    expect([status, body.archived_at]).toEqual([200, null]);
    const { event, data } = await stream.ofRevision(4);
    expect([event, data]).toEqual(['flag_updated', expect.objectContaining({ flag_id: flag.id, ...EDITED_VALUE })]);
    expect((await fetchFlags(project.production)).body).toEqual([expect.objectContaining(EDITED_VALUE)]);
    expect((await toggle(project.owner, flag, project.production, false)).status).toBe(200);
    const [entry] = await projectAudit(project, { action: 'flag_unarchive' }, 1);
    expect(entry).toMatchObject({ flag_id: flag.id, old_values: { archived: true }, new_values: { archived: false } });
  });

  it('of a flag in use changes nothing', async () => {
    const project = await aProject(url, {}, owner);
    const flag = await aFlag(project);
    const { status } = await project.owner.client.post(`/api/flags/${flag.id}/unarchive`);
    expect([status, await revisionOf(project, project.production)]).toEqual([200, 1]);
  });
});

describe('DELETE /api/flags/:flagId of an archived flag', () => {
  it('says what the interface says, and clients get the deletion again', async () => {
    const { project, flag, client } = await anArchivedFlag();
    const stream = await listen(project.production);
    const { status, body } = await client.delete(`/api/flags/${flag.id}`);
    expect([status, body]).toEqual([
      200,
      {
        envIds: project.environments.map(({ id }) => ({ environment_id: id })),
        success: true,
        message: 'Flag deleted successfully',
      },
    ]);
    const { event, data } = await stream.ofRevision(4);
    expect([event, data.flag_id]).toEqual(['flag_deleted', flag.id]);
    expect((await aFlag(project, { key: flag.key })).id).not.toBe(flag.id);
  });
});
