import {
  aFlag,
  aMember,
  aProject,
  aUser,
  eventually,
  PASSWORD,
  sharedCluster,
  TestClient,
  type User,
} from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import { expectProblem } from '../expect-problem.js';
import { signedInLongAgo } from '../security/database.js';
import { ID, TIME } from './shapes.js';

const { url } = sharedCluster();

const ME = '/api/auth/me';
const notices = (user: User) => user.client.get('/api/notices');

describe('not shown: PATCH /api/auth/me', () => {
  it('changes the name, trimmed, on every page that shows it', async () => {
    const project = await aProject(url);
    const { client } = project.owner;
    const { status, body } = await client.patch(ME, { name: ' Grace ' });
    expect({ status, body }).toEqual({
      status: 200,
      body: { id: project.owner.id, name: 'Grace', email: project.owner.email },
    });
    expect((await client.get(ME)).body.name).toBe('Grace');
    expect((await client.get(`/api/projects/${project.id}/members`)).body).toMatchObject([{ name: 'Grace' }]);
  });
});

describe('not shown: GET /api/auth/me/export[/projects]', () => {
  it('has what each service stores of the account, and nothing of others', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    const member = await aMember(url, project, 'viewer');
    await member.client.patch(`/api/projects/${project.id}/preferences`, {
      favorite_ids: [flag.id],
      views: [{ name: 'Mine', search: 'tag=mine' }],
    });
    const [account, inProjects] = await Promise.all([
      member.client.get(`${ME}/export`),
      member.client.get(`${ME}/export/projects`),
    ]);
    expect(account.body).toEqual({
      id: member.id,
      name: expect.any(String),
      email: member.email,
      created_at: TIME,
      last_sign_in_at: TIME,
      last_sign_in_by: 'password',
      is_administrator: false,
      is_listed: false,
      disabled_at: null,
      notice_mails: true,
      sessions: [{ id: ID, created_at: TIME, expires_at: TIME, user_agent: null, current: true }],
      identities: [],
      tokens: [],
    });
    expect(inProjects.body).toEqual({
      memberships: [
        {
          project_id: project.id,
          project_name: expect.any(String),
          role: 'viewer',
          environment_roles: {},
          created_at: TIME,
          favorite_ids: [flag.id],
          views: [{ name: 'Mine', search: 'tag=mine' }],
        },
      ],
      notices: [],
    });
  });
});

describe('not shown: DELETE /api/auth/me', () => {
  it('takes the password after ten minutes; then the cookie goes, and no service knows the session', async () => {
    const user = await aUser(url);
    await signedInLongAgo(user);
    expectProblem(await user.client.delete(ME), 403, 'fresh_proof_required');
    expect((await user.client.post('/api/auth/proof', { password: PASSWORD })).status).toBe(200);
    const token = user.client.cookies.get('token')!;
    const answer = await user.client.delete(ME);
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: { message: 'Account deleted' } });
    expect(user.client.cookies.get('token')).toBeFalsy();
    user.client.cookies.set('token', token);
    expectProblem(await user.client.get(ME), 401, 'unauthenticated');
    expectProblem(await notices(user), 401, 'unauthenticated');
    const login = await new TestClient(url).post('/api/auth/login', { email: user.email, password: PASSWORD });
    expectProblem(login, 404, 'invalid_credentials');
  });

  it('leaves an ID and “Deleted account” in the history of a project', async () => {
    const project = await aProject(url);
    const member = await aMember(url, project, 'editor');
    const flag = await aFlag({ ...project, owner: member });
    expect((await member.client.delete(ME)).status).toBe(200);
    const audit = `/api/projects/${project.id}/audit`;
    await eventually(async () => {
      const [json, csv, lines] = await Promise.all(
        [audit, `${audit}/export?format=csv`, `${audit}/export`].map((path) => project.owner.client.get(path)),
      );
      const created = json!.body.find(({ flag_id }: { flag_id: string }) => flag_id === flag.id);
      expect(created).toMatchObject({ user_id: member.id, user_name: 'Deleted account' });
      for (const { text } of [json!, csv!, lines!]) {
        expect(text).toContain('"Deleted account"');
        expect(text).not.toContain(member.email);
      }
    });
  });

  it('names the projects whose last owner the account is, and changes nothing', async () => {
    const project = await aProject(url, { name: 'Web shop' });
    await aMember(url, project, 'admin');
    const { client } = project.owner;
    const answer = await client.delete(ME);
    expectProblem(answer, 409, 'last_owner');
    expect(answer.body.detail).toContain('"Web shop"');
    expect((await client.get(ME)).status).toBe(200);
  });
});
