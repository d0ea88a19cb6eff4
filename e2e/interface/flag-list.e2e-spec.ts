import { aFlag, aMember, aProject, type Project, unique, sharedCluster, aUser } from '@burgee/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import { flagAudit } from './audit-calls.js';
import { expectProblem } from '../expect-problem.js';
import { revisionOf, toggle } from './flag-calls.js';
import { nextPage } from './paging.js';
import { closeStreams, fetchFlags, listen } from './sdk-calls.js';
import { TIME, freshValues } from './shapes.js';

const { url } = sharedCluster();
/** Owns every project of this file. */
const owner = await aUser(url);

afterEach(closeStreams);

async function keysOf(project: Project, query = ''): Promise<string[]> {
  const { body } = await project.owner.client.get(`/api/projects/${project.id}/flags${query}`);
  return body.map((flag: { key: string }) => flag.key);
}

describe('not shown: GET /api/projects/:id/flags', () => {
  it('every flag with its values per environment', async () => {
    const project = await aProject(url, {}, owner);
    const flag = await aFlag(project, { name: 'New checkout' });
    const { status, body } = await project.owner.client.get(`/api/projects/${project.id}/flags`);
    expect(status).toBe(200);
    expect(body).toEqual([
      {
        id: flag.id,
        project_id: project.id,
        key: flag.key,
        name: 'New checkout',
        type: 'boolean',
        description: null,
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
        environments: freshValues(project, flag.id),
      },
    ]);
  });

  it('in the order of their keys, byte by byte, and of this project only', async () => {
    const project = await aProject(url, {}, owner);
    for (const key of ['b', 'a.1', 'B', 'a', '10', '9']) await aFlag(project, { key });
    await aFlag(await aProject(url, {}, project.owner), { key: 'elsewhere' });
    expect(await keysOf(project)).toEqual(['10', '9', 'B', 'a', 'a.1', 'b']);
  });

  it('search: part of the key or the name, in any case, no wildcard', async () => {
    const project = await aProject(url, {}, owner);
    await aFlag(project, { key: 'new-checkout', name: 'Buying' });
    await aFlag(project, { key: 'banner', name: '100%_off CHECKOUT' });
    await aFlag(project, { key: 'other', name: 'Other' });
    expect(await keysOf(project, '?search=Checkout')).toEqual(['banner', 'new-checkout']);
    expect(await keysOf(project, `?search=${encodeURIComponent('%_')}`)).toEqual(['banner']);
    expect(await keysOf(project, '?search=nowhere')).toEqual([]);
  });

  it('type: flags of this type', async () => {
    const project = await aProject(url, {}, owner);
    for (const type of ['boolean', 'string', 'number', 'json']) await aFlag(project, { key: type, type });
    for (const type of ['boolean', 'string', 'number', 'json'])
      expect(await keysOf(project, `?type=${type}`)).toEqual([type]);
  });

  it('state: on = in at least one environment, off = in none', async () => {
    const project = await aProject(url, {}, owner);
    const on = await aFlag(project, { key: 'on' });
    await aFlag(project, { key: 'off' });
    await toggle(project.owner, on, project.production, true);
    expect(await keysOf(project, '?state=on')).toEqual(['on']);
    expect(await keysOf(project, '?state=off')).toEqual(['off']);
  });

  it('limit and cursor: pages by Link header, each flag once, filters kept, none on the last page', async () => {
    const project = await aProject(url, {}, owner);
    for (const key of ['a1', 'a2', 'b1', 'a3', 'a4', 'a5']) await aFlag(project, { key });
    const pages: string[][] = [];
    for (let path: string | undefined = `/api/projects/${project.id}/flags?search=a&limit=2`; path;) {
      const answer = await project.owner.client.get(path);
      pages.push(answer.body.map((flag: { key: string }) => flag.key));
      path = nextPage(answer);
    }
    expect(pages).toEqual([['a1', 'a2'], ['a3', 'a4'], ['a5']]);
  });

  it('a page that is just full has no next one', async () => {
    const project = await aProject(url, {}, owner);
    for (const key of ['a', 'b']) await aFlag(project, { key });
    const answer = await project.owner.client.get(`/api/projects/${project.id}/flags?limit=2`);
    expect(answer.body).toHaveLength(2);
    expect(answer.headers.link).toBeUndefined();
  });

  it.each([
    ['limit=0', '/limit'],
    ['page=2', '/page'],
  ])('?%s → 400', async (query, pointer) => {
    const project = await aProject(url, {}, owner);
    const answer = await project.owner.client.get(`/api/projects/${project.id}/flags?${query}`);
    expectProblem(answer, 400, 'invalid_request', [pointer]);
  });
});

describe('not shown: GET /api/flags/:flagId', () => {
  it('the flag as the list shows it, to a viewer too', async () => {
    const project = await aProject(url, {}, owner);
    const flag = await aFlag(project);
    const [listed] = (await project.owner.client.get(`/api/projects/${project.id}/flags`)).body;
    const viewer = await aMember(url, project, 'viewer');
    const answer = await viewer.client.get(`/api/flags/${flag.id}`);
    expect([answer.status, answer.body]).toEqual([200, listed]);
  });
});

describe('not shown: PATCH /api/flags/:flagId', () => {
  it('name and description change; the flag comes back', async () => {
    const project = await aProject(url, {}, owner);
    const flag = await aFlag(project);
    const before = (await project.owner.client.get(`/api/flags/${flag.id}`)).body;
    const answer = await project.owner.client.patch(`/api/flags/${flag.id}`, { name: 'Neu', description: 'Why' });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ ...before, name: 'Neu', description: 'Why', updated_at: TIME });
    expect((await project.owner.client.get(`/api/flags/${flag.id}`)).body).toEqual(answer.body);
  });

  it('"a rename is a flag_updated everywhere"', async () => {
    const project = await aProject(url, {}, owner);
    const flag = await aFlag(project);
    const streams = await Promise.all(project.environments.map((environment) => listen(environment)));
    const name = unique('renamed');
    await project.owner.client.patch(`/api/flags/${flag.id}`, { name });
    for (const stream of streams) {
      const event = await stream.until(({ event }) => event === 'flag_updated');
      expect(event.data).toMatchObject({ flag_id: flag.id, name });
    }
    for (const environment of project.environments) expect((await fetchFlags(environment)).body[0].name).toBe(name);
  });

  it('a change that changes nothing writes no revision and no audit entry', async () => {
    const project = await aProject(url, {}, owner);
    const flag = await aFlag(project, { name: 'Same' });
    const before = (await project.owner.client.get(`/api/flags/${flag.id}`)).body;
    const same = await project.owner.client.patch(`/api/flags/${flag.id}`, { name: 'Same', description: null });
    expect([same.status, same.body]).toEqual([200, before]);
    expect(await revisionOf(project, project.development)).toBe(1);
    await project.owner.client.patch(`/api/flags/${flag.id}`, { name: 'Other' });
    const entries = await flagAudit(project.owner, flag, 2);
    expect(entries.map((entry) => entry.action)).toEqual(['flag_rename', 'flag_create']);
  });

  it.each([{ key: 'other' }, { type: 'string' }])('%j → 400', async (patch) => {
    const project = await aProject(url, {}, owner);
    const flag = await aFlag(project);
    const [field] = Object.keys(patch);
    const answer = await project.owner.client.patch(`/api/flags/${flag.id}`, patch);
    expectProblem(answer, 400, 'invalid_request', [`/${field}`]);
  });
});
