import { aFlag, aProject, sharedCluster, aUser } from '@burgee/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import { projectAudit } from './audit-calls.js';
import { edit, revisionOf } from './flag-calls.js';
import { expectProblem } from '../expect-problem.js';
import { nextPage } from './paging.js';
import { closeStreams, fetchFlags, listen } from './sdk-calls.js';
import { CLIENT_KEY, ID, POSITION_AT_START, SDK_KEY, TIME } from './shapes.js';

const { url } = sharedCluster();
/** Owns every project of this file. */
const account = await aUser(url);

afterEach(closeStreams);

describe('not shown: POST /api/projects/:id/environments', () => {
  it('201, the environment with its key; icon, slug and the rest have defaults', async () => {
    const project = await aProject(url, {}, account);
    const path = `/api/projects/${project.id}/environments`;
    const { status, body } = await project.owner.client.post(path, { name: 'Pre Prod' });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: ID,
      project_id: project.id,
      name: 'Pre Prod',
      slug: 'pre-prod',
      icon: '🌱',
      url: null,
      more_origins: [],
      protected: false,
      color: 'blue',
      order: 3,
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
    });
    expect((await project.owner.client.get(path)).body).toEqual([...project.environments, body]);
  });

  it('"url is stored as a serialised origin"', async () => {
    const project = await aProject(url, {}, account);
    const request = { name: 'Web', url: 'https://Shop.Example.com:443/path?q#h' };
    const { body } = await project.owner.client.post(`/api/projects/${project.id}/environments`, request);
    expect(body.url).toBe('https://shop.example.com');
  });

  it('gives every flag a value that is no newer than the environment, so that it does not read as a change', async () => {
    const project = await aProject(url, {}, account);
    const flag = await aFlag(project);
    const { client } = project.owner;
    const { body: added } = await client.post(`/api/projects/${project.id}/environments`, { name: 'Added' });
    const { body: values } = await client.get(`/api/flags/${flag.id}/environments`);
    const made = values.find(({ environment_id }: { environment_id: string }) => environment_id === added.id);
    expect(made).toMatchObject({ is_enabled: false, rollout_percentage: 100 });
    expect(Date.parse(made.updated_at)).toBeLessThanOrEqual(Date.parse(added.created_at));
  });

  it('copies the values of flags in use from an environment, which clients of the new one get at once', async () => {
    const project = await aProject(url, {}, account);
    const { owner, production } = project;
    const path = `/api/projects/${project.id}/environments`;
    const rule = { targeting_attribute: 'country', targeting_value: 'NO', targeting_return_value: 'true' };
    const copied = { is_enabled: true, rollout_percentage: 25, ...rule };
    const [flag, archived] = [await aFlag(project, { key: 'a' }), await aFlag(project, { key: 'b' })];
    for (const one of [flag, archived]) await edit(owner, one, production, copied);
    await owner.client.post(`/api/flags/${archived.id}/archive`, {});
    const request = { name: 'Canary', protected: true, copy_values_from: production.id };
    const { status, body: canary } = await owner.client.post(path, request);
    expect([status, await revisionOf(project, canary)]).toEqual([201, 0]);
    expect((await fetchFlags(canary)).body).toEqual([expect.objectContaining({ key: 'a', ...copied })]);
    const { body } = await owner.client.get(`/api/flags/${archived.id}`);
    const value = body.environments.find((one: { environment_id: string }) => one.environment_id === canary.id);
    expect(value).toMatchObject({ is_enabled: false, targeting_attribute: null });
    const entries = await projectAudit(project, { action: 'environment_create' }, 3);
    expect(entries[0]).toMatchObject({ new_values: { name: 'Canary', copied_from: production.name } });
    const other = await aProject(url, {}, account);
    const elsewhere = await owner.client.post(path, { name: 'X', copy_values_from: other.production.id });
    expectProblem(elsewhere, 400, 'invalid_request', ['/copy_values_from']);
  });

  it('a slug twice in a project → 409; in another project it is free', async () => {
    const [project, other] = [await aProject(url, {}, account), await aProject(url, {}, account)];
    const request = { name: 'Staging' };
    await project.owner.client.post(`/api/projects/${project.id}/environments`, request);
    const again = await project.owner.client.post(`/api/projects/${project.id}/environments`, request);
    expectProblem(again, 409, 'duplicate', ['/slug']);
    expect((await other.owner.client.post(`/api/projects/${other.id}/environments`, request)).status).toBe(201);
  });
});

describe('not shown: GET /api/projects/:id/environments', () => {
  it('revision counts the changes of that environment', async () => {
    const project = await aProject(url, {}, account);
    const flag = await aFlag(project);
    const path = `/api/flags/${flag.id}/environments/${project.production.id}/toggle`;
    await project.owner.client.patch(path, { is_enabled: true });
    const { body } = await project.owner.client.get(`/api/projects/${project.id}/environments`);
    expect(body.map(({ revision }: { revision: number }) => revision)).toEqual([1, 2]);
  });
});

describe('not shown: pages of GET /api/projects/:id/environments', () => {
  it('a bare array in the order of creation, with the address of the next page', async () => {
    const { owner, id, environments } = await aProject(url, {}, account);
    const first = await owner.client.get(`/api/projects/${id}/environments?limit=1`);
    const second = await owner.client.get(nextPage(first) ?? '');
    expect([...first.body, ...second.body]).toEqual(environments);
    expect(nextPage(second)).toBeUndefined();
    expectProblem(await owner.client.get(`/api/projects/${id}/environments?cursor=x`), 400, 'invalid_request', [
      '/cursor',
    ]);
  });
});

describe('not shown: PATCH /api/projects/:id/environments/:envId', () => {
  it('changes the given fields and keeps the rest; null clears the url', async () => {
    const project = await aProject(url, { environments: [{ name: 'Web', url: 'https://a.example.com' }] });
    const [environment] = project.environments;
    const path = `/api/projects/${project.id}/environments/${environment?.id}`;
    const { client } = project.owner;
    const renamed = await client.patch(path, { name: 'Site', protected: true });
    expect([renamed.status, renamed.body]).toEqual([200, { ...environment, name: 'Site', protected: true }]);
    const moved = await client.patch(path, { url: 'https://b.example.com/x' });
    expect(moved.body).toEqual({ ...renamed.body, url: 'https://b.example.com' });
    expect((await client.patch(path, { url: null })).body).toEqual({ ...renamed.body, url: null });
  });

  it('more_origins has up to 20 exact origins, of apps too; a list replaces the list', async () => {
    const more_origins = ['http://localhost:3000/cart', 'capacitor://localhost', 'http://LOCALHOST:3000'];
    const project = await aProject(url, { environments: [{ name: 'Web', url: 'app://.', more_origins }] }, account);
    const [environment] = project.environments;
    const path = `/api/projects/${project.id}/environments/${environment?.id}`;
    const { client } = project.owner;
    const stored = ['http://localhost:3000', 'capacitor://localhost'];
    expect(environment).toMatchObject({ url: 'app://.', more_origins: stored });
    const renamed = await client.patch(path, { name: 'Site', more_origins });
    expect(renamed.body).toEqual({ ...environment, name: 'Site' });
    const cleared = await client.patch(path, { more_origins: [] });
    expect(cleared.body).toEqual({ ...renamed.body, more_origins: [] });
    const [last, entry] = await projectAudit(project, { action: 'environment_update' }, 2);
    expect([last, entry].map((one) => one.new_values)).toEqual([{ more_origins: [] }, { name: 'Site' }]);
    expect(last.old_values).toEqual({ more_origins: stored });
    for (const wrong of ['null', 'file:///index.html', '*', 'https://*.example.com'])
      expectProblem(
        await client.patch(path, { more_origins: ['https://a.example.com', wrong] }),
        400,
        'invalid_request',
        ['/more_origins/1'],
      );
    const many = Array.from({ length: 21 }, (_, n) => `https://pr-${n}.example.com`);
    expectProblem(await client.patch(path, { more_origins: many }), 400, 'invalid_request', ['/more_origins']);
    expect((await client.patch(path, { more_origins: many.slice(1) })).body.more_origins).toEqual(many.slice(1));
  });

  it('a taken slug → 409', async () => {
    const project = await aProject(url, {}, account);
    const path = `/api/projects/${project.id}/environments/${project.development.id}`;
    const answer = await project.owner.client.patch(path, { slug: 'production' });
    expectProblem(answer, 409, 'duplicate', ['/slug']);
  });

  it('a change that changes nothing writes no audit entry', async () => {
    const project = await aProject(url, {}, account);
    const path = `/api/projects/${project.id}/environments/${project.development.id}`;
    const same = await project.owner.client.patch(path, { name: 'Development' });
    expect([same.status, same.body]).toEqual([200, project.development]);
    await project.owner.client.patch(path, { name: 'Local' });
    const [entry] = await projectAudit(project, { action: 'environment_update' }, 1);
    expect(entry.new_values).toEqual({ name: 'Local' });
  });
});

describe('not shown: DELETE /api/projects/:id/environments/:envId', () => {
  it('goes with its values and its key; its streams end; the others stay', async () => {
    const project = await aProject(url, {}, account);
    const flag = await aFlag(project);
    const stream = await listen(project.development);
    const path = `/api/projects/${project.id}/environments/${project.development.id}`;
    const { status, body } = await project.owner.client.delete(path);
    expect([status, body]).toEqual([200, { message: 'Environment deleted successfully' }]);
    expect((await fetchFlags(project.development)).status).toBe(401);
    await stream.untilEnd();
    const values = (await project.owner.client.get(`/api/flags/${flag.id}/environments`)).body;
    expect(values).toEqual([expect.objectContaining({ environment_id: project.production.id })]);
    expect((await fetchFlags(project.production)).body).toHaveLength(1);
  });
});
