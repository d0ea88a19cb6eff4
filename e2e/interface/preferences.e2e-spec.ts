import { aFlag, aMember, aProject, sharedCluster } from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import { expectProblem } from '../expect-problem.js';

const { url } = sharedCluster();
const pathOf = ({ id }: { id: string }) => `/api/projects/${id}/preferences`;
const NOTHING = { favorite_ids: [], views: [] };
const VIEW = { name: 'Mine', search: 'owner=me&state=on' };

describe('favorites and saved views', () => {
  it('belong to the member: the same in every session, and hidden from others', async () => {
    const project = await aProject(url);
    const [one, other] = [await aFlag(project), await aFlag(project)];
    const viewer = await aMember(url, project, 'viewer');
    expect((await viewer.client.get(pathOf(project))).body).toEqual(NOTHING);
    const favorites = await viewer.client.patch(pathOf(project), { favorite_ids: [other.id, one.id, other.id] });
    expect(favorites).toMatchObject({ status: 200, body: { favorite_ids: [other.id, one.id], views: [] } });
    await viewer.client.patch(pathOf(project), { views: [VIEW] });
    expect((await viewer.client.get(pathOf(project))).body).toEqual({
      favorite_ids: [other.id, one.id],
      views: [VIEW],
    });
    expect((await project.owner.client.get(pathOf(project))).body).toEqual(NOTHING);
    await viewer.client.patch(pathOf(project), { favorite_ids: [], views: [] });
    expect((await viewer.client.get(pathOf(project))).body).toEqual(NOTHING);
  });

  it('contain only existing flags of the project', async () => {
    const [project, elsewhere] = [await aProject(url), await aProject(url)];
    const [flag, gone, foreign] = [await aFlag(project), await aFlag(project), await aFlag(elsewhere)];
    const { client } = project.owner;
    const { body } = await client.patch(pathOf(project), { favorite_ids: [foreign.id, gone.id, flag.id] });
    expect(body.favorite_ids).toEqual([gone.id, flag.id]);
    await client.delete(`/api/flags/${gone.id}`);
    expect((await client.get(pathOf(project))).body.favorite_ids).toEqual([flag.id]);
  });

  it('make no revision and no entry, and end with the membership', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    const viewer = await aMember(url, project, 'viewer');
    const revisions = async () => (await project.owner.client.get(`/api/projects/${project.id}`)).body.environments;
    const before = await revisions();
    await viewer.client.patch(pathOf(project), { favorite_ids: [flag.id], views: [VIEW] });
    expect(await revisions()).toEqual(before);
    await viewer.client.delete(`/api/projects/${project.id}/members/me`);
    expectProblem(await viewer.client.patch(pathOf(project), { views: [VIEW] }), 404, 'not_found');
  });

  it.each([
    [{ favorite_ids: ['x'] }, '/favorite_ids'],
    [{ views: [{ name: '', search: 'a=1' }] }, '/views/0/name'],
    [{ views: [{ name: 'a', search: 'x'.repeat(2_001) }] }, '/views/0/search'],
    [{ views: Array.from({ length: 51 }, () => VIEW) }, '/views'],
  ])('%j is refused, and changes nothing', async (body, pointer) => {
    const project = await aProject(url);
    const answer = await project.owner.client.patch(pathOf(project), body);
    expectProblem(answer, 400, 'invalid_request', [pointer]);
    expect((await project.owner.client.get(pathOf(project))).body).toEqual(NOTHING);
  });
});
