import { aFlag, aMember, aProject, aUser, unique, sharedCluster } from '@burgee/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import { projectAudit } from './audit-calls.js';
import { expectProblem } from '../expect-problem.js';
import { nextPage } from './paging.js';
import { closeStreams, fetchFlags, listen } from './sdk-calls.js';
import { CLIENT_KEY, ID, POSITION_AT_START, SDK_KEY, TIME } from './shapes.js';

const { url } = sharedCluster();

afterEach(closeStreams);

describe('not shown: POST /api/projects', () => {
  it('201; without environments it gets Development and Production; the creator is owner', async () => {
    const { client } = await aUser(url);
    const name = unique('Shop');
    const { status, body } = await client.post('/api/projects', { name, description: 'Everything we sell' });
    const environment = {
      id: ID,
      project_id: body.id,
      url: null,
      more_origins: [],
      sdk_key: SDK_KEY,
      previous_key_expires_at: null,
      client_key: CLIENT_KEY,
      previous_client_key_expires_at: null,
      frozen_until: null,
      freeze_reason: null,
      comment_required: false,
      approvals: 0,
      role: 'owner',
      revision: 0,
      position: POSITION_AT_START,
      created_at: TIME,
    };
    expect(status).toBe(201);
    expect(body).toEqual({
      id: ID,
      name,
      slug: name.toLowerCase(),
      description: 'Everything we sell',
      role: 'owner',
      created_at: TIME,
      environments: [
        {
          ...environment,
          name: 'Development',
          slug: 'development',
          icon: '🛠️',
          protected: false,
          color: 'green',
          order: 1,
        },
        { ...environment, name: 'Production', slug: 'production', icon: '🚀', protected: true, color: 'red', order: 2 },
      ],
    });
  });

  it('creates the given environments, in their order', async () => {
    const environments = [{ name: 'QA' }, { name: 'Live', slug: 'l', icon: '🟢', url: null, protected: true }];
    const project = await aProject(url, { environments });
    expect(project.environments.map(({ name, slug }) => [name, slug])).toEqual([
      ['QA', 'qa'],
      ['Live', 'l'],
    ]);
  });

  it('slug: a taken one → 409; a generated one is made unique', async () => {
    const name = unique('Shop');
    const { owner } = await aProject(url, { name });
    const slug = name.toLowerCase();
    expectProblem(await owner.client.post('/api/projects', { name, slug }), 409, 'duplicate', ['/slug']);
    const again = await owner.client.post('/api/projects', { name });
    expect(again.status).toBe(201);
    expect(again.body.slug).toMatch(new RegExp(`^${slug}-[0-9a-z]+$`));
  });

  it('an environment without a name → 400, with a pointer to it', async () => {
    const { client } = await aUser(url);
    const answer = await client.post('/api/projects', { name: 'a', environments: [{ name: '' }] });
    expectProblem(answer, 400, 'invalid_request', ['/environments/0/name']);
  });
});

describe('not shown: GET /api/projects and /api/projects/:id', () => {
  it('"only those you are a member of", with your role', async () => {
    const project = await aProject(url);
    await aProject(url);
    const viewer = await aMember(url, project, 'viewer');
    const { status, body } = await viewer.client.get('/api/projects');
    expect(status).toBe(200);
    expect(body).toEqual([expect.objectContaining({ id: project.id, role: 'viewer' })]);
    expect((await viewer.client.get(`/api/projects/${project.id}`)).body).toEqual(body[0]);
  });
});

describe('not shown: pages of GET /api/projects', () => {
  it('a bare array in the order of creation, with the address of the next page', async () => {
    const user = await aUser(url);
    const ids: string[] = [];
    for (let i = 0; i < 3; i++) ids.push((await aProject(url, {}, user)).id);
    const first = await user.client.get('/api/projects?limit=2');
    const last = await user.client.get(nextPage(first) ?? '');
    const pages = [first, last].map(({ body }) => (body as { id: string }[]).map(({ id }) => id));
    expect(pages).toEqual([ids.slice(0, 2), ids.slice(2)]);
    expect(nextPage(last)).toBeUndefined();
    const wrong = await user.client.get('/api/projects?cursor=x');
    expectProblem(wrong, 400, 'invalid_request', ['/cursor']);
  });
});

describe('not shown: PATCH /api/projects/:id', () => {
  it('name, slug and description; omitted keeps, null clears the description', async () => {
    const project = await aProject(url, { description: 'Old' });
    const { client } = project.owner;
    const path = `/api/projects/${project.id}`;
    const before = (await client.get(path)).body;
    const slug = unique('slug');
    const renamed = await client.patch(path, { name: 'New', slug });
    expect([renamed.status, renamed.body]).toEqual([200, { ...before, name: 'New', slug }]);
    expect((await client.patch(path, { description: null })).body).toEqual({ ...renamed.body, description: null });
    expect((await client.get(path)).body).toEqual({ ...renamed.body, description: null });
  });

  it('a taken slug → 409', async () => {
    const [project, other] = [await aProject(url), await aProject(url)];
    const { slug } = (await other.owner.client.get(`/api/projects/${other.id}`)).body;
    const answer = await project.owner.client.patch(`/api/projects/${project.id}`, { slug });
    expectProblem(answer, 409, 'duplicate', ['/slug']);
  });

  it('a change that changes nothing writes no audit entry', async () => {
    const project = await aProject(url, { description: 'Same' });
    const same = await project.owner.client.patch(`/api/projects/${project.id}`, { description: 'Same' });
    expect(same.status).toBe(200);
    await project.owner.client.patch(`/api/projects/${project.id}`, { description: 'Other' });
    const [entry] = await projectAudit(project, { action: 'project_update' }, 1);
    expect(entry.new_values).toEqual({ description: 'Other' });
  });
});

describe('not shown: DELETE /api/projects/:id', () => {
  it('goes with everything in it; its keys are dead and its streams end', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    const stream = await listen(project.development);
    const { status, body } = await project.owner.client.delete(`/api/projects/${project.id}`);
    expect([status, body]).toEqual([200, { message: 'Project deleted successfully' }]);
    expect((await fetchFlags(project.development)).status).toBe(401);
    await stream.untilEnd();
    for (const path of [`/api/projects/${project.id}`, `/api/flags/${flag.id}`])
      expectProblem(await project.owner.client.get(path), 404, 'not_found');
    expect((await project.owner.client.get('/api/projects')).body).toEqual([]);
  });
});
