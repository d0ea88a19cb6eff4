import { randomUUID } from 'node:crypto';
import { databaseModule } from '@burgee/service-kit/database';
import { createTestDatabase, type TestDatabase, unique } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Test, type TestingModule } from '@nestjs/testing';
import { DataSource } from 'typeorm';
import { NOTICES_AT_MOST, notify, takeBack } from './notify.js';
import { NoticesQuery } from './notices.query.js';

let database: TestDatabase;
let module: TestingModule;
let source: DataSource;
let query: NoticesQuery;

beforeAll(async () => {
  database = await createTestDatabase();
  module = await Test.createTestingModule({
    imports: [databaseModule('spec', { DATABASE_URL: database.urlFor('flags-admin') })],
  }).compile();
  source = module.get(DataSource);
  query = new NoticesQuery(source);
});
afterAll(async () => {
  await module?.close();
  await database?.drop();
});

type Role = 'viewer' | 'editor' | 'owner';

/** A project with these members. */
async function aProject(...roles: Role[]) {
  const projectId = randomUUID();
  await source.sql`insert into flags.projects (id, name, slug) values (${projectId}, 'Shop', ${unique('p')})`;
  const userIds: string[] = [];
  for (const role of roles) {
    const id = randomUUID();
    userIds.push(id);
    await source.sql`insert into flags.members (project_id, user_id, role) values (${projectId}, ${id}, ${role})`;
  }
  return { projectId, userIds };
}

const paused = (projectId: string, more: { subjectId?: string; actorId?: string; reason?: string } = {}) => {
  const { subjectId = randomUUID(), actorId, reason = 'late' } = more;
  const about = { schedule_id: subjectId, flag_name: 'Checkout', reason };
  return { kind: 'plan_paused' as const, projectId, subjectId, about, actorId };
};
const change = () => ({ manager: source.manager });
const listed = async (userId: string) => (await query.page(userId, {})).notices;

describe('a notice', () => {
  it('is for the named accounts that are members, and the owners, each once, but not for the actor', async () => {
    const { projectId, userIds } = await aProject('owner', 'owner', 'editor', 'editor', 'viewer');
    const [owner, acting, author, other, viewer] = userIds as [string, string, string, string, string];
    const to = { userIds: [author, owner, randomUUID()], owners: true };
    await notify(change(), paused(projectId, { actorId: acting }), to);
    const counts = await Promise.all(
      [owner, acting, author, other, viewer].map(async (id) => (await listed(id)).length),
    );
    expect(counts).toEqual([1, 0, 1, 0, 0]);
    expect(await listed(author)).toEqual([
      {
        id: expect.any(String),
        project_id: projectId,
        project_name: 'Shop',
        kind: 'plan_paused',
        about: { schedule_id: expect.any(String), flag_name: 'Checkout', reason: 'late' },
        actor_id: acting,
        actor_name: null,
        created_at: expect.any(String),
        read_at: null,
      },
    ]);
  });

  it('replaces the previous one about the same subject and is unread again', async () => {
    const { projectId, userIds } = await aProject('owner');
    const [owner] = userIds as [string];
    const subjectId = randomUUID();
    await notify(change(), paused(projectId, { subjectId }), { owners: true });
    expect(await query.read(owner, { all: true })).toEqual({ unread: 0 });
    await notify(change(), paused(projectId, { subjectId, reason: 'author' }), { owners: true });
    expect(await listed(owner)).toMatchObject([{ about: { reason: 'author' }, read_at: null }]);
    await takeBack(change(), 'plan_paused', subjectId);
    expect(await listed(owner)).toEqual([]);
  });

  it('ends with the membership', async () => {
    const { projectId, userIds } = await aProject('owner', 'owner');
    await notify(change(), paused(projectId), { owners: true });
    await source.sql`delete from flags.members where user_id = ${userIds[0]}`;
    expect([await listed(userIds[0] ?? ''), await listed(userIds[1] ?? '')]).toMatchObject([[], [{}]]);
  });

  it('goes when its account has 200 newer ones', async () => {
    const { projectId, userIds } = await aProject('owner', 'owner');
    const [owner, other] = userIds as [string, string];
    const first = paused(projectId);
    await notify(change(), first, { owners: true });
    await source.sql`
      insert into flags.notices (project_id, user_id, kind, subject_id, about)
      select ${projectId}, ${owner}, 'plan_paused', gen_random_uuid(), '{}'
      from generate_series(2, ${NOTICES_AT_MOST}::int)`;
    const count = async (userId: string) => (await query.read(userId, { ids: [] })).unread;
    expect(await count(owner)).toBe(NOTICES_AT_MOST);
    const last = paused(projectId);
    await notify(change(), last, { userIds: [owner] });
    expect([await count(owner), await count(other)]).toEqual([NOTICES_AT_MOST, 1]);
    const subjects = await source.sql<{ subject_id: string }[]>`
      select subject_id from flags.notices where user_id = ${owner}`;
    const ids = new Set(subjects.map(({ subject_id }) => subject_id));
    expect([ids.has(first.subjectId), ids.has(last.subjectId)]).toEqual([false, true]);
  });
});

it('unread notices come first, newest first, on pages without overlap', async () => {
  const { projectId, userIds } = await aProject('owner');
  const [owner] = userIds as [string];
  for (const [minute, reason] of ['a', 'b', 'c', 'd', 'e'].entries()) {
    const one = paused(projectId, { reason });
    await notify(change(), one, { owners: true });
    await source.sql`
      update flags.notices set created_at = created_at + make_interval(mins => ${minute}::int)
      where subject_id = ${one.subjectId}`;
  }
  const all = await listed(owner);
  expect(all.map(({ about }) => about.reason)).toEqual(['e', 'd', 'c', 'b', 'a']);
  await query.read(owner, { ids: [all[0]?.id ?? '', all[3]?.id ?? ''] });
  const pages: unknown[] = [];
  for (let cursor: string | undefined, isLast = false; !isLast; isLast = cursor === undefined) {
    const page = await query.page(owner, { limit: 2, ...(cursor && { cursor }) });
    pages.push(page.notices.map(({ about }) => about.reason));
    cursor = page.next;
  }
  expect(pages).toEqual([['d', 'c'], ['a', 'e'], ['b']]);
});

describe('reading notices', () => {
  it('marks only the account’s own', async () => {
    const { projectId, userIds } = await aProject('owner', 'owner');
    const [owner, other] = userIds as [string, string];
    await notify(change(), paused(projectId), { owners: true });
    const [mine] = await listed(owner);
    expect(await query.read(other, { ids: [mine?.id ?? ''] })).toEqual({ unread: 1 });
    expect(await listed(owner)).toMatchObject([{ read_at: null }]);
    expect(await query.read(owner, { ids: [mine?.id ?? ''] })).toEqual({ unread: 0 });
    expect([await listed(owner), await listed(other)]).toMatchObject([
      [{ read_at: expect.any(String) }],
      [{ read_at: null }],
    ]);
  });

  it('does not deadlock with a plan that is paused meanwhile', async () => {
    const { projectId, userIds } = await aProject('owner');
    const [owner] = userIds as [string];
    for (let round = 0; round < 10; round++) {
      const one = paused(projectId);
      for (const kind of ['plan_paused', 'plan_waits'] as const)
        await notify(change(), { ...one, kind }, { owners: true });
      const pausing = source.transaction(async (manager) => {
        await takeBack({ manager }, 'plan_waits', one.subjectId);
        await notify({ manager }, one, { owners: true });
      });
      await expect(Promise.all([pausing, query.read(owner, { all: true })])).resolves.toHaveLength(2);
    }
  });

  it.each([[{}], [{ all: false }], [{ ids: [], all: true }]])('refuses %j, and a foreign cursor', async (request) => {
    await expect(query.read(randomUUID(), request)).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(query.page(randomUUID(), { cursor: 'x' })).rejects.toMatchObject({ code: 'invalid_request' });
  });
});
