import {
  aFlag,
  aMember,
  aProject,
  eventually,
  type Project,
  sharedCluster,
  TestClient,
  type User,
} from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import { ID, TIME } from '../shapes.js';

const { url } = sharedCluster();
const HOUR = 3_600_000;

const at = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();

async function homeOf({ id }: Project, { client }: User) {
  const { status, body } = await client.get(`/api/projects/${id}/home`);
  expect(status).toBe(200);
  return body;
}

/** A project with a request for Production, and a paused and two waiting schedules in Development. */
async function aBusyProject() {
  const project = await aProject(url);
  const { owner, development, production } = project;
  const flag = await aFlag(project);
  const author = await aMember(url, project, 'editor');
  await owner.client.patch(`/api/projects/${project.id}/environments/${production.id}`, { approvals: 1 });
  const changes = [{ flag_id: flag.id, patch: { is_enabled: true } }];
  const { body: request } = await author.client.post(`/api/environments/${production.id}/change-requests`, { changes });
  const schedule = async (name: string, hours: number) => {
    const steps = [{ at: at(hours), patch: { is_enabled: true } }];
    const path = `/api/flags/${flag.id}/environments/${development.id}/schedules`;
    const { status, body } = await owner.client.post(path, { name, steps });
    expect(status).toBe(201);
    return body;
  };
  const paused = await schedule('paused', 30 * 24);
  await owner.client.post(`/api/projects/${project.id}/schedules/${paused.id}/pause`);
  await schedule('tomorrow', 24);
  await schedule('in eight days', 8 * 24);
  await owner.client.post(`/api/projects/${project.id}/invitations`, { role: 'viewer', email: 'ada@example.com' });
  return { project, flag, author, request };
}

describe('GET /api/projects/:id/home', () => {
  it('lists requests to approve, paused and upcoming schedules, invitations and connections', async () => {
    const { project, flag, author, request } = await aBusyProject();
    const schedule = {
      id: ID,
      flag_id: flag.id,
      flag_key: flag.key,
      environment_id: project.development.id,
      next_at: TIME,
    };
    expect(await homeOf(project, project.owner)).toEqual({
      requests: [
        {
          id: request.id,
          environment_id: project.production.id,
          author_id: author.id,
          author_name: author.name,
          flag_keys: [flag.key],
          is_plan: false,
          created_at: TIME,
        },
      ],
      paused: [{ ...schedule, name: 'paused', pause_reason: 'member' }],
      upcoming: [{ ...schedule, name: 'tomorrow', pause_reason: null }],
      invitations: [expect.objectContaining({ email: 'ada@example.com', role: 'viewer' })],
      connections: [project.development, project.production].map(({ id }) => ({
        environment_id: id,
        last_seen_at: null,
        streams: 0,
        complete: true,
        refused_origins: [],
      })),
    });

    const approval = { action: 'approve', if_match: request.tag };
    const path = `/api/projects/${project.id}/change-requests/${request.id}/actions`;
    expect((await project.owner.client.post(path, approval)).status).toBe(200);
    expect((await homeOf(project, project.owner)).requests).toEqual([]);
  });

  it('leaves out what the reader cannot decide, by role and by environment', async () => {
    const { project, author } = await aBusyProject();
    const [viewer, editor] = [await aMember(url, project, 'viewer'), await aMember(url, project, 'editor')];
    const inProduction = await aMember(url, project, 'viewer');
    const roles = (user: User, environment_roles: object) =>
      project.owner.client.patch(`/api/projects/${project.id}/members/${user.id}`, { environment_roles });
    expect((await roles(editor, { [project.production.id]: 'viewer' })).status).toBe(200);
    expect((await roles(inProduction, { [project.production.id]: 'editor' })).status).toBe(200);
    const counts = async (user: User) => {
      const { requests, paused, upcoming, invitations, connections } = await homeOf(project, user);
      expect(connections[0]).not.toHaveProperty('refused_origins');
      expect(invitations).toBeUndefined();
      return [requests.length, paused.length, upcoming.length];
    };
    expect(await counts(author)).toEqual([0, 1, 1]);
    expect(await counts(viewer)).toEqual([0, 0, 1]);
    expect(await counts(editor)).toEqual([0, 1, 1]);
    expect(await counts(inProduction)).toEqual([1, 0, 1]);
  });

  it('tells admins which pages were refused', async () => {
    const project = await aProject(url);
    const origin = 'https://refused.example.com';
    const page = new TestClient(url);
    await page.get('/api/v1/flags', { 'x-sdk-key': project.production.sdk_key, origin });
    await eventually(async () => {
      const { connections } = await homeOf(project, project.owner);
      expect(connections[1].refused_origins).toContain(origin);
    });
  });
});
