import { aFlag, aProject, aUser, PASSWORD, queryDatabase, unique, TestClient, sharedCluster } from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import { flagAudit, projectAudit } from './audit-calls.js';
import { expectProblem } from '../expect-problem.js';
import { edit, toggle, valueIn } from './flag-calls.js';
import { fetchFlags } from './sdk-calls.js';
import { CLIENT_KEY, EDITED_VALUE, FRESH_VALUE, ID, POSITION_AT_START, SDK_KEY, TIME } from './shapes.js';

const { url } = sharedCluster();
/** Owns every project of this file. */
const owner = await aUser(url);

describe('Resources: flag value in an environment', () => {
  it('has the twelve fields of the table; targeting_*: "string or null"', async () => {
    const project = await aProject(url, {}, owner);
    const flag = await aFlag(project);
    await edit(project.owner, flag, project.production, EDITED_VALUE);
    expect(await valueIn(project.owner, flag, project.production)).toEqual({
      id: ID,
      flag_id: flag.id,
      environment_id: project.production.id,
      ...EDITED_VALUE,
      updated_at: TIME,
      environment_name: 'Production',
      environment_slug: 'production',
      environment_icon: '🚀',
    });
  });

  it('id: "identifier of the value row", one a row and the same after a change', async () => {
    const project = await aProject(url, {}, owner);
    const flag = await aFlag(project);
    const { id } = await valueIn(project.owner, flag, project.development);
    await toggle(project.owner, flag, project.development, true);
    expect((await valueIn(project.owner, flag, project.development)).id).toBe(id);
    expect((await valueIn(project.owner, flag, project.production)).id).not.toBe(id);
  });

  it('updated_at rises with every change of the row and of no other', async () => {
    const project = await aProject(url, {}, owner);
    const flag = await aFlag(project);
    const before = await valueIn(project.owner, flag, project.development);
    const production = await valueIn(project.owner, flag, project.production);
    await toggle(project.owner, flag, project.development, true);
    const after = await valueIn(project.owner, flag, project.development);
    expect(Date.parse(after.updated_at)).toBeGreaterThan(Date.parse(before.updated_at));
    expect(await valueIn(project.owner, flag, project.production)).toEqual(production);
  });

  it('environment_name, _slug, _icon: "joined from the environment", as it is now', async () => {
    const project = await aProject(url, {}, owner);
    const flag = await aFlag(project);
    const path = `/api/projects/${project.id}/environments/${project.development.id}`;
    await project.owner.client.patch(path, { name: 'Local', slug: 'local', icon: '🏠' });
    expect(await valueIn(project.owner, flag, project.development)).toMatchObject({
      environment_name: 'Local',
      environment_slug: 'local',
      environment_icon: '🏠',
    });
  });

  it('"Deleting a flag deletes all of its value rows (cascade)", "the flag and its value rows are deleted", no others', async () => {
    const project = await aProject(url, {}, owner);
    const flag = await aFlag(project);
    const kept = await aFlag(project);
    const rows = (of: { id: string }) => queryDatabase('select id from flags.flag_values where flag_id = $1', [of.id]);
    expect(await rows(flag)).toHaveLength(2);
    await project.owner.client.delete(`/api/flags/${flag.id}`);
    expect(await rows(flag)).toEqual([]);
    expect(await rows(kept)).toHaveLength(2);
  });
});

describe('Resources: flag as served to SDKs', () => {
  it('has the nine fields of the table and no other, in their order', async () => {
    const project = await aProject(url, {}, owner);
    const flag = await aFlag(project, { name: 'New checkout', description: 'Not for SDKs' });
    const { body } = await fetchFlags(project.development);
    const served = { flag_id: flag.id, key: flag.key, name: 'New checkout', type: 'boolean', ...FRESH_VALUE };
    expect(body).toEqual([served]);
    expect(Object.keys(body[0])).toEqual(Object.keys(served));
  });

  it('is_enabled to targeting_return_value: "value in this environment"', async () => {
    const project = await aProject(url, {}, owner);
    const flag = await aFlag(project);
    await edit(project.owner, flag, project.production, EDITED_VALUE);
    expect((await fetchFlags(project.development)).body).toEqual([expect.objectContaining(FRESH_VALUE)]);
    expect((await fetchFlags(project.production)).body).toEqual([expect.objectContaining(EDITED_VALUE)]);
  });

  it('type: "boolean is a type"; not shown: string, number and json are the others', async () => {
    const project = await aProject(url, {}, owner);
    for (const type of ['boolean', 'string', 'number', 'json']) await aFlag(project, { key: type, type });
    const { body } = await fetchFlags(project.development);
    const types = body.map((flag: { key: string; type: string }) => [flag.key, flag.type]);
    expect(types).toEqual(['boolean', 'json', 'number', 'string'].map((type) => [type, type]));
    const other = await project.owner.client.post(`/api/projects/${project.id}/flags`, { key: 'x', type: 'date' });
    expectProblem(other, 400, 'invalid_request', ['/type']);
  });
});

describe('Resources: user', () => {
  it('"A user is identified by email": two of the same name are two', async () => {
    const ada = await aUser(url);
    const other = new TestClient(url);
    const email = `${unique('other')}@example.com`;
    await other.post('/api/auth/register', { name: ada.name, email, password: PASSWORD, confirmPassword: PASSWORD });
    const me = await other.get('/api/auth/me');
    expect(me.body).toEqual({ id: ID, name: ada.name, email });
    expect(me.body.id).not.toBe(ada.id);
  });
});

describe('Resources: environment', () => {
  it('has "its own SDK key, a name, a slug, an icon and a URL"; not shown: the other fields', async () => {
    const environments = [{ name: 'Web Shop', slug: 'web', icon: '🛒', url: 'https://shop.example.com/cart?x=1' }];
    const project = await aProject(url, { environments });
    expect(project.environments).toEqual([
      {
        id: ID,
        project_id: project.id,
        name: 'Web Shop',
        slug: 'web',
        icon: '🛒',
        url: 'https://shop.example.com',
        more_origins: [],
        protected: false,
        color: 'green',
        order: 1,
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
      },
    ]);
  });
});

describe('Resources: audit log entry', () => {
  it('"audit entry with action flag_toggle written", "scoped to a project and a user, and to a flag"; not shown: its fields', async () => {
    const project = await aProject(url, {}, owner);
    const flag = await aFlag(project);
    const answer = await toggle(project.owner, flag, project.production, true, { 'x-request-id': 'audit-me-1234' });
    expect(answer.headers['x-request-id']).toBe('audit-me-1234');
    const [entry] = await flagAudit(project.owner, flag, 2);
    expect(entry).toEqual({
      id: ID,
      action: 'flag_toggle',
      project_id: project.id,
      flag_id: flag.id,
      flag_key: flag.key,
      environment_id: project.production.id,
      environment_name: 'Production',
      user_id: project.owner.id,
      user_name: project.owner.name,
      old_values: FRESH_VALUE,
      new_values: { ...FRESH_VALUE, is_enabled: true },
      request_id: 'audit-me-1234',
      group_id: null,
      comment: null,
      bypass_reason: null,
      performed_by: { kind: 'account', id: project.owner.id },
      on_behalf_of: null,
      via: 'api',
      run: null,
      created_at: TIME,
    });
  });

  it('not shown: what is about no flag and no environment has null there', async () => {
    const project = await aProject(url, {}, owner);
    const [entry] = await projectAudit(project, { action: 'project_create' }, 1);
    const nothing = { flag_id: null, flag_key: null, environment_id: null, environment_name: null };
    expect(entry).toMatchObject({ project_id: project.id, user_id: project.owner.id, ...nothing });
  });
});
