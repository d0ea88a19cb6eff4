import { randomUUID } from 'node:crypto';
import type { CreateSwitchOffLinkRequest } from '@burgee/contracts/http';
import type { Role } from '@burgee/contracts/wire';
import { databaseModule } from '@burgee/service-kit/database';
import { createTestDatabase, eventually, type TestDatabase, unique } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Test, type TestingModule } from '@nestjs/testing';
import fc from 'fast-check';
import { type Logger, pino } from 'pino';
import { DataSource } from 'typeorm';
import { notWaited } from '../applied/not-waited.js';
import { DeleteFlagService } from '../flags/delete-flag.service.js';
import { RemoveMemberService } from '../members/remove-member.service.js';
import { UpdateMemberService } from '../members/update-member.service.js';
import { Quotas } from '../quotas/quotas.js';
import { CreateScheduleService } from '../schedules/create-schedule.service.js';
import { RunStepService } from '../schedules/run-step.service.js';
import { ScheduleQuery } from '../schedules/schedule.query.js';
import { ScheduleRunner } from '../schedules/schedule-runner.js';
import { AfterCommit } from '../unit-of-work/after-commit.js';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';
import { CallLimit } from './call-limit.js';
import { ManageSwitchOffLinksService } from './manage-switch-off-links.service.js';
import { listSwitchOffLinks } from './switch-off-link.repository.js';
import { SwitchOffService } from './switch-off.service.js';

const LIMITS = { FLAG_SET_BYTES_AT_MOST: 1_000_000, SCHEDULES_PER_PROJECT_AT_MOST: 100 };
const HOUR = 3_600_000;
const FIRING = JSON.stringify({ status: 'firing', alerts: [] });
const RESOLVED = JSON.stringify({ status: 'resolved', alerts: [] });

let database: TestDatabase;
let module: TestingModule;
let source: DataSource;
let work: UnitOfWork;
let links: ManageSwitchOffLinksService;
let runner: ScheduleRunner;

beforeAll(async () => {
  database = await createTestDatabase();
  module = await Test.createTestingModule({
    imports: [databaseModule('spec', { DATABASE_URL: database.urlFor('flags-admin') })],
  }).compile();
  source = module.get(DataSource);
  const logger = pino({ enabled: false }) as Logger;
  work = new UnitOfWork(source, new AfterCommit(logger), LIMITS, logger);
  links = new ManageSwitchOffLinksService(work);
  runner = new ScheduleRunner(source, new RunStepService(work), logger);
});
afterAll(async () => {
  await module?.close();
  await database?.drop();
});

/** The service of one replica, where no client is connected. */
const replica = () =>
  new SwitchOffService(source, work, { wait: async () => notWaited('x-1', '') } as never, new CallLimit());

async function aMemberOf(projectId: string, role: Role) {
  const id = randomUUID();
  await source.sql`insert into flags.members (project_id, user_id, role) values (${projectId}, ${id}, ${role})`;
  const membership = { projectId, role, neededRole: role };
  return { id, name: 'Ada', email: 'a@b', sessionId: randomUUID(), membership, hasFreshProof: true };
}

/** A project with two owners and two environments, in which these flags are on. The first two have the tag payments. */
async function aPlace(...keys: string[]) {
  const [projectId, environmentId, otherId] = [randomUUID(), randomUUID(), randomUUID()];
  await source.sql`insert into flags.projects (id, name, slug) values (${projectId}, 'p', ${unique('p')})`;
  const [owner, other] = [await aMemberOf(projectId, 'owner'), await aMemberOf(projectId, 'owner')];
  for (const [id, name] of [
    [environmentId, 'Production'],
    [otherId, 'Staging'],
  ] as const)
    await source.sql`
      insert into flags.environments (id, project_id, name, slug, icon, protected)
      values (${id}, ${projectId}, ${name}, ${name.toLowerCase()}, '', false)`;
  const flagIds: string[] = [];
  for (const [index, key] of keys.entries()) {
    const flagId = randomUUID();
    const tags = index < 2 ? ['payments'] : [];
    await source.sql`
      insert into flags.flags (id, project_id, key, name, type, tags)
      values (${flagId}, ${projectId}, ${key}, ${key}, 'boolean', ${tags}::text[])`;
    await source.sql`
      insert into flags.flag_values (id, flag_id, environment_id, is_enabled)
      select gen_random_uuid(), ${flagId}, e, true from unnest(${[environmentId, otherId]}::uuid[]) e`;
    flagIds.push(flagId);
  }
  return { projectId, environmentId, owner, other, flagIds };
}
type Place = Awaited<ReturnType<typeof aPlace>>;

const make = (place: Place, request: Partial<CreateSwitchOffLinkRequest> = {}) =>
  links.create(place.owner, place, {
    name: 'Checkout errors',
    ...(request.tag === undefined && { flag_id: place.flagIds[0]! }),
    ...request,
  });
const call = ({ path }: { path: string }, body = FIRING) => replica().call(path.split('/').at(-1)!, body);
const notFound = expect.objectContaining({ code: 'not_found' });

/** What is on, as "environment key percentage". */
async function onIn({ projectId }: Place): Promise<string[]> {
  const rows = await source.sql<{ what: string }[]>`
    select concat_ws(' ', e.name, f.key, v.rollout_percentage) as what
    from flags.flag_values v join flags.flags f on f.id = v.flag_id join flags.environments e on e.id = v.environment_id
    where f.project_id = ${projectId} and v.is_enabled order by e.name, f.key`;
  return rows.map(({ what }) => what);
}

interface Entry {
  action: string;
  [field: string]: unknown;
}

async function entriesOf({ projectId }: Place): Promise<Entry[]> {
  const rows = await source.sql<{ payload: Entry }[]>`
    select payload from flags.outbox where kind = 'audit' and payload ->> 'project_id' = ${projectId} order by event_id`;
  return rows.map(({ payload }) => payload);
}

describe('a switch-off link', () => {
  it('switches off its flag in its environment, alone, and the history names the link', async () => {
    const place = await aPlace('checkout', 'search');
    const link = await make(place);
    const answer = await call(link);
    expect(answer).toMatchObject({ is_resolved: false, flags: 1, clients: { total: 0, have_it: 0, not_yet: 0 } });
    expect(answer.message).toMatch(/^In Production, now off: checkout\. /);
    expect(await onIn(place)).toEqual(['Production search 100', 'Staging checkout 100', 'Staging search 100']);
    const [made, switched] = await entriesOf(place);
    expect(made).toMatchObject({
      action: 'switch_off_link_create',
      new_values: { link_id: link.id, flag: 'checkout' },
    });
    expect(JSON.stringify(made)).not.toContain('bge_off_');
    expect(switched).toMatchObject({
      action: 'flag_toggle',
      performed_by: { kind: 'link', id: link.id },
      on_behalf_of: null,
      via: 'link',
      new_values: { is_enabled: false, link_id: link.id, link: 'Checkout errors' },
    });
  });

  it('gives the same answer and changes nothing when the flag is off, and when the alert is resolved', async () => {
    const place = await aPlace('checkout');
    const link = await make(place);
    const first = await call(link);
    expect(await call(link, '')).toEqual(first);
    expect(await call(link, RESOLVED)).toMatchObject({ is_resolved: true, flags: 0, clients: null });
    await source.sql`update flags.flag_values set is_enabled = true where environment_id = ${place.environmentId}`;
    await call(link, RESOLVED);
    expect(await onIn(place)).toEqual(['Production checkout 100', 'Staging checkout 100']);
    expect((await entriesOf(place)).map(({ action }) => action)).toEqual(['switch_off_link_create', 'flag_toggle']);
    const [listed] = await listSwitchOffLinks(source.manager, place.projectId, place.environmentId);
    expect(listed?.last_used_at).toEqual(expect.any(Date));
  });

  it('switches off every flag with its tag, as one group', async () => {
    const place = await aPlace('checkout', 'invoices', 'search');
    const answer = await call(await make(place, { tag: 'payments' }));
    expect(answer).toMatchObject({ flags: 2, message: expect.stringContaining('2 flags with the tag payments') });
    expect((await onIn(place)).filter((what) => what.startsWith('Production'))).toEqual(['Production search 100']);
    const groups = (await entriesOf(place)).flatMap(({ group_id }) => group_id ?? []);
    expect([groups.length, new Set(groups).size]).toEqual([2, 1]);
  });

  it('passes freezes, approvals and required comments, and the history says so', async () => {
    const place = await aPlace('checkout');
    await source.sql`
      update flags.environments
      set approvals = 2, comment_required = true, frozen_until = now() + interval '1 day' where id = ${place.environmentId}`;
    await call(await make(place));
    expect(await onIn(place)).toEqual(['Staging checkout 100']);
    expect((await entriesOf(place)).at(-1)).toMatchObject({
      comment: 'Switch-off link: Checkout errors',
      bypass_reason: expect.stringContaining('pass freezes and approvals'),
    });
  });

  it('does not serve a flag that clients do not get yet, and leaves archived flags alone', async () => {
    const place = await aPlace('checkout', 'old');
    await source.sql`update flags.flag_values set served = false where flag_id = ${place.flagIds[0]}`;
    await source.sql`update flags.flags set archived_at = now() where id = ${place.flagIds[1]}`;
    await call(await make(place, { tag: 'payments' }));
    expect((await entriesOf(place)).map(({ action }) => action)).toEqual(['switch_off_link_create']);
    const rows = await source.sql<unknown[]>`
      select from flags.flag_values where flag_id = ${place.flagIds[0]} and not served`;
    expect(rows).toHaveLength(2);
  });

  it('changes nothing of another flag and never switches on, whatever the bodies', async () => {
    const place = await aPlace('checkout', 'invoices', 'search');
    const link = await make(place);
    const others = (await onIn(place)).filter((what) => what !== 'Production checkout 100');
    const body = fc.oneof(fc.json(), fc.string(), fc.constantFrom('', FIRING, RESOLVED));
    await fc.assert(
      fc.asyncProperty(body, fc.boolean(), async (text, isOn) => {
        await source.sql`
          update flags.flag_values set is_enabled = ${isOn}
          where flag_id = ${place.flagIds[0]} and environment_id = ${place.environmentId}`;
        await call(link, text);
        const on = await onIn(place);
        expect(on.filter((what) => what !== 'Production checkout 100')).toEqual(others);
        expect(on.length - others.length).toBeLessThanOrEqual(Number(isOn));
      }),
      { numRuns: 200 },
    );
  });
});

describe('plans of a flag whose link is called', () => {
  /** A plan that has run its first step: from 5 % to 50 %. */
  async function aRunningPlan(place: Place) {
    const [flagId] = place.flagIds as [string];
    await source.sql`
      update flags.flag_values set rollout_percentage = 5
      where flag_id = ${flagId} and environment_id = ${place.environmentId}`;
    // What the history has of it from a change before the plan.
    await source.sql`
      insert into flags.checkpoints (environment_id, revision, epoch, taken_at, flags)
      select e.id, e.revision, flags.current_epoch(e.id), now(), jsonb_build_array(jsonb_build_object(
        'flag_id', f.id, 'flag', jsonb_build_object('flag_id', f.id, 'key', f.key, 'name', f.name, 'type', f.type,
          'is_enabled', true, 'rollout_percentage', 5, 'targeting_attribute', null, 'targeting_value', null,
          'targeting_return_value', null)))
      from flags.environments e, flags.flags f where e.id = ${place.environmentId} and f.id = ${flagId}
      on conflict (environment_id, revision) do update set flags = excluded.flags`;
    const at = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();
    const plan = await new CreateScheduleService(work, new Quotas(LIMITS as never), new ScheduleQuery(source)).create(
      place.owner,
      { ...place, flagId },
      {
        steps: [
          { at: at(1), patch: { rollout_percentage: 50 } },
          { at: at(2), patch: { rollout_percentage: 100 } },
        ],
      },
    );
    await source.sql`update flags.schedules set next_at = now() where id = ${plan.id}`;
    await runner.run();
    return plan.id;
  }

  const stateOf = async (place: Place, id: string) => {
    const { status, pause } = await new ScheduleQuery(source).one(place.projectId, id);
    return [status, pause?.reason];
  };

  it('are paused, and their authors and the owners told', async () => {
    const place = await aPlace('checkout');
    const id = await aRunningPlan(place);
    await call(await make(place));
    expect(await onIn(place)).toEqual(['Staging checkout 100']);
    expect(await stateOf(place, id)).toEqual(['paused', 'link']);
    const paused = (await entriesOf(place)).find(({ action }) => action === 'schedule_pause');
    expect(paused).toMatchObject({ via: 'link', new_values: { schedule_id: id, reason: 'link' } });
    const told = await source.sql<
      unknown[]
    >`select from flags.notices where subject_id = ${id} and kind = 'plan_paused'`;
    expect(told).toHaveLength(2);
  });

  it('are paused where the flag is off already', async () => {
    const place = await aPlace('checkout');
    const id = await aRunningPlan(place);
    await source.sql`update flags.flag_values set is_enabled = false where flag_id = ${place.flagIds[0]}`;
    await call(await make(place));
    expect(await stateOf(place, id)).toEqual(['paused', 'link']);
  });

  it('are undone by a link that goes back, however often it is called', async () => {
    const place = await aPlace('checkout');
    const id = await aRunningPlan(place);
    expect(await onIn(place)).toContain('Production checkout 50');
    const link = await make(place, { effect: 'before_plan' });
    for (let i = 0; i < 2; i++) {
      await call(link);
      expect(await onIn(place)).toContain('Production checkout 5');
    }
    expect(await stateOf(place, id)).toEqual(['paused', 'link']);
  });

  it('a link that goes back switches off where no plan has run', async () => {
    const place = await aPlace('checkout');
    await call(await make(place, { effect: 'before_plan' }));
    expect(await onIn(place)).toEqual(['Staging checkout 100']);
  });
});

describe('the end of a switch-off link', () => {
  it('comes with a revocation, and its answer is that of an unknown link', async () => {
    const place = await aPlace('checkout');
    const link = await make(place);
    await links.revoke(place.other, place, link.id);
    const refusals = await Promise.allSettled([
      call(link),
      call({ path: `/api/switch-off/bge_off_${'a'.repeat(43)}` }),
      call({ path: '/api/switch-off/x' }),
    ]);
    const messages = refusals.map((one) => (one.status === 'rejected' ? (one.reason as Error).message : ''));
    expect([new Set(messages).size, messages[0]]).toEqual([1, expect.stringContaining('does not exist or has ended')]);
    expect(await onIn(place)).toHaveLength(2);
    expect((await entriesOf(place)).at(-1)).toMatchObject({
      action: 'switch_off_link_revoke',
      user_id: place.other.id,
    });
  });

  it('stops a call that is waiting for its flag', async () => {
    const place = await aPlace('checkout');
    const link = await make(place);
    const holding = source.createQueryRunner();
    await holding.startTransaction();
    try {
      await holding.query('select from flags.flags where id = $1 for update', [place.flagIds[0]]);
      const [{ pid }] = (await holding.query('select pg_backend_pid() as pid')) as [{ pid: number }];
      const refusal = call(link).catch((error: unknown) => error);
      await eventually(async () => {
        const waiting = await source.sql<unknown[]>`
          select from pg_stat_activity where ${pid}::int = any(pg_blocking_pids(pid))`;
        expect(waiting).toHaveLength(1);
      });
      await links.revoke(place.owner, place, link.id);
      await holding.rollbackTransaction();
      expect(await refusal).toEqual(notFound);
    } finally {
      await holding.release();
    }
    expect(await onIn(place)).toHaveLength(2);
  });

  it('comes with that of its flag', async () => {
    const place = await aPlace('checkout');
    const link = await make(place);
    const editor = { ...place.owner, membership: { ...place.owner.membership, neededRole: 'editor' as const } };
    await new DeleteFlagService(work).delete(editor, place.flagIds[0]!);
    await expect(call(link)).rejects.toEqual(notFound);
  });

  it.each<[string, (place: Place) => Promise<unknown>]>([
    [
      'leaves',
      ({ other, owner }) => new RemoveMemberService(work, {} as never).remove(other, other.membership, owner.id, false),
    ],
    [
      'is no longer an owner',
      ({ other, owner }) => new UpdateMemberService(work).update(other, other.membership, owner.id, { role: 'admin' }),
    ],
  ])('comes when the person who made it %s, and the list shows it', async (_what, end) => {
    const place = await aPlace('checkout');
    const superuser = await new DataSource({ type: 'postgres', url: database.adminUrl }).initialize();
    for (const { id } of [place.owner, place.other])
      await superuser.query(
        `insert into auth.users (id, name, email, email_key, password_hash) values ($1::uuid, 'Ada', $1::text, $1::text, '')`,
        [id],
      );
    await superuser.destroy();
    const link = await make(place);
    await end(place);
    await expect(call(link)).rejects.toEqual(notFound);
    const [listed] = await listSwitchOffLinks(source.manager, place.projectId, place.environmentId);
    expect(listed?.ended_at).toEqual(expect.any(Date));
    expect((await entriesOf(place)).at(-1)).toMatchObject({
      action: 'switch_off_link_revoke',
      new_values: { reason: 'author' },
    });
  });
});

describe('making a switch-off link', () => {
  it('takes an owner, also when the route does not ask for one', async () => {
    const place = await aPlace('checkout');
    const admin = await aMemberOf(place.projectId, 'admin');
    await expect(make({ ...place, owner: admin })).rejects.toMatchObject({ code: 'role_too_low' });
  });

  it.each<[string, Partial<CreateSwitchOffLinkRequest>, string]>([
    ['a flag and a tag', { flag_id: randomUUID(), tag: 'payments' }, '/tag'],
    ['a flag of another project', { flag_id: randomUUID() }, '/flag_id'],
  ])('is refused with %s', async (_what, request, pointer) => {
    const place = await aPlace('checkout');
    const made = links.create(place.owner, place, { name: 'x', ...request });
    await expect(made).rejects.toMatchObject({ code: 'invalid_request', options: { errors: [{ pointer }] } });
  });

  it('is refused without a flag or a tag, and for an environment of another project', async () => {
    const [place, foreign] = [await aPlace('checkout'), await aPlace('checkout')];
    await expect(links.create(place.owner, place, { name: 'x' })).rejects.toMatchObject({
      options: { errors: [{ pointer: '/flag_id' }] },
    });
    await expect(make({ ...place, environmentId: foreign.environmentId })).rejects.toEqual(notFound);
  });

  it('is refused above 100 in a project', async () => {
    const place = await aPlace('checkout');
    await source.sql`
      insert into flags.switch_off_links (id, project_id, environment_id, tag, name, effect, secret_hash, created_by)
      select gen_random_uuid(), ${place.projectId}, ${place.environmentId}, 't', 'n', 'off', gen_random_uuid()::text,
             ${place.owner.id} from generate_series(1, 100)`;
    await expect(make(place)).rejects.toMatchObject({ code: 'quota_exceeded' });
  });
});
