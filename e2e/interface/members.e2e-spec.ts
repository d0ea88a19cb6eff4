import { addMember, aFlag, aMember, aProject, aUser, sharedCluster, unique, type User } from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import { projectAudit } from './audit-calls.js';
import { expectProblem } from '../expect-problem.js';
import { fetchFlags } from './sdk-calls.js';
import { TIME, UNKNOWN_ID } from './shapes.js';

const { url } = sharedCluster();
/** Owns every project of this file. */
const account = await aUser(url);

describe('not shown: GET and POST /api/projects/:id/members', () => {
  it('lists all members, the creator first', async () => {
    const project = await aProject(url, {}, account);
    const { owner } = project;
    const viewer = await aMember(url, project, 'viewer');
    const { status, body } = await viewer.client.get(`/api/projects/${project.id}/members`);
    const member = (user: User, role: string) => ({
      user_id: user.id,
      name: user.name,
      email: user.email,
      role,
      environment_roles: {},
      created_at: TIME,
    });
    expect([status, body]).toEqual([200, [member(owner, 'owner'), member(viewer, 'viewer')]]);
  });

  it('filters by text in name or email and by role, and has pages', async () => {
    const project = await aProject(url, {}, account);
    const { owner } = project;
    const others = [];
    for (const role of ['viewer', 'editor', 'viewer'] as const) others.push(await aMember(url, project, role));
    const [first, editor, last] = others as [User, User, User];
    const path = `/api/projects/${project.id}/members`;
    const listed = async (query: string, at = path) => {
      const { status, body, headers } = await owner.client.get(at + query);
      expect(status).toBe(200);
      return {
        ids: body.map(({ user_id }: { user_id: string }) => user_id),
        next: /<(.+?)>/.exec(String(headers.link))?.[1],
      };
    };
    expect((await listed('?role=viewer')).ids).toEqual([first.id, last.id]);
    expect((await listed(`?search=${editor.name.toUpperCase()}`)).ids).toEqual([editor.id]);
    expect((await listed(`?search=${encodeURIComponent(first.email)}&role=editor`)).ids).toEqual([]);
    expect((await listed('?search=%25')).ids).toEqual([]);
    const page = await listed('?limit=2');
    expect(page.ids).toEqual([owner.id, first.id]);
    const rest = await listed('', page.next);
    expect([rest.ids, rest.next]).toEqual([[editor.id, last.id], undefined]);
    expectProblem(await owner.client.get(`${path}?cursor=x`), 400, 'invalid_request', ['/cursor']);
  });

  it('202 makes an invitation and no member; known emails, unknown emails and members get the same', async () => {
    const project = await aProject(url, {}, account);
    const [known, member] = [await aUser(url), await aMember(url, project, 'viewer')];
    const path = `/api/projects/${project.id}/members`;
    const before = (await project.owner.client.get(path)).body;
    const invite = (email: string) =>
      project.owner.client.post(path, { email, role: 'admin' }, { 'x-request-id': 'the-same' });
    const answers = [
      await invite(known.email),
      await invite(`${unique('nobody')}@example.com`),
      await invite(member.email),
      await invite(known.email),
    ];
    const { status, text } = answers[0]!;
    expect([status, text]).toEqual([202, '{"message":"The invitation is open. Create a new link to send it."}']);
    const visible = answers.map((answer) => ({ ...answer, headers: { ...answer.headers, date: '' } }));
    for (const answer of visible) expect(answer).toEqual(visible[0]);
    expect((await project.owner.client.get(path)).body).toEqual(before);
    expectProblem(await known.client.get(`/api/projects/${project.id}`), 404, 'not_found');
    expect((await known.client.get('/api/projects')).body).toEqual([]);
    const open = (await project.owner.client.get(`/api/projects/${project.id}/invitations`)).body;
    expect(open).toHaveLength(3);
  });
});

describe('not shown: PATCH and DELETE …/members/:userId', () => {
  it('a role holds from the next request on', async () => {
    const project = await aProject(url, {}, account);
    const member = await aMember(url, project, 'viewer');
    const path = `/api/projects/${project.id}/members/${member.id}`;
    const create = (key: string) => member.client.post(`/api/projects/${project.id}/flags`, { key });
    expectProblem(await create('a'), 403, 'role_too_low');
    const { status, body } = await project.owner.client.patch(path, { role: 'editor' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ user_id: member.id, role: 'editor' });
    expect((await create('b')).status).toBe(201);
    await project.owner.client.patch(path, { role: 'viewer' });
    expectProblem(await create('c'), 403, 'role_too_low');
  });

  it('a role in an environment holds there alone, with its keys, and is in the history', async () => {
    const project = await aProject(url, {}, account);
    const { development, production } = project;
    const flag = await aFlag(project);
    const member = await aMember(url, project, 'viewer');
    const path = `/api/projects/${project.id}/members/${member.id}`;
    const set = async (body: object) => (await project.owner.client.patch(path, body)).body;
    const toggle = (environment: { id: string }, is_enabled: boolean) =>
      member.client.patch(`/api/flags/${flag.id}/environments/${environment.id}/toggle`, { is_enabled });
    const keys = async () => {
      const { environments } = (await member.client.get(`/api/projects/${project.id}`)).body;
      return environments.map((one: { role: string; sdk_key?: string }) => [one.role, one.sdk_key !== undefined]);
    };
    const inDevelopment = { [development.id]: 'editor' };
    expect(await set({ environment_roles: inDevelopment })).toMatchObject({
      role: 'viewer',
      environment_roles: inDevelopment,
    });
    expect((await toggle(development, true)).status).toBe(200);
    const refused = await toggle(production, true);
    expectProblem(refused, 403, 'role_too_low');
    expect(refused.body.detail).toBe(
      `This requires the editor role in ${production.name}; yours is viewer. Ask an admin or owner.`,
    );
    expect(await keys()).toEqual([
      ['editor', true],
      ['viewer', false],
    ]);
    const both = { role: 'editor', environment_roles: { [development.id]: null, [production.id]: 'viewer' } };
    expect((await set(both)).environment_roles).toEqual({ [production.id]: 'viewer' });
    expectProblem(await member.client.delete(`/api/flags/${flag.id}`), 403, 'role_too_low');
    const [entry] = await projectAudit(project, { action: 'member_update' }, 2);
    expect(entry).toMatchObject({
      old_values: { role: 'viewer', environment_roles: { development: 'editor' } },
      new_values: { role: 'editor', environment_roles: { production: 'viewer' } },
    });
    expect(await set({ role: 'admin' })).toMatchObject({ role: 'admin', environment_roles: {} });
    expectProblem(
      await project.owner.client.patch(path, { environment_roles: inDevelopment }),
      400,
      'invalid_request',
      ['/environment_roles'],
    );
    await project.owner.client.delete(`/api/projects/${project.id}/environments/${production.id}`);
    expect((await set({ role: 'editor' })).environment_roles).toEqual({});
  });

  it('an invitation gives roles in environments, which members see', async () => {
    const project = await aProject(url, {}, account);
    const member = await aUser(url);
    const environment_roles = { [project.production.id]: 'viewer' };
    await addMember(project, member, 'editor', environment_roles);
    const { body } = await member.client.get(`/api/projects/${project.id}/members`);
    expect(body[1]).toMatchObject({ user_id: member.id, role: 'editor', environment_roles });
    const [entry] = await projectAudit(project, { action: 'member_add' }, 1);
    expect(entry.new_values).toMatchObject({ role: 'editor', environment_roles: { production: 'viewer' } });
  });

  it('any member can leave: DELETE …/members/me', async () => {
    const project = await aProject(url, {}, account);
    const viewer = await aMember(url, project, 'viewer');
    const left = await viewer.client.delete(`/api/projects/${project.id}/members/me`);
    expect([left.status, left.body]).toEqual([200, { message: 'You have left the project' }]);
    expectProblem(await viewer.client.get(`/api/projects/${project.id}`), 404, 'not_found');
    const [entry] = await projectAudit(project, { action: 'member_remove' }, 1);
    expect(entry).toMatchObject({ user_id: viewer.id, old_values: { email: viewer.email, role: 'viewer' } });
  });

  it('the last owner cannot leave → 409', async () => {
    const { id, owner } = await aProject(url, {}, account);
    expectProblem(await owner.client.delete(`/api/projects/${id}/members/me`), 409, 'last_owner');
  });

  it('a removed member sees nothing from the next request on', async () => {
    const project = await aProject(url, {}, account);
    const member = await aMember(url, project, 'editor');
    const removed = await project.owner.client.delete(`/api/projects/${project.id}/members/${member.id}`);
    expect([removed.status, removed.body]).toEqual([200, { message: 'Member removed successfully' }]);
    expectProblem(await member.client.get(`/api/projects/${project.id}`), 404, 'not_found');
  });

  it('rotate_sdk_keys=true replaces every key in the same step', async () => {
    const project = await aProject(url, {}, account);
    const member = await aMember(url, project, 'editor');
    const path = `/api/projects/${project.id}/members/${member.id}`;
    expectProblem(await project.owner.client.delete(`${path}?rotate_sdk_keys=yes`), 400, 'invalid_request', [
      '/rotate_sdk_keys',
    ]);
    expect((await project.owner.client.delete(`${path}?rotate_sdk_keys=true`)).status).toBe(200);
    expectProblem(await member.client.get(`/api/projects/${project.id}`), 404, 'not_found');
    for (const environment of project.environments) expect((await fetchFlags(environment)).status).toBe(401);
    const { environments } = (await project.owner.client.get(`/api/projects/${project.id}`)).body;
    for (const environment of environments) expect((await fetchFlags(environment)).status).toBe(200);
    const keysOf = (all: { client_key: string }[]) => all.map(({ client_key }) => client_key);
    for (const key of keysOf(project.environments)) expect(keysOf(environments)).not.toContain(key);
    for (const action of ['sdk_key_rotate', 'client_key_rotate']) await projectAudit(project, { action }, 2);
  });

  it('a webhook whose author or whose setter of the address is no longer an admin waits for an admin and a new secret', async () => {
    const project = await aProject(url, {}, account);
    const { owner } = project;
    const [members, webhooks] = ['members', 'webhooks'].map((what) => `/api/projects/${project.id}/${what}`);
    const create = async ({ client }: User, name: string) => {
      const body = { name, url: 'https://hooks.example.com/burgee', actions: ['project_delete'] };
      return (await client.post(webhooks!, body)).body.id as string;
    };
    const listed = async () => (await owner.client.get(webhooks!)).body as Record<string, unknown>[];
    const ways: Record<string, (admin: User) => Promise<unknown>> = {
      removed: ({ id }) => owner.client.delete(`${members}/${id}`),
      demoted: ({ id }) => owner.client.patch(`${members}/${id}`, { role: 'editor' }),
      left: ({ client }) => client.delete(`${members}/me`),
    };
    const kept = await create(owner, 'kept');
    for (const [name, way] of Object.entries(ways)) {
      const admin = await aMember(url, project, 'admin');
      const [made, moved, switchedOff] = [
        await create(admin, `${name} made`),
        await create(owner, `${name} moved`),
        await create(admin, `${name} switched off`),
      ];
      const rotated = await create(admin, `${name} rotated`);
      await owner.client.patch(`${webhooks}/${rotated}`, { url: 'https://kept.example.com/burgee' });
      for (const id of [rotated, kept]) await owner.client.post(`${webhooks}/${id}/rotate-secret`);
      await admin.client.patch(`${webhooks}/${moved}`, { url: 'https://elsewhere.example.com/burgee' });
      await owner.client.patch(`${webhooks}/${switchedOff}`, { is_enabled: false });
      expect(await listed()).toContainEqual(
        expect.objectContaining({ id: made, is_enabled: true, created_by: admin.id, created_by_name: admin.name }),
      );
      await way(admin);
      // Its present secret is the owner's; the admin knows the previous one.
      const [ended, goesOn] = [rotated, kept].map((id) => listed().then((all) => all.find((one) => one.id === id)));
      expect(await ended).toMatchObject({ is_enabled: true, created_by: owner.id, previous_secret_expires_at: null });
      expect(await goesOn).toMatchObject({ previous_secret_expires_at: TIME });
      for (const [id, created_by] of [
        [made, admin.id],
        [moved, owner.id],
        [switchedOff, admin.id],
      ] as const) {
        const disabled = { id, created_by, url_set_by: admin.id, is_enabled: false, disabled_reason: 'author' };
        expect(await listed()).toContainEqual(expect.objectContaining(disabled));
        const refused = await owner.client.patch(`${webhooks}/${id}`, { is_enabled: true, name: 'X' });
        expectProblem(refused, 409, 'webhook_disabled');
        expect(refused.body.detail).toContain('Rotate its secret');
        expectProblem(await owner.client.post(`${webhooks}/${id}/test`), 409, 'webhook_disabled');
        expect(await listed()).toContainEqual(expect.objectContaining(disabled));
        const vouched = await owner.client.post(`${webhooks}/${id}/rotate-secret`, { grace_seconds: 60 });
        expect(vouched.body).toMatchObject({
          secret: expect.stringMatching(/^whsec_/),
          created_by: owner.id,
          url_set_by: owner.id,
          is_enabled: true,
          disabled_reason: null,
          previous_secret_expires_at: null,
        });
      }
      for (const id of [made, moved, switchedOff, rotated]) await owner.client.delete(`${webhooks}/${id}`);
    }
    expect(await listed()).toEqual([expect.objectContaining({ id: kept, is_enabled: true })]);
    const entries = await projectAudit(project, { action: 'webhook_disable' }, 9);
    expect(entries[0]).toMatchObject({ user_id: expect.any(String), new_values: { reason: 'author' } });
  });

  it('another account → 404', async () => {
    const project = await aProject(url, {}, account);
    const stranger = await aUser(url);
    for (const id of [stranger.id, UNKNOWN_ID]) {
      const path = `/api/projects/${project.id}/members/${id}`;
      expectProblem(await project.owner.client.patch(path, { role: 'editor' }), 404, 'not_found');
      expectProblem(await project.owner.client.delete(path), 404, 'not_found');
    }
  });

  it('a project keeps an owner: the last one stays → 409', async () => {
    const project = await aProject(url, {}, account);
    const path = `/api/projects/${project.id}/members/${project.owner.id}`;
    expectProblem(await project.owner.client.patch(path, { role: 'admin' }), 409, 'last_owner');
    expectProblem(await project.owner.client.delete(path), 409, 'last_owner');
    await aMember(url, project, 'owner');
    expect((await project.owner.client.delete(path)).status).toBe(200);
  });

  it('a change that changes nothing writes no audit entry', async () => {
    const project = await aProject(url, {}, account);
    const member = await aMember(url, project, 'viewer');
    const path = `/api/projects/${project.id}/members/${member.id}`;
    expect((await project.owner.client.patch(path, { role: 'viewer' })).status).toBe(200);
    await project.owner.client.patch(path, { role: 'editor' });
    const [entry] = await projectAudit(project, { action: 'member_update' }, 1);
    expect(entry.new_values).toMatchObject({ role: 'editor' });
  });
});
