import { aMember, aProject, PASSWORD, sharedCluster, type User } from '@burgee/testing';
import { expect, it } from '@jest/globals';
import { expectProblem } from '../expect-problem.js';
import { signedInLongAgo } from './database.js';

const { url } = sharedCluster();

interface Target {
  owner: User;
  path: string;
  memberId: string;
  environmentId: string;
  invitationId: string;
}

const ROUTES: Record<string, [status: number, send: (target: Target) => ReturnType<User['client']['get']>]> = {
  'a new role': [
    200,
    ({ owner, path, memberId }) => owner.client.patch(`${path}/members/${memberId}`, { role: 'admin' }),
  ],
  'a role in an environment': [
    200,
    ({ owner, path, memberId, environmentId }) =>
      owner.client.patch(`${path}/members/${memberId}`, { environment_roles: { [environmentId]: 'editor' } }),
  ],
  'an invitation link for an admin': [
    201,
    ({ owner, path }) => owner.client.post(`${path}/invitations`, { role: 'admin' }),
  ],
  'an invitation of an owner by email': [
    202,
    ({ owner, path }) => owner.client.post(`${path}/members`, { email: 'grace@example.com', role: 'owner' }),
  ],
  'a new link of an invitation for an admin': [
    200,
    ({ owner, path, invitationId }) => owner.client.post(`${path}/invitations/${invitationId}/link`),
  ],
  'a switch-off link': [
    201,
    ({ owner, path, environmentId }) =>
      owner.client.post(`${path}/environments/${environmentId}/switch-off-links`, { name: 'alerts', tag: 'payments' }),
  ],
  'the deletion of a project': [200, ({ owner, path }) => owner.client.delete(path)],
};

it.each(Object.entries(ROUTES))('%s takes the password ten minutes after the sign-in', async (_, [status, send]) => {
  const project = await aProject(url);
  const { owner } = project;
  const path = `/api/projects/${project.id}`;
  const { id: memberId } = await aMember(url, project, 'viewer');
  const invitationId = (await owner.client.post(`${path}/invitations`, { role: 'admin' })).body.id;
  const target = { owner, path, memberId, environmentId: project.production.id, invitationId };
  await signedInLongAgo(owner);
  const before = await Promise.all([owner.client.get(`${path}/members`), owner.client.get(`${path}/invitations`)]);
  expectProblem(await send(target), 403, 'fresh_proof_required');
  const after = await Promise.all([owner.client.get(`${path}/members`), owner.client.get(`${path}/invitations`)]);
  expect(after.map(({ body }) => body)).toEqual(before.map(({ body }) => body));
  expect((await owner.client.post(`${path}/invitations`, { role: 'editor' })).status).toBe(201);
  expect((await owner.client.post('/api/auth/proof', { password: PASSWORD })).status).toBe(200);
  expect((await send(target)).status).toBe(status);
});
