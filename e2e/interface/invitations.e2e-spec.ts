import { createHash } from 'node:crypto';
import {
  aMember,
  anInvitation,
  aProject,
  aUser,
  PASSWORD,
  type Project,
  sharedCluster,
  TestClient,
  tokenOf,
  unique,
  type User,
} from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import { asSuperuser } from '../security/database.js';
import { expectProblem } from '../expect-problem.js';
import { projectAudit } from './audit-calls.js';
import { ID, TIME, UNKNOWN_ID } from './shapes.js';

const { url } = sharedCluster();
/** Owns every project of this file. */
const host = await aUser(url);
const WEEK_MS = 7 * 24 * 3_600_000;

const pathOf = ({ id }: Project) => `/api/projects/${id}/invitations`;
const openIn = async (project: Project) => (await project.owner.client.get(pathOf(project))).body;
const answer = ({ client }: Pick<User, 'client'>, what: 'look-up' | 'accept' | 'decline', token: string) =>
  client.post(`/api/invitations/${what}`, { token });
const membersOf = async (project: Project) =>
  (await project.owner.client.get(`/api/projects/${project.id}/members`)).body as { user_id: string; role: string }[];

describe('not shown: POST /api/projects/:id/invitations', () => {
  it('201, with a link that is shown only once and works for 7 days by default', async () => {
    const project = await aProject(url, {}, host);
    const email = `${unique('grace')}@example.com`;
    const { status, body } = await project.owner.client.post(pathOf(project), { email, role: 'editor' });
    const invited_by = project.owner.name;
    const shown = {
      id: ID,
      email,
      role: 'editor',
      environment_roles: {},
      invited_by,
      created_at: TIME,
      expires_at: TIME,
    };
    expect([status, body]).toEqual([
      201,
      { ...shown, link: expect.stringMatching(/^\/invitation#bge_inv_[\w-]{43}$/) },
    ]);
    expect(Date.parse(body.expires_at) - Date.parse(body.created_at)).toBe(WEEK_MS);
    const { link: _, ...listed } = body;
    expect(await openIn(project)).toEqual([listed]);
    const shorter = await project.owner.client.post(pathOf(project), { role: 'viewer', expires_in: 60 });
    expect(shorter.body.email).toBeNull();
    expect(Date.parse(shorter.body.expires_at) - Date.parse(shorter.body.created_at)).toBe(60_000);
  });

  it('an email has one invitation in a project, however it is spelled: the link before it no longer works', async () => {
    const project = await aProject(url, {}, host);
    const name = unique('grace');
    const invite = (email: string, role: string) => project.owner.client.post(pathOf(project), { email, role });
    const first = await invite(`${name}@example.com`, 'viewer');
    const second = await invite(` ${name}@EXAMPLE.com `, 'editor');
    expect(second.body.id).toBe(first.body.id);
    expect(await openIn(project)).toEqual([expect.objectContaining({ id: first.body.id, role: 'editor' })]);
    expectProblem(await answer(project.owner, 'look-up', tokenOf(first.body.link)), 404, 'invitation_invalid');
    expect((await answer(project.owner, 'look-up', tokenOf(second.body.link))).status).toBe(200);
  });

  it('only to roles up to one’s own: an admin cannot make, renew or withdraw an invitation for an owner', async () => {
    const project = await aProject(url, {}, host);
    const { client } = await aMember(url, project, 'admin');
    const email = `${unique('boss')}@example.com`;
    const { id } = (await project.owner.client.post(pathOf(project), { email, role: 'owner' })).body;
    const attempts = [
      client.post(pathOf(project), { role: 'owner' }),
      client.post(pathOf(project), { email, role: 'viewer' }),
      client.post(`${pathOf(project)}/${id}/link`),
      client.delete(`${pathOf(project)}/${id}`),
    ];
    for (const attempt of attempts) expectProblem(await attempt, 403, 'role_too_low');
    expect((await client.post(pathOf(project), { role: 'admin' })).status).toBe(201);
  });
});

describe('not shown: POST …/invitations/:invitationId/link and DELETE …/invitations/:invitationId', () => {
  it('a new link takes the place of the old one, and a withdrawn invitation opens nothing', async () => {
    const project = await aProject(url, {}, host);
    const { id, token } = await anInvitation(project, 'viewer');
    const admin = await aMember(url, project, 'admin');
    const renewed = await admin.client.post(`${pathOf(project)}/${id}/link`, { expires_in: 3_600 });
    expect([renewed.status, renewed.body]).toEqual([200, expect.objectContaining({ id, invited_by: admin.name })]);
    const user = await aUser(url);
    expectProblem(await answer(user, 'accept', token), 404, 'invitation_invalid');
    const withdrawn = await project.owner.client.delete(`${pathOf(project)}/${id}`);
    expect([withdrawn.status, withdrawn.body]).toEqual([200, { message: 'Invitation withdrawn successfully' }]);
    expectProblem(await answer(user, 'accept', tokenOf(renewed.body.link)), 404, 'invitation_invalid');
    for (const gone of [id, UNKNOWN_ID]) {
      expectProblem(await project.owner.client.delete(`${pathOf(project)}/${gone}`), 404, 'not_found');
      expectProblem(await project.owner.client.post(`${pathOf(project)}/${gone}/link`), 404, 'not_found');
    }
    expect(await membersOf(project)).toHaveLength(2);
  });
});

describe('not shown: POST /api/invitations/look-up, accept and decline', () => {
  it('the link shows project, roles and inviter without a session', async () => {
    const project = await aProject(url, { name: 'Lighthouse' });
    const { token } = await anInvitation(project, 'admin');
    const { status, body } = await answer({ client: new TestClient(url) }, 'look-up', token);
    const shown = { project_name: 'Lighthouse', invited_by: project.owner.name, expires_at: TIME };
    expect([status, body]).toEqual([200, { ...shown, role: 'admin', environments: [] }]);
    const divided = await anInvitation(project, 'viewer', { [project.production.id]: 'editor' });
    const viewer = { ...shown, role: 'viewer', environments: [{ name: 'Production', role: 'editor' }] };
    expect((await answer({ client: new TestClient(url) }, 'look-up', divided.token)).body).toEqual(viewer);
    expectProblem(await answer({ client: new TestClient(url) }, 'accept', token), 401, 'unauthenticated');
    expectProblem(await answer({ client: new TestClient(url) }, 'look-up', 'bge_inv_x'), 404, 'invitation_invalid');
  });

  it('accepting makes a member once, also under concurrent attempts', async () => {
    const project = await aProject(url, {}, host);
    const { id, token } = await anInvitation(project, 'editor');
    const users = [await aUser(url), await aUser(url), await aUser(url)];
    const answers = await Promise.all(users.map((user) => answer(user, 'accept', token)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404]);
    const winner = answers.findIndex(({ status }) => status === 200);
    const accepted = { project_id: project.id, role: 'editor', message: 'You are a member now' };
    expect(answers[winner]?.body).toEqual(accepted);
    const [, ...joined] = await membersOf(project);
    expect(joined).toEqual([expect.objectContaining({ user_id: users[winner]?.id, role: 'editor' })]);
    expect((await openIn(project)).map((one: { id: string }) => one.id)).not.toContain(id);
  });

  it('an email gives no access: its owner sees no invitation, and any account with the link can join', async () => {
    const project = await aProject(url, {}, host);
    const [named, holder] = [await aUser(url), await aUser(url)];
    const { body } = await project.owner.client.post(pathOf(project), { email: named.email, role: 'viewer' });
    const seen = [
      await named.client.get('/api/projects'),
      await named.client.get('/api/auth/me'),
      await named.client.get(pathOf(project)),
    ];
    for (const { text } of seen) expect(text).not.toContain(body.id);
    expectProblem(await named.client.get(`/api/projects/${project.id}`), 404, 'not_found');
    expect((await answer(holder, 'accept', tokenOf(body.link))).status).toBe(200);
  });

  it('a member keeps the role of today → 409, and the invitation stays open', async () => {
    const project = await aProject(url, {}, host);
    const viewer = await aMember(url, project, 'viewer');
    const { token } = await anInvitation(project, 'admin');
    expectProblem(await answer(viewer, 'accept', token), 409, 'duplicate');
    expect((await viewer.client.get(`/api/projects/${project.id}`)).body.role).toBe('viewer');
    expect((await answer(viewer, 'look-up', token)).status).toBe(200);
  });

  it('a declined invitation opens nothing', async () => {
    const project = await aProject(url, {}, host);
    const { token } = await anInvitation(project, 'viewer');
    const user = await aUser(url);
    const declined = await answer(user, 'decline', token);
    expect([declined.status, declined.body]).toEqual([200, { message: 'Invitation declined' }]);
    for (const what of ['look-up', 'accept', 'decline'] as const)
      expectProblem(await answer(user, what, token), 404, 'invitation_invalid');
    expect(await openIn(project)).toEqual([]);
  });

  it('an expired invitation opens nothing, and is not listed', async () => {
    const project = await aProject(url, {}, host);
    const { id, token } = await anInvitation(project, 'viewer');
    await asSuperuser((client) => client.query('update flags.invitations set expires_at = now() where id = $1', [id]));
    const user = await aUser(url);
    for (const what of ['look-up', 'accept', 'decline'] as const)
      expectProblem(await answer(user, what, token), 404, 'invitation_invalid');
    expect(await openIn(project)).toEqual([]);
    expectProblem(await project.owner.client.post(`${pathOf(project)}/${id}/link`), 404, 'not_found');
  });

  it('registering by a link joins the project with the new account', async () => {
    const project = await aProject(url, {}, host);
    const { token } = await anInvitation(project, 'viewer');
    const client = new TestClient(url);
    const account = { name: 'New', email: `${unique('new')}@example.com`, password: PASSWORD };
    const body = { ...account, confirmPassword: PASSWORD, invitation: token };
    expect((await client.post('/api/auth/register', body)).status).toBe(201);
    expect((await answer({ client }, 'accept', token)).status).toBe(200);
    expect((await client.get(`/api/projects/${project.id}`)).body.role).toBe('viewer');
  });
});

describe('an invitation gives no more than its inviter may give', () => {
  it('removing a member withdraws their invitations, so that they cannot rejoin by their own link', async () => {
    const project = await aProject(url, {}, host);
    const rogue = await aMember(url, project, 'owner');
    const { token } = await anInvitation({ id: project.id, owner: rogue }, 'owner');
    await project.owner.client.delete(`/api/projects/${project.id}/members/${rogue.id}`);
    expectProblem(await answer(rogue, 'accept', token), 404, 'invitation_invalid');
    expect(await membersOf(project)).toHaveLength(1);
  });

  it('lowering a member’s role withdraws their invitations to higher roles', async () => {
    const project = await aProject(url, {}, host);
    const member = await aMember(url, project, 'owner');
    const inviter = { id: project.id, owner: member };
    const [toOwner, toViewer] = [await anInvitation(inviter, 'owner'), await anInvitation(inviter, 'viewer')];
    const lower = (role: string) =>
      project.owner.client.patch(`/api/projects/${project.id}/members/${member.id}`, { role });
    await lower('admin');
    expectProblem(await answer(member, 'look-up', toOwner.token), 404, 'invitation_invalid');
    expect((await answer(member, 'look-up', toViewer.token)).status).toBe(200);
    await lower('editor');
    expectProblem(await answer(member, 'look-up', toViewer.token), 404, 'invitation_invalid');
  });
});

describe('the audit trail of invitations', () => {
  it('records who invited, withdrew, declined and accepted, and no token', async () => {
    const project = await aProject(url, {}, host);
    const email = `${unique('grace')}@example.com`;
    const { body } = await project.owner.client.post(pathOf(project), { email, role: 'editor' });
    const renewed = await project.owner.client.post(`${pathOf(project)}/${body.id}/link`);
    await project.owner.client.delete(`${pathOf(project)}/${body.id}`);
    const user = await aUser(url);
    await answer(user, 'decline', (await anInvitation(project, 'viewer')).token);
    await answer(user, 'accept', (await anInvitation(project, 'viewer')).token);
    const created = await projectAudit(project, { action: 'invitation_create' }, 4);
    const values = (expires_at: unknown) => ({ email, role: 'editor', expires_at });
    expect(created.slice(-2)).toEqual([
      expect.objectContaining({ old_values: values(body.expires_at), new_values: values(renewed.body.expires_at) }),
      expect.objectContaining({ old_values: null, new_values: values(body.expires_at), user_id: project.owner.id }),
    ]);
    const [withdrawn] = await projectAudit(project, { action: 'invitation_withdraw' }, 1);
    expect(withdrawn).toMatchObject({ old_values: values(renewed.body.expires_at), user_id: project.owner.id });
    const [declined] = await projectAudit(project, { action: 'invitation_decline' }, 1);
    expect(declined).toMatchObject({ old_values: { role: 'viewer' }, user_id: user.id });
    const [joined] = await projectAudit(project, { action: 'member_add' }, 1);
    const member = { user_id: user.id, email: user.email, role: 'viewer', invited_by: project.owner.name };
    expect(joined).toMatchObject({ user_id: user.id, old_values: null, new_values: member });
  });

  it('flags.open_invitation_v1 has the hash of each open token, for auth', async () => {
    const project = await aProject(url, {}, host);
    const [open, used] = [await anInvitation(project, 'viewer'), await anInvitation(project, 'viewer')];
    await answer(await aUser(url), 'accept', used.token);
    const hashes = [open, used].map(({ token }) => createHash('sha256').update(token).digest('hex'));
    const { rows } = await asSuperuser((client) =>
      client.query('select token_hash from flags.open_invitation_v1 where token_hash = any($1)', [hashes]),
    );
    expect(rows).toEqual([{ token_hash: hashes[0] }]);
  });
});
