import { randomUUID } from 'node:crypto';
import { ACCOUNT_LOCK_SEED } from '@burgee/contracts/wire';
import { databaseModule } from '@burgee/service-kit/database';
import type { CurrentUser } from '@burgee/session';
import { createTestDatabase, eventually, type TestDatabase, unique } from '@burgee/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Test, type TestingModule } from '@nestjs/testing';
import { type Logger, pino } from 'pino';
import { DataSource } from 'typeorm';
import { membersIn } from '../approvals/change-request-row.js';
import { requestState } from '../approvals/request-state.js';
import { AnswerInvitationService } from '../invitations/answer-invitation.service.js';
import { hashInvitationToken, newInvitationToken } from '../invitations/invitation-token.js';
import { RemoveMemberService } from '../members/remove-member.service.js';
import { UpdateMemberService } from '../members/update-member.service.js';
import { AfterCommit } from '../unit-of-work/after-commit.js';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';
import { OwnProjectService } from './own-project.service.js';
import { ProjectAdministrationQuery } from './project-administration.query.js';
import { InactiveAccounts } from './inactive-accounts.js';

/** What waits for a lock. */
const WAITING = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

const logger = pino({ enabled: false }) as Logger;

let database: TestDatabase;
let module: TestingModule;
let source: DataSource;
let owner: DataSource;
let work: UnitOfWork;
let query: ProjectAdministrationQuery;

beforeAll(async () => {
  database = await createTestDatabase();
  module = await Test.createTestingModule({
    imports: [databaseModule('spec', { DATABASE_URL: database.urlFor('flags-admin') })],
  }).compile();
  source = module.get(DataSource);
  owner = await new DataSource({ type: 'postgres', url: database.adminUrl }).initialize();
  work = new UnitOfWork(source, new AfterCommit(logger), { FLAG_SET_BYTES_AT_MOST: 20_000 }, logger);
  query = new ProjectAdministrationQuery(source);
});
afterAll(async () => {
  await module?.close();
  await owner?.destroy();
  await database?.drop();
});
beforeEach(() => owner.query('truncate flags.projects, auth.users, flags.outbox cascade'));

async function anAccount(): Promise<string> {
  const id = randomUUID();
  await owner.query(
    `insert into auth.users (id, name, email, email_key, password_hash) values ($1::uuid, 'Ada', $1::text, $1::text, '')`,
    [id],
  );
  return id;
}

async function aProject(...members: [userId: string, role: string][]): Promise<string> {
  const id = randomUUID();
  await source.sql`insert into flags.projects (id, name, slug) values (${id}, ${unique('shop')}, ${unique('p')})`;
  for (const [userId, role] of members)
    await source.sql`insert into flags.members (project_id, user_id, role) values (${id}, ${userId}, ${role})`;
  return id;
}

async function anEnvironment(projectId: string): Promise<string> {
  const id = randomUUID();
  await source.sql`
    insert into flags.environments (id, project_id, name, slug, icon, protected)
    values (${id}, ${projectId}, 'Staging', 'staging', '', false)`;
  return id;
}

const mark = (what: 'disabled_at' | 'removed_at', id: string) =>
  owner.query(`update auth.users set ${what} = now() where id = $1`, [id]);
const as = (id: string) => ({
  id,
  name: 'Root',
  email: 'root@example.com',
  sessionId: randomUUID(),
  membership: null,
  hasFreshProof: true,
});
const owning = (projectId: string) => ({ projectId, role: 'owner' as const, neededRole: 'admin' as const });
const asOwner = (id: string, projectId: string) => ({ ...as(id), membership: owning(projectId) });
const entries = async (): Promise<{ action: string; project_id: string }[]> =>
  (await owner.query(`select payload from flags.outbox where kind = 'audit' order by event_id`)).map(
    ({ payload }: { payload: never }) => payload,
  );
const rolesIn = (id: string) =>
  owner.query('select user_id, role from flags.members where project_id = $1 order by role', [id]);

const signIn = ({ id, sessionId }: CurrentUser) =>
  owner.query(
    `insert into auth.sessions (id, user_id, secret_hash, expires_at) values ($1::uuid, $2, $1::text, now() + interval '1 day')`,
    [sessionId, id],
  );
const makeAdministrator = (id: string) =>
  owner.query('update auth.users set administrator_since = now() where id = $1', [id]);

describe('projects, for an administrator', () => {
  it('come with owners and size, those first whose owners cannot sign in, in pages', async () => {
    const [ada, bob] = [await anAccount(), await anAccount()];
    const [left, owned, newest] = [
      await aProject([bob, 'owner'], [ada, 'viewer']),
      await aProject([ada, 'owner'], [bob, 'owner']),
      await aProject([ada, 'owner']),
    ];
    await mark('disabled_at', bob);
    const first = await query.list({ limit: 2 });
    const second = await query.list({ limit: 2, cursor: first.next! });
    expect([...first.projects, ...second.projects].map(({ id }) => id)).toEqual([left, newest, owned]);
    expect(second.next).toBeUndefined();
    expect(first.projects[0]).toMatchObject({ owners: [], members: 2, environments: 0, flags: 0 });
    expect(second.projects[0]!.owners).toEqual([{ user_id: ada, name: 'Ada' }]);
    expect((await query.list({ search: 'SHOP' })).projects).toHaveLength(3);
    expect((await query.list({ search: 'nothing' })).projects).toEqual([]);
    await expect(query.list({ cursor: 'made up' })).rejects.toMatchObject({ code: 'invalid_request' });
    expect(await query.ofAccount(bob)).toHaveLength(2);
  });

  it('of one account come with its roles; an account that is unknown or deleted is not found', async () => {
    const ada = await anAccount();
    const id = await aProject([ada, 'viewer']);
    const environment = await anEnvironment(id);
    await source.sql`
      update flags.members
      set environment_roles = ${JSON.stringify({ [environment]: 'editor', [randomUUID()]: 'editor' })}::jsonb
      where project_id = ${id}`;
    expect(await query.ofAccount(ada)).toMatchObject([
      { id, role: 'viewer', environments: [{ name: 'Staging', role: 'editor' }] },
    ]);
    await mark('removed_at', ada);
    for (const gone of [ada, randomUUID()])
      await expect(query.ofAccount(gone)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('come in pages, each of 2,000 once, those without an owner first', async () => {
    const ada = await anAccount();
    await owner.query(
      `with made as (
         insert into flags.projects (id, name, slug, created_at)
         select gen_random_uuid(), 'shop ' || n, 'shop-' || n, now() - (n / 10) * interval '1 second'
         from generate_series(1, 2000) n returning id, name
       )
       insert into flags.members (project_id, user_id, role)
       select id, $1, case when name like '%7' then 'viewer' else 'owner' end from made`,
      [ada],
    );
    const projects: { id: string; owners: unknown[] }[] = [];
    for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
      const page = await query.list({ limit: 200, ...(cursor !== undefined && { cursor }) });
      projects.push(...page.projects);
      cursor = page.next;
    }
    expect([projects.length, new Set(projects.map(({ id }) => id)).size]).toEqual([2_000, 2_000]);
    expect(projects.map(({ owners }) => owners.length)).toEqual([...Array(200).fill(0), ...Array(1_800).fill(1)]);
    const found = await query.list({ search: 'SHOP 1234' });
    expect(found.projects.map(({ name }) => name)).toEqual(['shop 1234']);
  });

  it('may be owned by the administrator, which the history of the project says, and notices tell its owners', async () => {
    const [ada, root] = [await anAccount(), await anAccount()];
    const id = await aProject([ada, 'owner']);
    const ownership = new OwnProjectService(work);
    const who = as(root);
    await signIn(who);
    await expect(ownership.own(who, id)).rejects.toMatchObject({ code: 'route_not_found' });
    await makeAdministrator(root);
    await expect(ownership.own({ ...who, hasFreshProof: false }, id)).rejects.toMatchObject({
      code: 'fresh_proof_required',
    });
    await expect(ownership.own(who, randomUUID())).rejects.toMatchObject({ code: 'not_found' });
    await ownership.own(who, id);
    await ownership.own(who, id);
    const notices = await owner.query('select user_id, kind, actor_id from flags.notices');
    expect(notices).toEqual([{ user_id: ada, kind: 'project_owned', actor_id: root }]);
    expect(await rolesIn(id)).toHaveLength(2);
    expect(await entries()).toEqual([
      expect.objectContaining({
        action: 'member_add',
        project_id: id,
        user_id: root,
        new_values: expect.objectContaining({ user_id: root, role: 'owner', as: 'administrator' }),
      }),
    ]);
  });

  it('S19 may be owned by a member of it, whose roles in single environments then end', async () => {
    const root = await anAccount();
    const id = await aProject([root, 'viewer']);
    const environment = await anEnvironment(id);
    await source.sql`
      update flags.members set environment_roles = ${JSON.stringify({ [environment]: 'editor' })}::jsonb
      where project_id = ${id}`;
    const who = as(root);
    await signIn(who);
    await makeAdministrator(root);
    await new OwnProjectService(work).own(who, id);
    expect(await source.sql`select role, environment_roles from flags.members where project_id = ${id}`).toEqual([
      { role: 'owner', environment_roles: {} },
    ]);
    const about = { user_id: root, email: 'root@example.com' };
    expect(await entries()).toEqual([
      expect.objectContaining({
        action: 'member_update',
        old_values: { ...about, role: 'viewer', environment_roles: { staging: 'editor' } },
        new_values: { ...about, role: 'owner', as: 'administrator' },
      }),
    ]);
  });
});

it('a session that was ended changes nothing by a request that the guard admitted before', async () => {
  const ada = await anAccount();
  const id = await aProject([ada, 'owner']);
  const [actor, other] = [asOwner(ada, id), asOwner(ada, id)];
  await owner.query(
    `insert into auth.sessions (id, user_id, secret_hash, expires_at, revoked_at)
     values ($1, $3, 'a', now() + interval '1 day', now()), ($2, $3, 'b', now() + interval '1 day', null)`,
    [actor.sessionId, other.sessionId, ada],
  );
  const change = (by: typeof actor) => work.run(by, async () => 'done');
  await expect(change(actor)).rejects.toMatchObject({ code: 'not_found' });
  await expect(change({ ...actor, membership: null } as never)).rejects.toMatchObject({ code: 'unauthenticated' });
  expect(await change(other)).toBe('done');
});

describe.each(['disabled_at', 'removed_at'] as const)('an account that is %s', (what) => {
  const anInvitation = async (projectId: string, inviter: string) => {
    const token = newInvitationToken();
    await source.sql`
      insert into flags.invitations (id, project_id, role, token_hash, invited_by, expires_at)
      values (gen_random_uuid(), ${projectId}, 'owner', ${hashInvitationToken(token)}, ${inviter}, now() + interval '1 day')`;
    return token;
  };
  const members = () => ({
    remove: new RemoveMemberService(work, undefined as never),
    update: new UpdateMemberService(work),
  });

  it('is no owner whom a project could be left with', async () => {
    const [ada, bob] = [await anAccount(), await anAccount()];
    const id = await aProject([ada, 'owner'], [bob, 'owner']);
    await mark(what, bob);
    const { remove, update } = members();
    const lastOwner = { code: 'last_owner' };
    await expect(remove.remove(asOwner(ada, id), owning(id), ada, false)).rejects.toMatchObject(lastOwner);
    await expect(update.update(asOwner(ada, id), owning(id), ada, { role: 'viewer' })).rejects.toMatchObject(lastOwner);
  });

  it('holds up no change of other members as the only owner', async () => {
    const [ada, bob, eve] = [await anAccount(), await anAccount(), await anAccount()];
    const id = await aProject([bob, 'owner'], [ada, 'admin'], [eve, 'editor']);
    await mark(what, bob);
    const { remove, update } = members();
    const admin = { ...as(ada), membership: { projectId: id, role: 'admin' as const, neededRole: 'admin' as const } };
    await update.update(admin, owning(id), eve, { role: 'viewer' });
    await remove.remove(admin, owning(id), eve, false);
    expect(await rolesIn(id)).toHaveLength(2);
  });

  it('invites nobody: its links are refused, also in a transaction that was waiting', async () => {
    const [bob, again] = [await anAccount(), await anAccount()];
    const id = await aProject([bob, 'owner']);
    const token = await anInvitation(id, bob);
    const open = 'select from flags.open_invitation_v1';
    expect(await owner.query(open)).toHaveLength(1);
    await mark(what, bob);
    expect(await owner.query(open)).toEqual([]);
    const answers = new AnswerInvitationService(work, { roomForMember: async () => undefined } as never);
    await expect(answers.accept(as(again), token)).rejects.toMatchObject({ code: 'invitation_invalid' });
  });

  it.each(['removal', 'new role', 'joining'] as const)('is seen by a %s that waited for it', async (act) => {
    const [ada, bob] = [await anAccount(), await anAccount()];
    const id = await aProject([ada, 'owner'], [bob, 'owner']);
    const token = await anInvitation(id, ada);
    const leaving = owner.createQueryRunner();
    await leaving.startTransaction();
    await leaving.query('select pg_advisory_xact_lock(hashtextextended($1::text, $2))', [ada, ACCOUNT_LOCK_SEED]);
    await leaving.query(`update auth.users set ${what} = now() where id = $1`, [ada]);
    const { remove, update } = members();
    const answers = new AnswerInvitationService(work, { roomForMember: async () => undefined } as never);
    const acts = {
      removal: () => remove.remove(asOwner(bob, id), owning(id), bob, false),
      'new role': () => update.update(asOwner(bob, id), owning(id), bob, { role: 'viewer' }),
      joining: async () => answers.accept(as(await anAccount()), token),
    };
    const settled = Promise.allSettled([acts[act]()]);
    await eventually(async () => expect(await owner.query(WAITING)).toHaveLength(1));
    await leaving.commitTransaction();
    await leaving.release();
    const code = act === 'joining' ? 'invitation_invalid' : 'last_owner';
    expect(await settled).toEqual([{ status: 'rejected', reason: expect.objectContaining({ code }) }]);
    expect(await rolesIn(id)).toHaveLength(2);
  });

  it('approves nothing, and its own requests are paused', async () => {
    const [ada, bob] = [await anAccount(), await anAccount()];
    const id = await aProject([ada, 'editor'], [bob, 'editor']);
    await mark(what, bob);
    const roles = new Map(
      [...(await membersIn(source.manager, id, [ada, bob]))].map(([user, row]) => [user, row.role]),
    );
    const common = {
      state: 'in_review' as const,
      roles,
      needed: 1,
      isPlan: false,
      isAsked: false,
      isOwnEnough: false,
      isCurrent: true,
    };
    expect(requestState({ ...common, authorId: ada, approverIds: [bob] })).toBe('in_review');
    expect(requestState({ ...common, authorId: bob, approverIds: [ada] })).toBe('paused');
  });

  it('changes nothing by a request that the guard admitted before', async () => {
    const [ada, bob] = [await anAccount(), await anAccount()];
    const id = await aProject([ada, 'owner'], [bob, 'owner']);
    await mark(what, bob);
    const changed = members().update.update(asOwner(bob, id), owning(id), bob, { role: 'editor' });
    await expect(changed).rejects.toMatchObject({ code: 'not_found' });
    await expect(new OwnProjectService(work).own(as(bob), id)).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  it('loses its webhooks and invitations, and leaves those of others', async () => {
    const [ada, bob] = [await anAccount(), await anAccount()];
    const id = await aProject([ada, 'owner'], [bob, 'owner']);
    for (const person of [ada, bob]) {
      await anInvitation(id, person);
      await source.sql`
        insert into flags.webhooks (id, project_id, name, url, format, environment_ids, actions, secret, created_by, url_set_by)
        values (gen_random_uuid(), ${id}, ${person}, 'https://example.com', 'standard', '{}', '{}', '', ${person}, ${person})`;
    }
    await mark(what, bob);
    const job = new InactiveAccounts(source, work, logger);
    await job.run();
    await job.run();
    expect(await owner.query('select invited_by from flags.invitations')).toEqual([{ invited_by: ada }]);
    expect(await owner.query('select name from flags.webhooks where disabled_at is null')).toEqual([{ name: ada }]);
    const actions = (await entries()).map(({ action }) => action);
    expect(actions).toEqual(what === 'disabled_at' ? ['webhook_disable'] : ['member_remove', 'webhook_disable']);
  });
});

it('an account that is enabled again in time loses nothing', async () => {
  const ada = await anAccount();
  const id = await aProject([ada, 'owner']);
  await source.sql`
    insert into flags.webhooks (id, project_id, name, url, format, environment_ids, actions, secret, created_by, url_set_by)
    values (gen_random_uuid(), ${id}, 'hook', 'https://example.com', 'standard', '{}', '{}', '', ${ada}, ${ada})`;
  await mark('disabled_at', ada);
  const enablesFirst = {
    run: async (...args: Parameters<UnitOfWork['run']>) => {
      await owner.query('update auth.users set disabled_at = null where id = $1', [ada]);
      return work.run(...args);
    },
  };
  await new InactiveAccounts(source, enablesFirst as UnitOfWork, logger).run();
  expect(await owner.query('select name from flags.webhooks where disabled_at is null')).toHaveLength(1);
});

describe('the memberships of a deleted account', () => {
  it('end with their invitations and webhooks, also of the last owner, and once where two replicas do it', async () => {
    const [ada, bob] = [await anAccount(), await anAccount()];
    const [one, other] = [await aProject([ada, 'owner'], [bob, 'viewer']), await aProject([ada, 'editor'])];
    await source.sql`
      insert into flags.invitations (id, project_id, role, token_hash, invited_by, expires_at)
      values (gen_random_uuid(), ${one}, 'viewer', ${unique('hash')}, ${ada}, now() + interval '1 day')`;
    await mark('disabled_at', bob);
    await mark('removed_at', ada);
    const job = () => new InactiveAccounts(source, work, logger).run();
    await Promise.all([job(), job()]);
    expect([await rolesIn(one), await rolesIn(other)]).toEqual([[{ user_id: bob, role: 'viewer' }], []]);
    expect(await owner.query('select from flags.invitations')).toEqual([]);
    const found = await entries();
    expect(found.map(({ action }) => action)).toEqual(['member_remove', 'member_remove']);
    expect(found.map(({ project_id }) => project_id).toSorted()).toEqual([one, other].toSorted());
  });

  it('end also where those of another project cannot', async () => {
    const [ada, bob] = [await anAccount(), await anAccount()];
    const [one, other] = [await aProject([ada, 'owner']), await aProject([bob, 'owner'])];
    await mark('removed_at', ada);
    await mark('removed_at', bob);
    let calls = 0;
    const stuck = {
      run: (...args: Parameters<UnitOfWork['run']>) =>
        calls++ === 0 ? Promise.reject(new Error('the first fails')) : work.run(...args),
    };
    await new InactiveAccounts(source, stuck as UnitOfWork, logger).run();
    expect([...(await rolesIn(one)), ...(await rolesIn(other))]).toHaveLength(1);
  });
});
