import { MEMBERS_LOCK_SEED } from '@burgee/contracts/wire';
import {
  type ServiceResponse,
  aFlag,
  aMember,
  aProject,
  eventually,
  PASSWORD,
  type Project,
  sharedCluster,
  TestClient,
  type User,
} from '@burgee/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { fill, type Line, PROJECT_LINES } from '../authorization-table.js';
import { asSuperuser, stateOf, waiting } from '../database.js';
import { aboutOf, createFixture, createPeople, type Fixture, type People } from '../fixture.js';
import { expectProblem } from '../../expect-problem.js';

const { url } = sharedCluster();
/** Routes with a body that change nothing: they check the role once, like any read. */
const READS = new Set(['/api/environments/:envId/explain']);
const WRITES = PROJECT_LINES.filter(({ method, path }) => method !== 'GET' && !READS.has(path)).map(
  (line) => [`${line.method} ${line.path}`, line] as const,
);

const LOCK = 'select pg_advisory_xact_lock(hashtextextended($1::text, $2))';

/**
 * Runs `change` in a transaction that is committed once the request waits for it, or is answered without a wait.
 * @returns the request's answer
 */
async function answerDuring(change: (client: pg.Client) => Promise<unknown>, request: () => Promise<ServiceResponse>) {
  return asSuperuser(async (client) => {
    await client.query('begin');
    await change(client);
    let isAnswered = false;
    const answer = request().finally(() => (isAnswered = true));
    await eventually(async () => expect(isAnswered || (await waiting(client)) > 0).toBe(true));
    await client.query('commit');
    return answer;
  });
}

/** On a busy machine a wait for a lock may end in 503; callers then repeat their requests, and so does this. */
async function untilDecided(attempt: () => Promise<ServiceResponse[]>): Promise<ServiceResponse[]> {
  for (let tries = 1; ; tries++) {
    const answers = await attempt();
    if (tries === 5 || answers.every(({ status }) => status !== 503)) return answers;
  }
}

describe('a request in flight while its account loses the role', () => {
  let people: People;
  let fixture: Fixture;
  let everybody: string[];

  beforeAll(async () => {
    people = await createPeople(url);
    fixture = await createFixture(url, people);
    everybody = [...Object.values(people).map(({ id }) => id), fixture.newcomer.id];
  });

  const ownMembership = () => [fixture.project.id, people.owner.id];
  const lock = (client: pg.Client) => client.query(LOCK, [fixture.project.id, MEMBERS_LOCK_SEED]);
  const remove = (client: pg.Client) =>
    client.query('delete from flags.members where project_id = $1 and user_id = $2', ownMembership());
  const lowerTo = (role: string) => (client: pg.Client) =>
    client.query('update flags.members set role = $3 where project_id = $1 and user_id = $2', [
      ...ownMembership(),
      role,
    ]);

  /** The owner sends the request while `change` happens to them; afterwards the membership is as it was. */
  async function answerOf(send: () => Promise<ServiceResponse>, change: (client: pg.Client) => Promise<unknown>) {
    const before = await stateOf(fixture.project.id, everybody);
    const { rows } = await asSuperuser((client) =>
      client.query('select * from flags.members where project_id = $1 and user_id = $2', ownMembership()),
    );
    const [answer] = await untilDecided(async () => {
      // As each change of members does first.
      const answer = await answerDuring((client) => lock(client).then(() => change(client)), send);
      await asSuperuser(async (client) => {
        await remove(client);
        const { project_id, user_id, role, created_at } = rows[0];
        await client.query(
          'insert into flags.members (project_id, user_id, role, created_at) values ($1, $2, $3, $4)',
          [project_id, user_id, role, created_at],
        );
      });
      return [answer];
    });
    expect(await stateOf(fixture.project.id, everybody)).toBe(before);
    return answer as ServiceResponse;
  }

  const send = (line: Line) => () =>
    people.owner.client.call(line.method, fill(line, fixture.ids), {
      body: line.body?.(aboutOf(fixture)),
    });

  it.each(WRITES)(
    'S19 %s: 404 after removal during the request, 403 after a lower role, and nothing changes',
    async (_, line) => {
      expectProblem(await answerOf(send(line), remove), 404, 'not_found');
      if (line.access !== 'viewer') expectProblem(await answerOf(send(line), lowerTo('viewer')), 403, 'role_too_low');
    },
  );

  it('S19 an owner who becomes admin during the request cannot make or remove an owner', async () => {
    const { client } = people.owner;
    const members = `/api/projects/${fixture.project.id}/members`;
    const other = await aMember(url, fixture.project, 'owner');
    const attempts = [
      () => client.patch(`${members}/${people.viewer.id}`, { role: 'owner' }),
      () => client.patch(`${members}/${other.id}`, { role: 'viewer' }),
      () => client.delete(`${members}/${other.id}`),
      () => client.post(members, { email: fixture.newcomer.email, role: 'owner' }),
      () => client.post(`/api/projects/${fixture.project.id}/invitations`, { role: 'owner' }),
    ];
    for (const attempt of attempts) expectProblem(await answerOf(attempt, lowerTo('admin')), 403, 'role_too_low');
  });
});

describe('a member whose writes never pause', () => {
  const toggle = (user: User, project: Project, flag: { id: string }) =>
    user.client.patch(`/api/flags/${flag.id}/environments/${project.development.id}/toggle`, { is_enabled: true });

  it('S19 is removed as soon as those under way have ended: later ones wait behind the removal', async () => {
    const answers = await untilDecided(async () => {
      const project = await aProject(url);
      const member = await aMember(url, project, 'editor');
      const [busy, idle] = [await aFlag(project), await aFlag(project)];
      return asSuperuser(async (client) => {
        const sent: Promise<ServiceResponse>[] = [];
        let answered = 0;
        const sendAndWait = async (answer: Promise<ServiceResponse>) => {
          sent.push(answer.finally(() => answered++));
          await eventually(async () => expect(answered + (await waiting(client))).toBeGreaterThanOrEqual(sent.length));
        };
        await client.query('begin');
        await client.query('select from flags.flags where id = $1 for update', [busy.id]);
        await sendAndWait(toggle(member, project, busy));
        await sendAndWait(project.owner.client.delete(`/api/projects/${project.id}/members/${member.id}`));
        await sendAndWait(toggle(member, project, idle));
        await client.query('commit');
        return Promise.all(sent);
      });
    });
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 404]);
  });
});

describe('reads in the queue of their account', () => {
  const ENVIRONMENTS = 20;
  const TEXT = 'x'.repeat(10_000);
  const LARGE_READS = 9;

  /** Spends what the account may read: its next large read waits for seconds. @returns those before it */
  async function readMuch(member: User): Promise<Promise<ServiceResponse>[]> {
    const environments = Array.from({ length: ENVIRONMENTS }, (_, n) => ({ name: `environment ${n}` }));
    const own = await aProject(url, { environments }, member);
    const flag = await aFlag(own, { type: 'string' });
    const rule = { targeting_attribute: 'a', targeting_value: TEXT, targeting_return_value: TEXT };
    for (const { id } of own.environments)
      await eventually(async () =>
        expect((await member.client.patch(`/api/flags/${flag.id}/environments/${id}`, rule)).status).toBe(200),
      );
    return Array.from({ length: LARGE_READS }, () => member.client.get(`/api/projects/${own.id}/flags`));
  }

  /** The answers to reads of two sessions that were queued while the member was removed and one session signed out. */
  async function readMeanwhile(): Promise<{
    removed: ServiceResponse;
    signedOut: ServiceResponse;
    hasWaited: boolean;
  }> {
    const project = await aProject(url);
    const member = await aMember(url, project, 'editor');
    const other = new TestClient(url);
    await eventually(async () =>
      expect((await other.post('/api/auth/login', { email: member.email, password: PASSWORD })).status).toBe(200),
    );
    const before = await readMuch(member);
    // Large reads of an account run in their order of arrival.
    await before[0];
    let hasWaited = true;
    const answered = () => (hasWaited = false);
    const removed = member.client.get(`/api/projects/${project.id}/environments`).finally(answered);
    const signedOut = other.get('/api/projects').finally(answered);
    const removal = `/api/projects/${project.id}/members/${member.id}?rotate_sdk_keys=true`;
    expect((await project.owner.client.delete(removal)).status).toBe(200);
    expect((await other.post('/api/auth/logout')).status).toBe(200);
    return { hasWaited, removed: await removed, signedOut: await signedOut };
  }

  it('S7 S19 show nothing after removal or sign-out during the request, in particular no new keys', async () => {
    let read = await readMeanwhile();
    // On a busy machine the removal may come too late to be tried.
    for (let tries = 1; !read.hasWaited && tries < 5; tries++) read = await readMeanwhile();
    expect(read.hasWaited).toBe(true);
    expectProblem(read.removed, 404, 'not_found');
    expectProblem(read.signedOut, 401, 'unauthenticated');
  });
});
