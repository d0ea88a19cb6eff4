import type { AuditEntryView, MemberView } from '@burgee/contracts/http';
import {
  addMember,
  aFlag,
  aProject,
  type AnotherAuth,
  eventually,
  type Project,
  queryDatabase,
  sharedCluster,
  startAuth,
  TestClient,
  unique,
} from '@burgee/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { expectProblem } from '../expect-problem.js';
import { aPerson, expectEntries, type Person, PUBLIC_URL, Way } from './fixture.js';
import { TestIssuer } from './test-issuer.js';

const { url } = sharedCluster();

let issuer: TestIssuer;
let auth: AnotherAuth;
let project: Project;
let group: string;

beforeAll(async () => {
  issuer = await TestIssuer.start();
  auth = await startAuth({ NODE_ENV: 'test', PUBLIC_URL, ...issuer.settings(1) });
}, 120_000);
afterAll(async () => {
  await auth?.stop();
  await issuer?.stop();
});
beforeEach(async () => {
  [project, group] = [await aProject(url), unique('group')];
});

const path = () => `/api/projects/${project.id}`;
async function give(role: string, environment_roles: object = {}, to = group): Promise<string> {
  const body = { issuer: issuer.url, group: to, role, environment_roles };
  const answer = await project.owner.client.post(`${path()}/group-roles`, body);
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.id;
}
/** Signs in at auth, and calls the cluster's services. */
async function signIn(person: Person) {
  const way = new Way(auth.url, issuer);
  expect(await way.signIn(person)).toBe('/');
  return way.client.at(url);
}
async function memberOf(person: Person): Promise<MemberView | undefined> {
  const { body } = await project.owner.client.get(`${path()}/members`);
  return (body as MemberView[]).find(({ email }) => email === person.email);
}

describe('a role of a group', () => {
  it('holds when the sign-in has answered, in the project and per environment, and is withdrawn by the next', async () => {
    await give('editor', { [project.production.id]: 'viewer' });
    const person = aPerson({ groups: [group, 'another'] });
    const client = await signIn(person);
    expect((await client.get(path())).status).toBe(200);
    expect(await memberOf(person)).toMatchObject({
      role: 'editor',
      environment_roles: { [project.production.id]: 'viewer' },
      groups: [group],
    });
    const again = await signIn({ ...person, groups: ['another'] });
    expect([(await again.get(path())).status, (await client.get(path())).status]).toEqual([404, 404]);
    expect(await memberOf(person)).toBeUndefined();
  });

  it('is in the history with the person and the groups, when given, changed and withdrawn', async () => {
    const lower = unique('group');
    await give('admin');
    await give('viewer', {}, lower);
    const person = aPerson({ groups: [group, lower] });
    await signIn(person);
    const { user_id, email } = (await memberOf(person))!;
    await signIn({ ...person, groups: [lower] });
    await signIn({ ...person, groups: [] });
    const who = { user_id, email };
    const [both, one] = [[group, lower].toSorted(), [lower]];
    await eventually(async () => {
      const { body } = await project.owner.client.get(`${path()}/audit`);
      const entries = (body as AuditEntryView[]).filter(({ new_values }) => new_values?.by === 'groups');
      expect(entries.map(({ action, old_values, new_values }) => ({ action, old_values, new_values }))).toEqual([
        { action: 'member_remove', old_values: { ...who, role: 'viewer' }, new_values: { by: 'groups' } },
        {
          action: 'member_update',
          old_values: { ...who, role: 'admin' },
          new_values: { ...who, role: 'viewer', groups: one, by: 'groups' },
        },
        { action: 'member_add', old_values: null, new_values: { ...who, role: 'admin', groups: both, by: 'groups' } },
      ]);
    });
  });

  it('changes nothing where the claim is missing or incomplete, which the history says', async () => {
    await give('viewer');
    const person = aPerson({ groups: [group] });
    await signIn(person);
    for (const claims of [{ groups: undefined }, { groups: undefined, _claim_names: { groups: 'src1' } }]) {
      const client = await signIn({ ...person, ...claims });
      expect((await client.get(path())).status).toBe(200);
    }
    const { user_id } = (await memberOf(person))!;
    await expectEntries(user_id, ['sign_in', { issuer: issuer.url, groups: 'unknown' }]);
  });

  it('leaves a membership of one’s own as it is', async () => {
    const person = aPerson();
    const client = await signIn(person);
    await addMember(project, { client }, 'viewer');
    await give('admin');
    await signIn({ ...person, groups: [group] });
    const member = (await memberOf(person))!;
    expect([member.role, member.groups]).toEqual(['viewer', undefined]);
    await signIn({ ...person, groups: [] });
    expect((await memberOf(person))!.role).toBe('viewer');
  });

  it.each([
    ['withdrawn', []],
    ['lowered', ['lower']],
  ])('that is %s ends the invitations and switch-off links of the person', async (_what, left) => {
    await give('owner');
    for (const name of left) await give('editor', {}, name);
    const person = aPerson({ groups: [group] });
    const client = await signIn(person);
    const links = `${path()}/environments/${project.production.id}/switch-off-links`;
    const made = [
      await client.post(`${path()}/invitations`, { role: 'owner' }),
      await client.post(links, { name: 'Errors', flag_id: (await aFlag(project)).id }),
    ];
    expect(made.map(({ status }) => status)).toEqual([201, 201]);
    await signIn({ ...person, groups: left });
    const { client: owner } = project.owner;
    expect((await owner.get(`${path()}/invitations`)).body).toEqual([]);
    expect((await owner.get(links)).body).toEqual([expect.objectContaining({ ended_at: expect.any(String) })]);
  });

  it('does not bring back who was removed by hand because of another project', async () => {
    await give('editor');
    const person = aPerson({ groups: [group] });
    const client = await signIn(person);
    const { user_id } = (await memberOf(person))!;
    expect((await project.owner.client.delete(`${path()}/members/${user_id}`)).status).toBe(200);
    const { id } = (await client.post('/api/projects', { name: unique('own') })).body;
    const body = { issuer: issuer.url, group, role: 'viewer' };
    expect((await client.post(`/api/projects/${id}/group-roles`, body)).status).toBe(201);
    const pending = 'select from access_read.pending_groups_v1 where user_id = $1';
    await eventually(async () => expect(await queryDatabase(pending, [user_id])).toEqual([]));
    expect((await client.get(path())).status).toBe(404);
    await signIn({ ...person, groups: [] });
    await signIn(person);
    expect((await client.get(path())).status).toBe(200);
  });

  it('stays with the last owner', async () => {
    await give('owner');
    const person = aPerson({ groups: [group] });
    const client = await signIn(person);
    expect((await client.delete(`${path()}/members/${project.owner.id}`)).status).toBe(200);
    const again = await signIn({ ...person, groups: [] });
    expect((await again.get(path())).body.role).toBe('owner');
  });

  it('ends when an owner takes it away, and begins when one gives it', async () => {
    const id = await give('viewer');
    const person = aPerson({ groups: [group] });
    const client = await signIn(person);
    expect((await project.owner.client.delete(`${path()}/group-roles/${id}`)).status).toBe(200);
    await eventually(async () => expect((await client.get(path())).status).toBe(404));
    await give('viewer');
    await eventually(async () => expect((await client.get(path())).status).toBe(200));
  });

  it('holds for an issuer that is written with a slash at the end', async () => {
    const body = { issuer: `${issuer.url}/`, group, role: 'viewer' };
    expect((await project.owner.client.post(`${path()}/group-roles`, body)).status).toBe(201);
    expect((await (await signIn(aPerson({ groups: [group] }))).get(path())).status).toBe(200);
  });

  it('takes a fresh proof, and no token makes owners by it', async () => {
    const { client, id } = project.owner;
    const body = { issuer: issuer.url, group, role: 'owner' };
    for (const [verbs, code] of [
      [['manage'], 'scope_missing'],
      [['switch', 'edit', 'manage'], 'role_too_low'],
    ] as const) {
      const { token } = (await client.post('/api/tokens', { name: 'ci', verbs })).body;
      const headers = { authorization: `Bearer ${token}` };
      expectProblem(await new TestClient(url).call('POST', `${path()}/group-roles`, { body, headers }), 403, code);
    }
    await queryDatabase(
      `update auth.sessions set created_at = now() - interval '1 hour', proved_at = null where user_id = $1`,
      [id],
    );
    expectProblem(await client.post(`${path()}/group-roles`, body), 403, 'fresh_proof_required');
    expect((await client.get(`${path()}/group-roles`)).body).toEqual([]);
  });

  it('is given by owners alone, once per group, to environments of the project', async () => {
    await give('viewer');
    const body = { issuer: issuer.url, group, role: 'editor' };
    const owner = project.owner.client;
    expectProblem(await owner.post(`${path()}/group-roles`, body), 409, 'duplicate');
    const elsewhere = { [(await aProject(url)).production.id]: 'viewer' };
    const other = { ...body, group: 'other', environment_roles: elsewhere };
    expect((await owner.post(`${path()}/group-roles`, other)).status).toBe(400);
    const person = aPerson();
    const client = await signIn(person);
    await addMember(project, { client }, 'admin');
    expectProblem(await client.post(`${path()}/group-roles`, { ...body, group: 'mine' }), 403, 'role_too_low');
    expect((await client.get(`${path()}/group-roles`)).body).toEqual([
      { id: expect.any(String), issuer: issuer.url, group, role: 'viewer', environment_roles: {} },
    ]);
  });
});
