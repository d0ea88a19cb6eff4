import type { EnvironmentConnection, ProjectChange } from '@burgee/contracts/http';
import {
  aFlag,
  aMember,
  aProject,
  eventually,
  retryUnavailable,
  type Project,
  type StreamReader,
  type User,
  TestClient,
  sharedCluster,
  unique,
} from '@burgee/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import { asSuperuser } from '../security/database.js';
import { expectProblem } from '../expect-problem.js';
import { toggle } from './flag-calls.js';
import { closeStreams, listen } from './sdk-calls.js';

const { url } = sharedCluster();
const open: StreamReader[] = [];

afterEach(() => {
  for (const reader of open.splice(0)) reader.close();
  closeStreams();
});

async function follow({ client }: User, { id }: Project): Promise<StreamReader> {
  const reader = await client.stream(`/api/projects/${id}/events`);
  open.push(reader);
  await reader.until(({ event }) => event === 'ready');
  return reader;
}

const changeOf = async (reader: StreamReader, action: string): Promise<ProjectChange> =>
  (await reader.until(({ event, data }) => event === 'change' && data.action === action))
    .data as unknown as ProjectChange;

describe('not shown: GET /api/projects/:id/events', () => {
  it('tells every member what changed and who did it, and nothing of the values', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    const viewer = await aMember(url, project, 'viewer');
    const reader = await follow(viewer, project);
    await toggle(project.owner, flag, project.development, true);
    const change = await changeOf(reader, 'flag_toggle');
    expect(change).toEqual({
      action: 'flag_toggle',
      project_id: project.id,
      flag_id: flag.id,
      flag_key: flag.key,
      environment_id: project.development.id,
      environment_name: 'Development',
      user_id: project.owner.id,
      user_name: project.owner.name,
      request_id: expect.any(String),
      at: expect.stringMatching(/Z$/),
    });
  });

  it('tells of a change when its audit entry is stored', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    const reader = await follow(project.owner, project);
    const stored = "select from audit.entries where flag_id = $1 and content::json ->> 'request_id' = $2";
    await asSuperuser(async (database) => {
      for (let round = 1; round <= 20; round++) {
        const headers = { 'x-request-id': `${flag.id}-${round}` };
        const told = reader.until(({ data }) => data.request_id === headers['x-request-id']);
        const path = `/api/flags/${flag.id}/environments/${project.development.id}/toggle`;
        const body = { is_enabled: round % 2 === 1 };
        const written = retryUnavailable(() => project.owner.client.patch(path, body, headers));
        await told;
        expect((await database.query(stored, [flag.id, headers['x-request-id']])).rowCount).toBe(1);
        await written;
      }
    });
  });

  it('tells nothing of another project', async () => {
    const [project, other] = [await aProject(url), await aProject(url)];
    const reader = await follow(project.owner, project);
    await aFlag(other);
    const mine = await aFlag(project);
    expect((await changeOf(reader, 'flag_create')).flag_key).toBe(mine.key);
  });

  it.each([
    ['a session that was signed out', (member: User) => member.client.post('/api/auth/logout')],
    [
      'a member who was removed',
      (member: User, project: Project) =>
        project.owner.client.delete(`/api/projects/${project.id}/members/${member.id}`),
    ],
  ])('ends within seconds for %s', async (_, leave) => {
    const project = await aProject(url);
    const member = await aMember(url, project, 'editor');
    const reader = await follow(member, project);
    expect((await leave(member, project)).status).toBe(200);
    await reader.untilEnd();
  });
});

async function connectionsOf({ owner, id }: Project): Promise<EnvironmentConnection[]> {
  const answer = await owner.client.get(`/api/projects/${id}/connections`);
  expect(answer.status).toBe(200);
  return answer.body;
}

describe('not shown: GET /api/projects/:id/connections', () => {
  it('tells within seconds that the first application came in, and to which environment', async () => {
    const project = await aProject(url);
    expect((await connectionsOf(project)).map(({ last_seen_at, streams }) => [last_seen_at, streams])).toEqual([
      [null, 0],
      [null, 0],
    ]);
    const from = new Date().toISOString();
    await new TestClient(url).get('/api/v1/flags', { 'x-sdk-key': project.development.sdk_key });
    await eventually(async () => {
      const [development, production] = await connectionsOf(project);
      expect(development?.last_seen_at && development.last_seen_at >= from).toBe(true);
      expect(production?.last_seen_at).toBeNull();
    });
  });

  it('counts open streams, and a stream is a sign of life too', async () => {
    const project = await aProject(url);
    await listen(project.production);
    await eventually(async () => {
      const [development, production] = await connectionsOf(project);
      expect([development?.streams, production?.streams]).toEqual([0, 1]);
      expect(production?.last_seen_at).toEqual(expect.any(String));
    });
  });

  it('names refused pages to admins: by the key that they had, and by their own address for a preflight', async () => {
    const project = await aProject(url);
    const [colleague, editor] = [await aMember(url, project, 'admin'), await aMember(url, project, 'editor')];
    const aPage = () => `https://${unique('page')}.example.com`.toLowerCase();
    const [withKey, preflighted] = [aPage(), aPage()];
    await eventually(async () => {
      await new TestClient(url).get('/api/v1/flags', { 'x-sdk-key': project.production.sdk_key, origin: withKey });
      const headers = { origin: preflighted, 'access-control-request-method': 'GET' };
      await project.owner.client.call('OPTIONS', '/api/v1/flags', { headers });
      const [development, production] = await connectionsOf(project);
      const seen = [development, production].map((one) => one?.refused_origins);
      expect(seen).toEqual([[preflighted], [withKey, preflighted]]);
    });
    const elsewhere = await connectionsOf({ ...project, owner: colleague });
    expect(elsewhere.map((one) => one.refused_origins)).toEqual([[], [withKey]]);
    expect((await connectionsOf({ ...project, owner: editor }))[0]).not.toHaveProperty('refused_origins');
  });

  it('does not count clients with an invalid key', async () => {
    const project = await aProject(url);
    await project.owner.client.post(
      `/api/projects/${project.id}/environments/${project.development.id}/rotate-sdk-key`,
      {},
    );
    const headers = { 'x-sdk-key': project.development.sdk_key };
    expectProblem(await new TestClient(url).get('/api/v1/flags', headers), 401, 'sdk_key_invalid');
    await new TestClient(url).get('/api/v1/flags', { 'x-sdk-key': project.production.sdk_key });
    await eventually(async () => {
      const [development, production] = await connectionsOf(project);
      expect(production?.last_seen_at).toEqual(expect.any(String));
      expect(development?.last_seen_at).toBeNull();
    });
  });
});
