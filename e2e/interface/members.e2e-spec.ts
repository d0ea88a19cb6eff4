import { aFlag, aMember, aProject, aUser, type Project, type User, world } from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import { projectAudit } from './audit-calls.js';
import { expectProblem } from './expect-problem.js';
import { TIME, UNKNOWN_ID } from './shapes.js';

const { url } = world();

const ROLES = ['viewer', 'editor', 'admin', 'owner'];

describe('not shown: GET and POST /api/projects/:id/members', () => {
  it('201, the member; the email is trimmed and of any case', async () => {
    const project = await aProject(url);
    const user = await aUser(url);
    const request = { email: `  ${user.email.toUpperCase()} `, role: 'editor' };
    const { status, body } = await project.owner.visitor.post(`/api/projects/${project.id}/members`, request);
    expect(status).toBe(201);
    expect(body).toEqual({ user_id: user.id, name: user.name, email: user.email, role: 'editor', created_at: TIME });
  });

  it('lists everybody, the creator first', async () => {
    const project = await aProject(url);
    const { owner } = project;
    const viewer = await aMember(url, project, 'viewer');
    const { status, body } = await viewer.visitor.get(`/api/projects/${project.id}/members`);
    const member = (user: User, role: string) => ({
      user_id: user.id,
      name: user.name,
      email: user.email,
      role,
      created_at: TIME,
    });
    expect([status, body]).toEqual([200, [member(owner, 'owner'), member(viewer, 'viewer')]]);
  });

  it('nobody registered with this email → 404; a member already → 409', async () => {
    const project = await aProject(url);
    const viewer = await aMember(url, project, 'viewer');
    const add = (email: string) =>
      project.owner.visitor.post(`/api/projects/${project.id}/members`, { email, role: 'editor' });
    expectProblem(await add('nobody@nowhere.example.com'), 404, 'user_not_found', ['/email']);
    expectProblem(await add(viewer.email), 409, 'duplicate');
  });

  it('an unknown role → 400', async () => {
    const project = await aProject(url);
    const { email } = await aUser(url);
    const answer = await project.owner.visitor.post(`/api/projects/${project.id}/members`, { email, role: 'boss' });
    expectProblem(answer, 400, 'invalid_request', ['/role']);
  });
});

describe('not shown: PATCH and DELETE …/members/:userId', () => {
  it('a role holds from the next request on', async () => {
    const project = await aProject(url);
    const member = await aMember(url, project, 'viewer');
    const path = `/api/projects/${project.id}/members/${member.id}`;
    const create = (key: string) => member.visitor.post(`/api/projects/${project.id}/flags`, { key });
    expectProblem(await create('a'), 403, 'role_too_low');
    const { status, body } = await project.owner.visitor.patch(path, { role: 'editor' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ user_id: member.id, role: 'editor' });
    expect((await create('b')).status).toBe(201);
    await project.owner.visitor.patch(path, { role: 'viewer' });
    expectProblem(await create('c'), 403, 'role_too_low');
  });

  it('anybody leaves by themselves: DELETE …/members/me', async () => {
    const project = await aProject(url);
    const viewer = await aMember(url, project, 'viewer');
    const left = await viewer.visitor.delete(`/api/projects/${project.id}/members/me`);
    expect([left.status, left.body]).toEqual([200, { message: 'You have left the project' }]);
    expectProblem(await viewer.visitor.get(`/api/projects/${project.id}`), 404, 'not_found');
    const [entry] = await projectAudit(project, { action: 'member_remove' }, 1);
    expect(entry).toMatchObject({ user_id: viewer.id, old_values: { email: viewer.email, role: 'viewer' } });
  });

  it('the last owner cannot leave → 409', async () => {
    const { id, owner } = await aProject(url);
    expectProblem(await owner.visitor.delete(`/api/projects/${id}/members/me`), 409, 'last_owner');
  });

  it('who is removed sees nothing from the next request on', async () => {
    const project = await aProject(url);
    const member = await aMember(url, project, 'editor');
    const removed = await project.owner.visitor.delete(`/api/projects/${project.id}/members/${member.id}`);
    expect([removed.status, removed.body]).toEqual([200, { message: 'Member removed successfully' }]);
    expectProblem(await member.visitor.get(`/api/projects/${project.id}`), 404, 'not_found');
  });

  it('who is no member → 404', async () => {
    const project = await aProject(url);
    const stranger = await aUser(url);
    for (const id of [stranger.id, UNKNOWN_ID]) {
      const path = `/api/projects/${project.id}/members/${id}`;
      expectProblem(await project.owner.visitor.patch(path, { role: 'editor' }), 404, 'not_found');
      expectProblem(await project.owner.visitor.delete(path), 404, 'not_found');
    }
  });

  it('a project keeps an owner: the last one stays → 409', async () => {
    const project = await aProject(url);
    const path = `/api/projects/${project.id}/members/${project.owner.id}`;
    expectProblem(await project.owner.visitor.patch(path, { role: 'admin' }), 409, 'last_owner');
    expectProblem(await project.owner.visitor.delete(path), 409, 'last_owner');
    await aMember(url, project, 'owner');
    expect((await project.owner.visitor.delete(path)).status).toBe(200);
  });

  it('only an owner touches owners → 403', async () => {
    const project = await aProject(url);
    const admin = await aMember(url, project, 'admin');
    const stranger = await aUser(url);
    const members = `/api/projects/${project.id}/members`;
    const answers = [
      await admin.visitor.post(members, { email: stranger.email, role: 'owner' }),
      await admin.visitor.patch(`${members}/${admin.id}`, { role: 'owner' }),
      await admin.visitor.patch(`${members}/${project.owner.id}`, { role: 'viewer' }),
      await admin.visitor.delete(`${members}/${project.owner.id}`),
    ];
    for (const answer of answers) expectProblem(answer, 403, 'role_too_low');
  });

  it('a change that changes nothing writes no audit entry', async () => {
    const project = await aProject(url);
    const member = await aMember(url, project, 'viewer');
    const path = `/api/projects/${project.id}/members/${member.id}`;
    expect((await project.owner.visitor.patch(path, { role: 'viewer' })).status).toBe(200);
    await project.owner.visitor.patch(path, { role: 'editor' });
    const [entry] = await projectAudit(project, { action: 'member_update' }, 1);
    expect(entry.new_values).toMatchObject({ role: 'editor' });
  });
});

describe('not shown: roles', () => {
  interface Act {
    says: string;
    needs: string;
    act: (user: User, project: Project) => Promise<{ status: number }>;
    done: number;
  }

  const inProject = (project: Project, path = '') => `/api/projects/${project.id}${path}`;
  const ACTS: Act[] = [
    {
      says: 'viewer reads',
      needs: 'viewer',
      act: ({ visitor }, project) => visitor.get(inProject(project, '/flags')),
      done: 200,
    },
    {
      says: 'viewer reads the audit log',
      needs: 'viewer',
      act: ({ visitor }, project) => visitor.get(inProject(project, '/audit')),
      done: 200,
    },
    {
      says: 'editor creates flags',
      needs: 'editor',
      act: ({ visitor }, project) => visitor.post(inProject(project, '/flags'), { key: 'new' }),
      done: 201,
    },
    {
      says: 'editor changes flags',
      needs: 'editor',
      act: async ({ visitor }, project) => {
        const flag = await aFlag(project);
        return visitor.patch(`/api/flags/${flag.id}/environments/${project.development.id}`, { is_enabled: true });
      },
      done: 200,
    },
    {
      says: 'editor toggles flags',
      needs: 'editor',
      act: async ({ visitor }, project) => {
        const flag = await aFlag(project);
        const path = `/api/flags/${flag.id}/environments/${project.development.id}/toggle`;
        return visitor.patch(path, { is_enabled: true });
      },
      done: 200,
    },
    {
      says: 'editor deletes flags',
      needs: 'editor',
      act: async ({ visitor }, project) => visitor.delete(`/api/flags/${(await aFlag(project)).id}`),
      done: 200,
    },
    {
      says: 'admin changes the project',
      needs: 'admin',
      act: ({ visitor }, project) => visitor.patch(inProject(project), { description: 'New' }),
      done: 200,
    },
    {
      says: 'admin adds environments',
      needs: 'admin',
      act: ({ visitor }, project) => visitor.post(inProject(project, '/environments'), { name: 'New' }),
      done: 201,
    },
    {
      says: 'admin rotates keys',
      needs: 'admin',
      act: ({ visitor }, project) =>
        visitor.post(inProject(project, `/environments/${project.development.id}/rotate-sdk-key`)),
      done: 200,
    },
    {
      says: 'admin adds members',
      needs: 'admin',
      act: async ({ visitor }, project) => {
        const { email } = await aUser(url);
        return visitor.post(inProject(project, '/members'), { email, role: 'viewer' });
      },
      done: 201,
    },
    {
      says: 'owner deletes',
      needs: 'owner',
      act: ({ visitor }, project) => visitor.delete(inProject(project)),
      done: 200,
    },
  ];

  it.each(ACTS)('"$says": who is less gets 403, a stranger 404', async ({ needs, act, done }) => {
    const project = await aProject(url);
    const rank = ROLES.indexOf(needs);
    expect((await act(await aUser(url), project)).status).toBe(404);
    for (const role of ROLES.slice(0, rank))
      expect([role, (await act(await aMember(url, project, role), project)).status]).toEqual([role, 403]);
    expect((await act(await aMember(url, project, needs), project)).status).toBe(done);
  });
});
