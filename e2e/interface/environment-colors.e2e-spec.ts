import { aProject, type Project, sharedCluster } from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import { expectProblem } from '../expect-problem.js';
import { projectAudit } from './audit-calls.js';
import { UNKNOWN_ID } from './shapes.js';

const { url } = sharedCluster();

const shown = async ({ owner, id }: Project) =>
  (await owner.client.get(`/api/projects/${id}/environments`)).body.map(
    ({ name, color, order }: { name: string; color: string; order: number }) => [name, color, order],
  );

describe('not shown: color and order of environments', () => {
  it('a color is set with the environment or later; the default is a color that the project does not use', async () => {
    const project = await aProject(url);
    const { client } = project.owner;
    const path = `/api/projects/${project.id}/environments`;
    const { body } = await client.post(path, { name: 'Staging', color: 'violet' });
    await client.post(path, { name: 'QA' });
    expect((await client.patch(`${path}/${body.id}`, { color: 'pink' })).body.color).toBe('pink');
    expect(await shown(project)).toEqual([
      ['Development', 'green', 1],
      ['Production', 'red', 2],
      ['Staging', 'pink', 3],
      ['QA', 'blue', 4],
    ]);
    const [entry] = await projectAudit(project, { action: 'environment_update' }, 1);
    expect([entry.old_values, entry.new_values]).toEqual([{ color: 'violet' }, { color: 'pink' }]);
  });

  it('the order is the same for all members, and names every environment once', async () => {
    const project = await aProject(url);
    const { client } = project.owner;
    const [first, second] = [project.development.id, project.production.id];
    const order = (environment_order: string[]) => client.patch(`/api/projects/${project.id}`, { environment_order });
    expect((await order([second, first])).status).toBe(200);
    expect(await shown(project)).toEqual([
      ['Development', 'green', 2],
      ['Production', 'red', 1],
    ]);
    await order([second, first]);
    const [entry] = await projectAudit(project, { action: 'project_update' }, 1);
    expect(entry).toMatchObject({
      old_values: { environment_order: ['Development', 'Production'] },
      new_values: { environment_order: ['Production', 'Development'] },
    });
    for (const wrong of [[first], [first, first], [first, second, UNKNOWN_ID], []])
      expectProblem(await order(wrong), 400, 'invalid_request', ['/environment_order']);
  });
});
