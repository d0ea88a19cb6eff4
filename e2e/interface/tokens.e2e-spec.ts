import { randomUUID } from 'node:crypto';
import {
  aFlag,
  aMember,
  aProject,
  anAdministrator,
  aUser,
  type Call,
  eventually,
  type Flag,
  type Project,
  retryUnavailable,
  type ServiceResponse,
  sharedCluster,
  TestClient,
  type User,
} from '@burgee/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { expectProblem } from '../expect-problem.js';
import { ID, TIME } from './shapes.js';

const { url } = sharedCluster();

let project: Project;
let flag: Flag;
let owner: User;

beforeAll(async () => {
  project = await aProject(url);
  flag = await aFlag(project);
  ({ owner } = project);
});

/** Sends the token, and no cookie. */
class TokenClient extends TestClient {
  constructor(private readonly token: string) {
    super(url);
  }

  override call(method: string, path: string, call: Call = {}): Promise<ServiceResponse> {
    const headers = { ...call.headers, authorization: `Bearer ${this.token}` };
    return super.call(method, path, { ...call, headers });
  }
}

interface Made {
  id: string;
  token: string;
  client: TestClient;
}

async function aToken(by: User, path: string, request: object): Promise<Made> {
  const { body } = await retryUnavailable(() => by.client.post(path, { name: 'deploy-bot', ...request }), 201);
  return { id: body.id, token: body.token, client: new TokenClient(body.token) };
}

const aPersonal = (verbs: string[], more: object = {}) => aToken(owner, '/api/tokens', { verbs, ...more });
const aService = (verbs: string[], more: object = {}) =>
  aToken(owner, `/api/projects/${project.id}/tokens`, { verbs, ...more });

const valueOf = ({ id }: { id: string }, environment = project.production) =>
  `/api/flags/${id}/environments/${environment.id}`;
const toggle = (client: TestClient, of: Flag, isOn: boolean, environment = project.production) =>
  client.patch(`${valueOf(of, environment)}/toggle`, { is_enabled: isOn });

describe('a personal token', () => {
  it('acts for its account, and is listed with its last use', async () => {
    const { id, token, client } = await aPersonal(['read', 'switch'], { expires_in_days: 1 });
    expect(token).toMatch(/^bge_tok_[\w-]{155}$/);
    expect((await toggle(client, flag, true)).status).toBe(200);
    expect((await client.get('/api/projects')).body.map((one: Project) => one.id)).toContain(project.id);
    await eventually(async () => {
      const listed = (await owner.client.get('/api/tokens')).body;
      expect(listed.find((one: { id: string }) => one.id === id)).toEqual({
        id,
        name: 'deploy-bot',
        kind: 'personal',
        project_id: null,
        verbs: ['read', 'switch'],
        projects: null,
        environments: null,
        limits: null,
        created_by: { id: owner.id, name: owner.name },
        created_at: TIME,
        expires_at: TIME,
        last_used_at: TIME,
        last_used_from: client.address,
      });
    });
    await eventually(async () => {
      const [entry] = (await client.get(`/api/projects/${project.id}/audit?flag=${flag.id}&limit=1`)).body;
      expect(entry).toMatchObject({
        action: 'flag_toggle',
        user_id: owner.id,
        performed_by: { kind: 'token', id, name: 'deploy-bot' },
        on_behalf_of: owner.id,
        via: 'api',
      });
    });
  });

  it('may no more than its account, also when that changes', async () => {
    const member = await aMember(url, project, 'editor');
    const { client } = await aToken(member, '/api/tokens', { verbs: ['read', 'switch', 'edit', 'manage'] });
    expect((await toggle(client, flag, false)).status).toBe(200);
    expectProblem(await client.patch(`/api/projects/${project.id}`, { name: 'Mine' }), 403, 'role_too_low');
    await owner.client.patch(`/api/projects/${project.id}/members/${member.id}`, { role: 'viewer' });
    expectProblem(await toggle(client, flag, true), 403, 'role_too_low');
    await owner.client.delete(`/api/projects/${project.id}/members/${member.id}`);
    expectProblem(await client.get(`/api/projects/${project.id}`), 404, 'not_found');
  });

  it('opens only its projects', async () => {
    const other = await aProject(url, {}, owner);
    const { client } = await aPersonal(['read', 'manage'], { projects: [other.id] });
    expectProblem(await client.get(`/api/projects/${project.id}`), 404, 'not_found');
    expectProblem(await client.get(`/api/flags/${flag.id}/audit`), 404, 'not_found');
    expect((await client.get('/api/projects')).body.map((one: Project) => one.id)).toEqual([other.id]);
    expectProblem(await client.post('/api/projects', { name: 'More' }), 403, 'scope_missing');
  });
});

describe('a service token of a project', () => {
  it('acts as itself in its project alone', async () => {
    const { id, client } = await aService(['read', 'switch', 'edit']);
    const other = await aProject(url, {}, owner);
    expectProblem(await client.get(`/api/projects/${other.id}`), 404, 'not_found');
    expect((await client.get('/api/projects')).body).toMatchObject([{ id: project.id, role: 'editor' }]);
    const changed = await client.patch(valueOf(flag), { rollout_percentage: 12 });
    expect(changed.status).toBe(200);
    const [entry] = (await client.get(`/api/projects/${project.id}/audit?actor=${id}`)).body;
    expect(entry).toMatchObject({
      user_id: id,
      user_name: 'deploy-bot',
      performed_by: { kind: 'token', id },
      on_behalf_of: null,
    });
  });

  it('requests and plans changes under its own name, and people approve them', async () => {
    const { client } = await aService(['read', 'switch', 'edit']);
    const patch = { rollout_percentage: 31 };
    const requested = await client.post(`/api/environments/${project.production.id}/change-requests`, {
      changes: [{ flag_id: flag.id, patch }],
    });
    expect(requested.body).toMatchObject({ author_name: 'deploy-bot', state: 'approved' });
    const actions = `/api/projects/${project.id}/change-requests/${requested.body.id}/actions`;
    const approve = { action: 'approve', if_match: requested.body.tag };
    expectProblem(await client.post(actions, approve), 403, 'session_required');
    expect((await owner.client.post(actions, approve)).status).toBe(200);
    const at = new Date(Date.now() + 86_400_000).toISOString();
    const planned = await client.post(`${valueOf(flag)}/schedules`, { steps: [{ at, patch }] });
    expect(planned.body).toMatchObject({ author_name: 'deploy-bot', status: 'scheduled' });
  });

  it('follows the events of its project until it is revoked', async () => {
    const { id, token } = await aService(['read']);
    const stream = await new TestClient(url).stream(`/api/projects/${project.id}/events`, {
      authorization: `Bearer ${token}`,
    });
    await stream.until(({ event }) => event === 'ready');
    expect((await owner.client.delete(`/api/projects/${project.id}/tokens/${id}`)).status).toBe(200);
    await stream.untilEnd();
  });

  it('sees keys only with manage', async () => {
    const environments = `/api/projects/${project.id}/environments`;
    const keys = async (verbs: string[]) =>
      (await (await aService(verbs)).client.get(environments)).body.map((one: object) => 'sdk_key' in one);
    expect(await keys(['read', 'switch', 'edit'])).not.toContain(true);
    expect(await keys(['read', 'manage'])).not.toContain(false);
  });

  it('is in the history of the project', async () => {
    const { id } = await aService(['read']);
    await owner.client.delete(`/api/projects/${project.id}/tokens/${id}`);
    await eventually(async () => {
      const made = (await owner.client.get(`/api/projects/${project.id}/audit?action=token_create`)).body;
      const revoked = (await owner.client.get(`/api/projects/${project.id}/audit?action=token_revoke`)).body;
      const ids = [made, revoked].map(([entry]) => (entry.new_values ?? entry.old_values).token_id);
      expect(ids).toEqual([id, id]);
    });
  });
});

describe('what a token is refused', () => {
  it.each([
    ['read', 'switch', () => toggle],
    ['switch', 'edit', () => (client: TestClient, of: Flag) => client.patch(valueOf(of), { rollout_percentage: 3 })],
    ['edit', 'switch', () => (client: TestClient, of: Flag) => client.patch(valueOf(of), { is_enabled: true })],
    ['edit', 'manage', () => (client: TestClient, of: Flag) => client.post(`/api/flags/${of.id}/archive`)],
    ['switch', 'read', () => (client: TestClient, of: Flag) => client.get(`/api/flags/${of.id}`)],
  ])('with %s alone, what takes %s, and the answer names it', async (verb, missing, call) => {
    const { client } = await aService([verb]);
    const answer = await call()(client, flag, true);
    expectProblem(answer, 403, 'scope_missing');
    expect(answer.body.detail).toContain(`lacks ${missing}`);
  });

  it('giving people roles without all that these may do, and never that of an owner', async () => {
    const member = await aMember(url, project, 'viewer');
    const roleOf = `/api/projects/${project.id}/members/${member.id}`;
    const invitations = `/api/projects/${project.id}/invitations`;
    const [all, narrow] = [
      ['read', 'switch', 'edit', 'manage'],
      ['read', 'manage'],
    ];
    const [own, service, ...lacking] = [
      await aPersonal(all),
      await aService(all),
      await aPersonal(narrow),
      await aService(narrow),
    ];
    for (const { client } of lacking) {
      expectProblem(await client.post(invitations, { role: 'editor' }), 403, 'scope_missing');
      expectProblem(await client.patch(roleOf, { role: 'editor' }), 403, 'scope_missing');
    }
    expectProblem(await own.client.post(invitations, { role: 'owner' }), 403, 'role_too_low');
    expectProblem(await own.client.patch(roleOf, { role: 'owner' }), 403, 'role_too_low');
    expectProblem(await service.client.post(invitations, { role: 'viewer' }), 403, 'role_too_low');
    expect((await own.client.post(invitations, { role: 'admin' })).status).toBe(201);
    expect((await service.client.patch(roleOf, { role: 'editor' })).status).toBe(200);
  });

  it('editing a flag that clients do not get yet without switch, since that serves it', async () => {
    const shop = await aProject(url, {}, owner);
    const rules = `/api/projects/${shop.id}/environments/${shop.production.id}`;
    await owner.client.patch(rules, { approvals: 1 });
    const value = valueOf(await aFlag(shop), shop.production);
    await owner.client.patch(rules, { approvals: 0 });
    const { client } = await aPersonal(['edit']);
    const patch = { rollout_percentage: 50 };
    const at = new Date(Date.now() + 86_400_000).toISOString();
    expectProblem(await client.patch(value, patch), 403, 'scope_missing');
    expectProblem(await client.post(`${value}/schedules`, { steps: [{ at, patch }] }), 403, 'scope_missing');
    expect((await owner.client.patch(value, { served: true })).status).toBe(200);
    expect((await client.patch(value, patch)).status).toBe(200);
  });

  it('changes outside its environments, one by one and with others', async () => {
    const { client } = await aService(['read', 'switch', 'edit'], { environments: [project.development.id] });
    expect((await toggle(client, flag, true, project.development)).status).toBe(200);
    for (const answer of [
      await toggle(client, flag, true),
      await client.post(`/api/projects/${project.id}/promote`, {
        from: project.development.id,
        to: project.production.id,
      }),
    ]) {
      expectProblem(answer, 403, 'scope_missing');
      expect(answer.body.detail).toContain('Production');
    }
  });

  it.each(['GET /api/auth/me', 'GET /api/auth/sessions', 'GET /api/tokens', 'GET /api/notices', 'POST /api/tokens'])(
    'the own account: %s',
    async (route) => {
      const { client } = await aPersonal(['read', 'switch', 'edit', 'manage']);
      const [method = '', path = ''] = route.split(' ');
      const body = method === 'POST' ? { name: 'more', verbs: ['read'] } : undefined;
      expectProblem(await client.call(method, path, { body }), 403, 'session_required');
    },
  );

  it('managing tokens, and making a project as a service', async () => {
    const { client } = await aService(['read', 'manage']);
    const tokens = `/api/projects/${project.id}/tokens`;
    expectProblem(await client.get(tokens), 403, 'session_required');
    expectProblem(await client.post(tokens, { name: 'more', verbs: ['read'] }), 403, 'session_required');
    expectProblem(await client.post('/api/projects', { name: 'More' }), 403, 'session_required');
    expectProblem(await client.get('/api/administration/accounts'), 403, 'scope_missing');
  });

  it('401, all alike, when it is wrong or revoked', async () => {
    const [live, revoked] = [await aPersonal(['read']), await aPersonal(['read'])];
    expect((await owner.client.delete(`/api/tokens/${revoked.id}`)).status).toBe(200);
    const bytes = Buffer.from(live.token.slice(8), 'base64url');
    const lastDiffers = live.token.slice(0, -1) + (live.token.endsWith('A') ? 'E' : 'A');
    const details = await Promise.all(
      ['bge_tok_', lastDiffers, `bge_tok_${bytes.toString('hex')}`, revoked.token].map(async (token) => {
        const answer = await new TokenClient(token).get('/api/projects');
        expectProblem(answer, 401, 'token_invalid');
        return answer.body.detail;
      }),
    );
    expect(new Set(details).size).toBe(1);
    expect((await live.client.get('/api/projects')).status).toBe(200);
  });

  it('400 with the cookie of a live session, and not with a dead one', async () => {
    const { token } = await aPersonal(['read']);
    const user = await aUser(url);
    const headers = { authorization: `Bearer ${token}` };
    const cookies = new Map(user.client.cookies);
    expectProblem(await user.client.get('/api/projects', headers), 400, 'token_and_session');
    await user.client.post('/api/auth/logout');
    expect((await new TestClient(url, undefined, cookies).get('/api/projects', headers)).status).toBe(200);
  });

  it('nothing by other values of Authorization: the cookie counts', async () => {
    for (const authorization of ['Basic YTpi', 'Bearer eyJhbGciOi', 'Bearer bge_sdk_x', 'x'])
      expect((await owner.client.get('/api/projects', { authorization })).status).toBe(200);
    expectProblem(
      await new TestClient(url).get('/api/projects', { authorization: 'Bearer x' }),
      401,
      'unauthenticated',
    );
  });
});

describe('making a token', () => {
  const make = (request: object, path = '/api/tokens', by = owner) => by.client.post(path, { name: 'CI', ...request });

  it.each([
    ['no verb', { verbs: [] }, '/verbs'],
    ['an unknown verb', { verbs: ['delete'] }, '/verbs'],
    ['a verb twice', { verbs: ['read', 'read'] }, '/verbs'],
    ['administer without being administrator', { verbs: ['administer'] }, '/verbs'],
    ['no days', { verbs: ['read'], expires_in_days: 0 }, '/expires_in_days'],
    ['too many days', { verbs: ['read'], expires_in_days: 367 }, '/expires_in_days'],
    ['an unknown project', { verbs: ['read'], projects: [randomUUID()] }, '/projects'],
    ['environments without projects', { verbs: ['switch'], environments: [randomUUID()] }, '/projects'],
  ])('refuses %s', async (_, request, pointer) => {
    expectProblem(await make(request), 400, 'invalid_request', [pointer]);
  });

  it('refuses environments with manage, of another project, and projects of others', async () => {
    const other = await aProject(url);
    const environments = [other.production.id];
    const path = `/api/projects/${project.id}/tokens`;
    expectProblem(await make({ verbs: ['switch'], environments }, path), 400, 'invalid_request', ['/environments']);
    const own = { verbs: ['manage'], environments: [project.production.id] };
    expectProblem(await make(own, path), 400, 'invalid_request', ['/environments']);
    expectProblem(await make({ verbs: ['read'], projects: [other.id] }), 400, 'invalid_request', ['/projects']);
    expectProblem(await make({ verbs: ['administer'] }, path), 400, 'invalid_request', ['/verbs']);
  });

  it('lasts 90 days unless it says otherwise', async () => {
    const { body } = await make({ verbs: ['read'] });
    expect(body).toMatchObject({ id: ID, projects: null, environments: null });
    expect(Math.round((Date.parse(body.expires_at) - Date.parse(body.created_at)) / 86_400_000)).toBe(90);
  });

  it('is for owners of a project', async () => {
    const admin = await aMember(url, project, 'admin');
    expectProblem(await make({ verbs: ['read'] }, `/api/projects/${project.id}/tokens`, admin), 403, 'role_too_low');
    expectProblem(await admin.client.get(`/api/projects/${project.id}/tokens`), 403, 'role_too_low');
  });
});

it('revoking a token of another account or project is 404', async () => {
  const { id } = await aPersonal(['read']);
  const other = await aProject(url);
  expectProblem(await other.owner.client.delete(`/api/tokens/${id}`), 404, 'not_found');
  const { id: service } = await aService(['read']);
  expectProblem(await other.owner.client.delete(`/api/projects/${other.id}/tokens/${service}`), 404, 'not_found');
  expectProblem(await owner.client.delete(`/api/tokens/${service}`), 404, 'not_found');
});

describe('a token of the installation', () => {
  it('acts in Administration, and in a project while its owner admits it', async () => {
    const administrator = await anAdministrator(url);
    const { id, client } = await aToken(administrator, '/api/administration/tokens', {
      verbs: ['read', 'switch', 'administer'],
    });
    const access = `/api/projects/${project.id}/tokens/${id}/access`;
    const seen = async () => {
      const listed = (await owner.client.get(`/api/projects/${project.id}/tokens`)).body;
      return listed.find((one: { id: string }) => one.id === id).has_access;
    };
    const user = await aUser(url);
    expect((await client.get(`/api/administration/accounts/${user.id}`)).body.id).toBe(user.id);
    expect((await client.post(`/api/administration/accounts/${user.id}/disable`)).status).toBe(200);
    expectProblem(await client.post(`/api/administration/accounts/${owner.id}/reset-link`), 403, 'session_required');
    expectProblem(await toggle(client, flag, true), 404, 'not_found');
    expect(await seen()).toBe(false);
    expect((await owner.client.post(access)).status).toBe(200);
    expect(await seen()).toBe(true);
    expect((await toggle(client, flag, true)).status).toBe(200);
    expect((await owner.client.delete(access)).status).toBe(200);
    expectProblem(await toggle(client, flag, false), 404, 'not_found');
    expectProblem(await owner.client.delete(access), 404, 'not_found');
    expect((await administrator.client.delete(`/api/administration/tokens/${id}`)).status).toBe(200);
    expectProblem(await client.get('/api/administration/accounts'), 401, 'token_invalid');
  });
});

describe('a personal token ends with its account', () => {
  it.each(['disabled', 'deleted'])('that is %s', async (how) => {
    const administrator = await anAdministrator(url);
    const user = await aUser(url);
    const { client } = await aToken(user, '/api/tokens', { verbs: ['read'] });
    const account = `/api/administration/accounts/${user.id}`;
    const end = () =>
      how === 'deleted' ? administrator.client.delete(account) : administrator.client.post(`${account}/disable`);
    expect((await client.get('/api/projects')).status).toBe(200);
    expect((await end()).status).toBe(200);
    expectProblem(await client.get('/api/projects'), 401, 'token_invalid');
    if (how === 'disabled') await administrator.client.post(`${account}/enable`);
    expectProblem(await client.get('/api/projects'), 401, 'token_invalid');
  });

  it('whose password is reset', async () => {
    const administrator = await anAdministrator(url);
    const user = await aUser(url);
    const { client } = await aToken(user, '/api/tokens', { verbs: ['read'] });
    const { body } = await administrator.client.post(`/api/administration/accounts/${user.id}/reset-link`);
    const [, token] = body.link.split('#');
    const reset = { token, new_password: 'staple of another kind' };
    expect((await new TestClient(url).post('/api/auth/links/reset', reset)).status).toBe(200);
    expectProblem(await client.get('/api/projects'), 401, 'token_invalid');
  });
});
