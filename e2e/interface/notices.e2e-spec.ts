import { aFlag, aMember, aProject, sharedCluster, type User } from '@burgee/testing';
import { expect, it } from '@jest/globals';

const { url } = sharedCluster();

const noticesOf = async ({ client }: User) => (await client.get('/api/notices')).body;

it('not shown: a request waits in the inbox of those who may approve it, who read only their own', async () => {
  const project = await aProject(url);
  const flag = await aFlag(project);
  const { id: projectId, production } = project;
  await project.owner.client.patch(`/api/projects/${projectId}/environments/${production.id}`, { approvals: 1 });
  const [author, ada, viewer] = [
    await aMember(url, project, 'editor'),
    await aMember(url, project, 'editor'),
    await aMember(url, project, 'viewer'),
  ];
  const asked = await author.client.post(`/api/environments/${production.id}/change-requests`, {
    changes: [{ flag_id: flag.id, patch: { is_enabled: true } }],
  });
  expect(asked.status).toBe(201);

  const [waiting] = await noticesOf(ada);
  expect(waiting).toMatchObject({
    kind: 'request_waits',
    project_id: projectId,
    actor_name: author.name,
    about: { change_request_id: asked.body.id, flag_key: flag.key, flags: 1 },
    read_at: null,
  });
  expect([await noticesOf(author), await noticesOf(viewer)]).toEqual([[], []]);
  for (const other of [viewer, project.owner]) await other.client.post('/api/notices/read', { ids: [waiting.id] });
  expect([await noticesOf(ada), await noticesOf(project.owner)]).toMatchObject([
    [{ read_at: null }],
    [{ read_at: null }],
  ]);
  expect((await ada.client.post('/api/notices/read', { all: true })).body).toEqual({ unread: 0 });
  expect(await noticesOf(project.owner)).toMatchObject([{ read_at: null }]);

  const decided = { action: 'approve', if_match: asked.body.tag };
  await ada.client.post(`/api/projects/${projectId}/change-requests/${asked.body.id}/actions`, decided);
  expect([await noticesOf(ada), await noticesOf(project.owner)]).toEqual([[], []]);
});
