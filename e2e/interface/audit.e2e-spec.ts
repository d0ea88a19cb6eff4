import { randomUUID } from 'node:crypto';
import {
  aFlag,
  aMember,
  type ServiceResponse,
  aProject,
  aUser,
  eventually,
  queryDatabase,
  sharedCluster,
} from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import { flagAudit, projectAudit } from './audit-calls.js';
import { expectProblem } from '../expect-problem.js';
import { edit, toggle } from './flag-calls.js';
import { nextPage } from './paging.js';
import { EDITED_VALUE, FRESH_VALUE, ID, TIME } from './shapes.js';

const { url } = sharedCluster();
/** Owns every project of this file. */
const account = await aUser(url);

describe('not shown: the actions, and what their entries say of old and new', () => {
  it('flag_create', async () => {
    const project = await aProject(url, {}, account);
    const flag = await aFlag(project, { name: 'New', type: 'number', description: 'Why' });
    const [entry] = await flagAudit(project.owner, flag, 1);
    const created = { key: flag.key, name: 'New', type: 'number', description: 'Why', ...FRESH_VALUE };
    expect(entry).toMatchObject({ action: 'flag_create', flag_key: flag.key, old_values: null, new_values: created });
  });

  it('flag_update: "audit entry with old and new values written", also when only the switch is edited', async () => {
    const project = await aProject(url, {}, account);
    const flag = await aFlag(project);
    await edit(project.owner, flag, project.development, EDITED_VALUE);
    await edit(project.owner, flag, project.development, { is_enabled: false });
    const [second, first] = await flagAudit(project.owner, flag, 3);
    const off = { ...EDITED_VALUE, is_enabled: false };
    expect(first).toMatchObject({ action: 'flag_update', old_values: FRESH_VALUE, new_values: EDITED_VALUE });
    expect(second).toMatchObject({ action: 'flag_update', old_values: EDITED_VALUE, new_values: off });
  });

  it('each with its environment’s new position, and without a position where it names no environment', async () => {
    const project = await aProject(url, {}, account);
    const flag = await aFlag(project);
    await edit(project.owner, flag, project.development, EDITED_VALUE);
    await project.owner.client.patch(`/api/flags/${flag.id}`, { name: 'New' });
    await flagAudit(project.owner, flag, 3);
    const entries = await queryDatabase<{ action: string; position: object }>(
      `select action, content::jsonb -> 'position' as position from audit.entries where flag_id = $1 order by seq`,
      [flag.id],
    );
    const [change] = await queryDatabase<{ epoch: string; revision: number }>(
      `select epoch, revision::int from sdk_read.change_v1 where environment_id = $1 order by revision desc offset 1 limit 1`,
      [project.development.id],
    );
    expect(entries).toEqual([
      { action: 'flag_create', position: null },
      { action: 'flag_update', position: change },
      { action: 'flag_rename', position: null },
    ]);
  });

  it('flag_rename', async () => {
    const project = await aProject(url, {}, account);
    const flag = await aFlag(project, { name: 'Old' });
    await project.owner.client.patch(`/api/flags/${flag.id}`, { name: 'New' });
    const [entry] = await flagAudit(project.owner, flag, 2);
    expect(entry).toMatchObject({
      action: 'flag_rename',
      environment_id: null,
      old_values: { name: 'Old' },
      new_values: { name: 'New' },
    });
  });

  it('flag_delete: "an audit entry is written", with all that is lost', async () => {
    const project = await aProject(url, {}, account);
    const flag = await aFlag(project, { name: 'Gone' });
    await edit(project.owner, flag, project.development, EDITED_VALUE);
    await project.owner.client.delete(`/api/flags/${flag.id}`);
    const [entry] = await flagAudit(project.owner, flag, 3);
    expect(entry).toMatchObject({ action: 'flag_delete', new_values: null });
    expect(entry.old_values).toEqual({
      key: flag.key,
      name: 'Gone',
      type: 'boolean',
      description: null,
      environments: [
        { environment_id: project.development.id, ...EDITED_VALUE },
        { environment_id: project.production.id, ...FRESH_VALUE },
      ],
    });
  });

  it('environment_create, environment_update and environment_delete', async () => {
    const project = await aProject(url, {}, account);
    const { client } = project.owner;
    const path = `/api/projects/${project.id}/environments`;
    const { id } = (await client.post(path, { name: 'Staging', url: 'https://s.example.com/x' })).body;
    await client.patch(`${path}/${id}`, { name: 'Stage', url: null });
    await client.delete(`${path}/${id}`);
    const entries = await projectAudit(project, { environment: id }, 3);
    const created = {
      name: 'Staging',
      slug: 'staging',
      icon: '🌱',
      url: 'https://s.example.com',
      more_origins: [],
      protected: false,
      color: 'blue',
    };
    const changed = { name: 'Stage', url: null };
    expect(
      entries.map(({ action, environment_name, old_values, new_values }) => [
        action,
        environment_name,
        old_values,
        new_values,
      ]),
    ).toEqual([
      ['environment_delete', 'Stage', { ...created, ...changed }, null],
      ['environment_update', 'Stage', { name: 'Staging', url: 'https://s.example.com' }, changed],
      ['environment_create', 'Staging', null, created],
    ]);
  });

  it.each(['sdk', 'client'] as const)('%s_key_rotate, which tells no key', async (kind) => {
    const project = await aProject(url, {}, account);
    const path = `/api/projects/${project.id}/environments/${project.production.id}/rotate-${kind}-key`;
    const fresh = (await project.owner.client.post(path)).body[`${kind}_key`] as string;
    const [entry] = await projectAudit(project, { action: `${kind}_key_rotate` }, 1);
    expect(entry).toMatchObject({ environment_id: project.production.id, environment_name: 'Production' });
    for (const key of [fresh, project.production[`${kind}_key`]]) expect(JSON.stringify(entry)).not.toContain(key);
  });

  it('member_add, member_update and member_remove', async () => {
    const project = await aProject(url, {}, account);
    const { id: user_id, email } = await aMember(url, project, 'viewer');
    const path = `/api/projects/${project.id}/members/${user_id}`;
    await project.owner.client.patch(path, { role: 'editor' });
    await project.owner.client.delete(path);
    const [viewer, editor] = [
      { user_id, email, role: 'viewer' },
      { user_id, email, role: 'editor' },
    ];
    const expected = { member_add: [null, viewer], member_update: [viewer, editor], member_remove: [editor, null] };
    for (const [action, [old_values, new_values]] of Object.entries(expected)) {
      const [entry] = await projectAudit(project, { action }, 1);
      // A new member is the actor: they accepted an invitation.
      const actor = action === 'member_add' ? user_id : project.owner.id;
      expect(entry).toMatchObject({ user_id: actor, old_values, new_values });
    }
  });

  it('project_create and project_update', async () => {
    const project = await aProject(url, { description: 'Old' });
    await project.owner.client.patch(`/api/projects/${project.id}`, { description: 'New' });
    const [created] = await projectAudit(project, { action: 'project_create' }, 1);
    expect(created).toMatchObject({ old_values: null, new_values: { description: 'Old' } });
    const [updated] = await projectAudit(project, { action: 'project_update' }, 1);
    expect(updated).toMatchObject({ old_values: { description: 'Old' }, new_values: { description: 'New' } });
  });

  it('project_delete, though no member is left to read it', async () => {
    const project = await aProject(url, { description: 'Gone' });
    await project.owner.client.delete(`/api/projects/${project.id}`);
    const stored = "select content::jsonb from audit.entries where chain_id = $1 and action = 'project_delete'";
    const [entry] = await eventually(async () => {
      const rows = await queryDatabase<{ content: object }>(stored, [project.id]);
      expect(rows).toHaveLength(1);
      return rows.map(({ content }) => content);
    });
    expect(entry).toMatchObject({
      user_id: project.owner.id,
      old_values: { description: 'Gone' },
      new_values: null,
    });
    expectProblem(await project.owner.client.get(`/api/projects/${project.id}/audit`), 404, 'not_found');
  });
});

describe('not shown: GET /api/flags/:flagId/audit', () => {
  it('"Still readable after the flag is deleted"; "filtered to the current project": 404 for accounts outside of the project', async () => {
    const project = await aProject(url, {}, account);
    const flag = await aFlag(project);
    await toggle(project.owner, flag, project.development, true);
    await project.owner.client.delete(`/api/flags/${flag.id}`);
    const entries = await flagAudit(project.owner, flag, 3);
    expect(entries.map((entry) => entry.action)).toEqual(['flag_delete', 'flag_toggle', 'flag_create']);
    expectProblem(await (await aUser(url)).client.get(`/api/flags/${flag.id}/audit`), 404, 'not_found');
  });

  it('limit and cursor: pages by Link header, each entry once', async () => {
    const project = await aProject(url, {}, account);
    const flag = await aFlag(project);
    for (const is_enabled of [true, false, true, false])
      await toggle(project.owner, flag, project.development, is_enabled);
    const all = await flagAudit(project.owner, flag, 5);
    const pages = [];
    for (let path: string | undefined = `/api/flags/${flag.id}/audit?limit=2`; path;) {
      const answer = await project.owner.client.get(path);
      pages.push(answer.body);
      path = nextPage(answer);
    }
    expect(pages).toEqual([all.slice(0, 2), all.slice(2, 4), all.slice(4)]);
  });

  it('limit: 100 when left out', async () => {
    const project = await aProject(url, {}, account);
    const flag = await aFlag(project);
    await flagAudit(project.owner, flag, 1);
    const entries = Array.from({ length: 100 }, (_, index) => ({
      id: randomUUID(),
      action: 'flag_toggle',
      project_id: project.id,
      flag_id: flag.id,
      user_id: project.owner.id,
      created_at: new Date(Date.now() + index).toISOString(),
    }));
    await queryDatabase("select audit.append($1::text[], array_fill(date_trunc('month', now())::date, array[100]))", [
      entries.map((entry) => JSON.stringify(entry)),
    ]);
    const first = await project.owner.client.get(`/api/flags/${flag.id}/audit`);
    expect(first.body).toHaveLength(100);
    const last = await project.owner.client.get(nextPage(first) ?? '');
    expect(last.body).toEqual([expect.objectContaining({ action: 'flag_create' })]);
  });

  it.each([
    ['limit=0', '/limit'],
    ['actor=me', '/actor'],
  ])('?%s → 400', async (query, pointer) => {
    const project = await aProject(url, {}, account);
    const flag = await aFlag(project);
    const answer = await project.owner.client.get(`/api/flags/${flag.id}/audit?${query}`);
    expectProblem(answer, 400, 'invalid_request', [pointer]);
  });
});

describe('not shown: GET /api/projects/:id/audit', () => {
  async function aBusyProject() {
    const project = await aProject(url, {}, account);
    const editor = await aMember(url, project, 'editor');
    const flag = await aFlag(project);
    await toggle(project.owner, flag, project.development, true);
    await toggle(editor, flag, project.production, true);
    return { project, editor, flag };
  }

  it('"the team’s entries for members", a viewer too, newest first', async () => {
    const { project } = await aBusyProject();
    const entries = await projectAudit(project, {}, 8);
    expect(entries.map((entry) => entry.action)).toEqual([
      'flag_toggle',
      'flag_toggle',
      'flag_create',
      'member_add',
      'invitation_create',
      'environment_create',
      'environment_create',
      'project_create',
    ]);
    for (const entry of entries) expect(entry).toMatchObject({ id: ID, project_id: project.id, created_at: TIME });
    const viewer = await aMember(url, project, 'viewer');
    const { body } = await viewer.client.get(`/api/projects/${project.id}/audit`);
    expect(body.slice(-8)).toEqual(entries);
  });

  it('"filters actor, flag, environment, action", alone and together', async () => {
    const { project, editor, flag } = await aBusyProject();
    const byEditor = await projectAudit(project, { actor: editor.id }, 2);
    expect(byEditor.map((entry) => entry.action)).toEqual(['flag_toggle', 'member_add']);
    const ofFlag = await projectAudit(project, { flag: flag.id }, 3);
    expect(ofFlag.map((entry) => entry.action)).toEqual(['flag_toggle', 'flag_toggle', 'flag_create']);
    const ofEnvironment = await projectAudit(project, { environment: project.production.id }, 2);
    expect(ofEnvironment.map((entry) => entry.action)).toEqual(['flag_toggle', 'environment_create']);
    const toggles = await projectAudit(project, { action: 'flag_toggle' }, 2);
    expect(toggles.map((entry) => entry.user_id)).toEqual([editor.id, project.owner.id]);
    await projectAudit(project, { action: 'flag_toggle', actor: project.owner.id, flag: flag.id }, 1);
    await projectAudit(project, { action: 'flag_toggle', environment: project.production.id, actor: editor.id }, 1);
  });

  it('"action=flag_switch": every entry that switched a flag on or off, however it was made', async () => {
    const project = await aProject(url, {}, account);
    const { owner, development, production } = project;
    const flag = await aFlag(project);
    await toggle(owner, flag, development, true);
    await edit(owner, flag, production, { is_enabled: true, rollout_percentage: 76 });
    await edit(owner, flag, production, { rollout_percentage: 7 });
    const [, switching] = await projectAudit(project, { flag: flag.id, action: 'flag_update' }, 2);
    const path = `/api/flags/${flag.id}/environments/${production.id}/revert`;
    expect((await owner.client.post(path, { entry_id: switching.id, to: 'before' })).status).toBe(200);
    const entries = await projectAudit(project, { action: 'flag_switch' }, 3);
    expect(entries.map(({ action, new_values }) => [action, new_values.is_enabled])).toEqual([
      ['flag_update', false],
      ['flag_update', true],
      ['flag_toggle', true],
    ]);
    const inProduction = { action: 'flag_switch', environment: production.id, actor: owner.id, flag: flag.id };
    const first = await owner.client.get(
      `/api/projects/${project.id}/audit?${new URLSearchParams({ ...inProduction, limit: '1' })}`,
    );
    const last = await owner.client.get(nextPage(first) ?? '');
    expect([...first.body, ...last.body]).toEqual(entries.slice(0, 2));
    expect(nextPage(last)).toBeUndefined();
    expect(await projectAudit(project, { action: 'flag_switch', text: switching.request_id }, 1)).toEqual([entries[1]]);
  });

  it('"from, to": from that instant on, up to but without that one', async () => {
    const { project } = await aBusyProject();
    const entries = await projectAudit(project, { action: 'flag_toggle' }, 2);
    const [newest, older] = entries.map((entry) => entry.created_at);
    expect(newest).not.toBe(older);
    expect(await projectAudit(project, { action: 'flag_toggle', from: newest }, 1)).toEqual([entries[0]]);
    expect(await projectAudit(project, { action: 'flag_toggle', to: newest }, 1)).toEqual([entries[1]]);
    expect(await projectAudit(project, { action: 'flag_toggle', from: older, to: newest }, 1)).toEqual([entries[1]]);
  });

  it('"text": searches names, values and request ids, and combines with other filters', async () => {
    const { project, flag } = await aBusyProject();
    const toggles = await projectAudit(project, { action: 'flag_toggle' }, 2);
    expect(await projectAudit(project, { action: 'flag_toggle', text: `${flag.key.toUpperCase()} ` }, 2)).toEqual(
      toggles,
    );
    const [newest] = toggles;
    const { request_id, environment_name, user_name } = newest ?? {};
    const text = `${user_name} ${environment_name?.slice(0, 4)} ${request_id}`;
    expect(await projectAudit(project, { text }, 1)).toEqual([newest]);
    expect(await projectAudit(project, { text: `${text} nothing-like-it` }, 0)).toEqual([]);
    const tooLong = await project.owner.client.get(`/api/projects/${project.id}/audit?text=${'x'.repeat(201)}`);
    expect(tooLong.status).toBe(400);
  });

  it('limit and cursor keep the filters', async () => {
    const { project, flag } = await aBusyProject();
    const all = await projectAudit(project, { flag: flag.id }, 3);
    const first = await project.owner.client.get(`/api/projects/${project.id}/audit?flag=${flag.id}&limit=2`);
    const last = await project.owner.client.get(nextPage(first) ?? '');
    expect([first.body, last.body]).toEqual([all.slice(0, 2), all.slice(2)]);
    expect(nextPage(last)).toBeUndefined();
  });
});

describe('not shown: GET /api/projects/:id/audit/latest', () => {
  it('has one line for each flag that exists: what happened to it last, and who did it', async () => {
    const project = await aProject(url, {}, account);
    const [toggled, untouched, deleted] = [await aFlag(project), await aFlag(project), await aFlag(project)];
    const editor = await aMember(url, project, 'editor');
    await toggle(editor, toggled, project.production, true);
    await editor.client.delete(`/api/flags/${deleted.id}`);
    await projectAudit(project, { action: 'flag_delete' }, 1);
    await projectAudit(project, { action: 'flag_toggle' }, 1);
    const { body } = await project.owner.client.get(`/api/projects/${project.id}/audit/latest`);
    const lines = (body as { flag_id: string }[]).toSorted((a, b) => a.flag_id.localeCompare(b.flag_id));
    const line = (flag: { id: string }, action: string, who: { id: string; name: string }, environment: object) => ({
      flag_id: flag.id,
      action,
      user_id: who.id,
      user_name: who.name,
      created_at: TIME,
      ...environment,
    });
    const production = { environment_id: project.production.id, environment_name: 'Production' };
    const nowhere = { environment_id: null, environment_name: null };
    const expected = [
      line(toggled, 'flag_toggle', editor, production),
      line(untouched, 'flag_create', project.owner, nowhere),
    ];
    expect(lines).toEqual(expected.toSorted((a, b) => a.flag_id.localeCompare(b.flag_id)));
    const path = `/api/projects/${project.id}/audit/latest`;
    const first = await project.owner.client.get(`${path}?limit=1`);
    const second = await project.owner.client.get(nextPage(first) ?? '');
    expect([...first.body, ...second.body]).toEqual(body);
    expect(nextPage(second)).toBeUndefined();
    expectProblem(await project.owner.client.get(`${path}?cursor=x`), 400, 'invalid_request', ['/cursor']);
  });
});

describe('"an audit entry is written": of any size', () => {
  // JSON writes each of these characters as six bytes.
  const LONG = '\u0001'.repeat(10_000);
  const rule = { targeting_attribute: 'plan', targeting_value: LONG, targeting_return_value: LONG };

  it('a deletion that is larger than a message of NATS may be has a whole entry', async () => {
    const environments = Array.from({ length: 10 }, (_, index) => ({ name: `Environment ${index}` }));
    const project = await aProject(url, { environments });
    const flag = await aFlag(project, { type: 'string' });
    // A large change counts as many changes against the project's limit per second: some are refused for a moment.
    const isMade = (change: () => Promise<ServiceResponse>) =>
      eventually(async () => expect((await change()).status).toBe(200));
    for (const environment of project.environments) await isMade(() => edit(project.owner, flag, environment, rule));
    await isMade(() => project.owner.client.delete(`/api/flags/${flag.id}`));
    const [entry] = await projectAudit(project, { action: 'flag_delete' }, 1);
    expect(JSON.stringify(entry).length).toBeGreaterThan(1024 * 1024);
    expect(entry.old_values.environments).toHaveLength(10);
    for (const value of entry.old_values.environments) expect(value).toMatchObject(rule);
    const dead = `select event_id from flags.outbox where dead_lettered_at is not null and payload->>'project_id' = $1`;
    expect(await queryDatabase(dead, [project.id])).toEqual([]);
  });
});
