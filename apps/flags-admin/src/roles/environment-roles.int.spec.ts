import { randomUUID } from 'node:crypto';
import type { EnvironmentRoles, Role } from '@burgee/contracts/wire';
import { databaseModule } from '@burgee/service-kit/database';
import type { CurrentUser } from '@burgee/session';
import { createTestDatabase, eventually, type TestDatabase, unique } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Test, type TestingModule } from '@nestjs/testing';
import { type Logger, pino } from 'pino';
import { DataSource } from 'typeorm';
import { ActOnChangeRequestService } from '../approvals/act-on-change-request.service.js';
import { ChangeRequestsQuery } from '../approvals/change-requests.query.js';
import { CreateChangeRequestService } from '../approvals/create-change-request.service.js';
import { takeFirstCheckpoint } from '../checkpoints/take-checkpoint.js';
import { ChangeFlagValuesService } from '../flag-changes/change-flag-values.service.js';
import { ChangeFlagsService } from '../flag-changes/change-flags.service.js';
import { ArchiveFlagService } from '../flags/archive-flag.service.js';
import { ChangeFlagValueService } from '../flags/change-flag-value.service.js';
import { CreateFlagService } from '../flags/create-flag.service.js';
import { DeleteFlagService } from '../flags/delete-flag.service.js';
import type { ValueState } from '../flags/flag-row.js';
import { FlagQuery } from '../flags/flag.query.js';
import { RenameFlagService } from '../flags/rename-flag.service.js';
import { PromoteService } from '../promotions/promote.service.js';
import { Quotas } from '../quotas/quotas.js';
import { RestoreFlagService } from '../restores/restore-flag.service.js';
import { RestoreService } from '../restores/restore.service.js';
import { RevertService } from '../restores/revert.service.js';
import { ChangeScheduleService } from '../schedules/change-schedule.service.js';
import { CreateScheduleService } from '../schedules/create-schedule.service.js';
import { RunStepService } from '../schedules/run-step.service.js';
import { ScheduleQuery } from '../schedules/schedule.query.js';
import { AfterCommit } from '../unit-of-work/after-commit.js';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';

const LIMITS = {
  FLAGS_PER_PROJECT_AT_MOST: 100,
  SCHEDULES_PER_PROJECT_AT_MOST: 100,
  FLAG_SET_BYTES_AT_MOST: 1_000_000,
};
const quotas = new Quotas(LIMITS as never);

let database: TestDatabase;
let admin: DataSource;
let module: TestingModule;
let source: DataSource;
let work: UnitOfWork;
let flags: FlagQuery;
let requests: ChangeRequestsQuery;
let schedules: ScheduleQuery;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = await new DataSource({ type: 'postgres', url: database.adminUrl, poolSize: 2 }).initialize();
  module = await Test.createTestingModule({
    imports: [databaseModule('spec', { DATABASE_URL: database.urlFor('flags-admin') })],
  }).compile();
  source = module.get(DataSource);
  const logger = pino({ enabled: false }) as Logger;
  work = new UnitOfWork(source, new AfterCommit(logger), LIMITS, logger);
  [flags, requests, schedules] = [new FlagQuery(source), new ChangeRequestsQuery(source), new ScheduleQuery(source)];
});
afterAll(async () => {
  await admin?.destroy();
  await module?.close();
  await database?.drop();
});

type EnvironmentName = 'Staging' | 'Production';

/**
 * A project with two environments, the flag `checkout`, and members who may edit Staging alone.
 * @param isServed whether clients of Production get the flag
 */
async function aPlace(isServed = true) {
  const projectId = randomUUID();
  await source.sql`insert into flags.projects (id, name, slug) values (${projectId}, 'p', ${unique('p')})`;
  const anEnvironment = async (name: EnvironmentName) => {
    const id = randomUUID();
    await source.sql`
      insert into flags.environments (id, project_id, name, slug, icon, protected)
      values (${id}, ${projectId}, ${name}, ${name.toLowerCase()}, '', false)`;
    await takeFirstCheckpoint(source.manager, id);
    return id;
  };
  const ids = { Staging: await anEnvironment('Staging'), Production: await anEnvironment('Production') };
  /** The guard admitted the member before the roles became what they are. */
  const aMember = async (role: Role, environment_roles: EnvironmentRoles = {}): Promise<CurrentUser> => {
    const id = randomUUID();
    await source.sql`
      insert into flags.members (project_id, user_id, role, environment_roles)
      values (${projectId}, ${id}, ${role}, ${JSON.stringify(environment_roles)}::jsonb)`;
    const membership = { projectId, role, neededRole: 'environment-editor' as const };
    return { id, name: role, email: 'a@b', sessionId: randomUUID(), membership };
  };
  const people = {
    owner: await aMember('owner'),
    author: await aMember('editor'),
    viewer: await aMember('viewer'),
    'an editor who is a viewer in Production': await aMember('editor', { [ids.Production]: 'viewer' }),
    'a viewer who is an editor in Staging': await aMember('viewer', { [ids.Staging]: 'editor' }),
  };
  const approve = (approvals: number) => source.sql`
    update flags.environments set approvals = ${approvals} where id = ${ids.Production}`;
  await approve(isServed ? 0 : 1);
  const { view } = await new CreateFlagService(work, quotas, flags).create(people.owner, projectId, {
    key: 'checkout',
  });
  await approve(0);
  return { projectId, flagId: view.id, ids, people };
}
type Place = Awaited<ReturnType<typeof aPlace>>;
type Act = (actor: CurrentUser) => Promise<unknown>;
const LIMITED = ['an editor who is a viewer in Production', 'a viewer who is an editor in Staging'] as const;

const edit =
  ({ flagId, ids }: Pick<Place, 'flagId' | 'ids'>, name: EnvironmentName, patch: Partial<ValueState>): Act =>
  (actor) =>
    new ChangeFlagValueService(work).change(actor, { kind: 'edit', flagId, environmentId: ids[name], patch });

/** All that a change could change. */
async function stored({ projectId }: Place) {
  const [row] = await source.sql<object[]>`
    select (select json_agg((f.name, f.tags, f.archived_at, v.environment_id, v.is_enabled) order by f.id, v.id)
            from flags.flags f join flags.flag_values v on v.flag_id = f.id where f.project_id = ${projectId}) as flags,
           (select json_agg((s.name, s.status, s.version) order by s.id) from flags.schedules s where project_id = ${projectId}) as schedules,
           (select json_agg((r.state, r.approvals) order by r.id) from flags.change_requests r where project_id = ${projectId}) as requests,
           (select count(*) from flags.outbox where payload ->> 'project_id' = ${projectId}::text) as entries`;
  return row;
}

const refusedIn = (names: string) => ({
  code: 'role_too_low',
  message: `This requires the editor role in ${names}; yours is viewer. Nothing was changed. Ask an admin or owner.`,
});

const changesOf = ({ flagId }: Pick<Place, 'flagId'>) => [{ flag_id: flagId, patch: { rollout_percentage: 7 } }];
const ask = (place: Place, name: EnvironmentName, actor: CurrentUser) =>
  new CreateChangeRequestService(work, requests).create(actor, place.projectId, place.ids[name], {
    changes: changesOf(place),
  });
const actOn = async (place: Place, name: EnvironmentName, action: 'approve' | 'reject' | 'apply'): Promise<Act> => {
  const { id, tag } = await ask(place, name, place.people.author);
  return (actor) =>
    new ActOnChangeRequestService(work, requests).act(actor, place.projectId, id, { action, if_match: tag });
};
const plan = ({ projectId, flagId, ids }: Place, name: EnvironmentName, actor: CurrentUser) =>
  new CreateScheduleService(work, quotas, schedules).create(
    actor,
    { projectId, flagId, environmentId: ids[name] },
    { steps: [{ at: new Date(Date.now() + 3_600_000).toISOString(), patch: { rollout_percentage: 50 } }] },
  );
type PlanAct = 'pause' | 'resume' | 'cancel' | 'edit';
const changePlan = async (place: Place, name: EnvironmentName, kind: PlanAct): Promise<Act> => {
  const { id } = await plan(place, name, place.people.owner);
  const [named, changes] = [{ projectId: place.projectId, id }, new ChangeScheduleService(work, schedules)];
  if (kind === 'resume') await changes.pause(place.people.owner, named);
  return (actor) => (kind === 'edit' ? changes.edit(actor, named, { name: 'later' }) : changes[kind](actor, named));
};

/** Schedules of the environment are plans from now on, which an approval starts. */
const requireApproval = ({ ids }: Place, name: EnvironmentName) => source.sql`
  update flags.environments set approvals = 1 where id = ${ids[name]}`;
const changeReviewed = async (place: Place, name: EnvironmentName, kind: PlanAct): Promise<Act> => {
  await requireApproval(place, name);
  return changePlan(place, name, kind);
};
const decidePlan = async (place: Place, name: EnvironmentName, action: 'approve' | 'reject'): Promise<Act> => {
  await requireApproval(place, name);
  const { change_request_id } = await plan(place, name, place.people.author);
  const { id, tag } = await requests.one(place.projectId, String(change_request_id));
  return (actor) =>
    new ActOnChangeRequestService(work, requests).act(actor, place.projectId, id, { action, if_match: tag });
};

/** As the environment was after this many changes. */
async function restoreTo({ projectId, ids }: Place, name: EnvironmentName, revision: number): Promise<Act> {
  const [row] = await source.sql<{ at: string }[]>`
    select flags.current_epoch(${ids[name]}) || '-' || ${revision}::text as at`;
  return (actor) => new RestoreService(work, quotas).restore(actor, projectId, ids[name], { at: row!.at });
}

/** What touches one environment. */
const IN_ONE: Record<string, (place: Place, name: EnvironmentName) => Act | Promise<Act>> = {
  'a change of a value': (place, name) => edit(place, name, { is_enabled: true }),
  'a change of many values':
    ({ ids, ...place }, name) =>
    (actor) =>
      new ChangeFlagValuesService(work).change(actor, ids[name], changesOf(place)),
  'a promotion': async (place, name) => {
    const from = name === 'Staging' ? 'Production' : 'Staging';
    await edit(place, from, { rollout_percentage: from === 'Staging' ? 10 : 20 })(place.people.owner);
    const request = { from: place.ids[from], to: place.ids[name] };
    return (actor) => new PromoteService(work).promote(actor, place.projectId, request);
  },
  'undoing a change': async (place, name) => {
    const { flagId, ids, people } = place;
    await edit(place, name, { is_enabled: true })(people.owner);
    const [entry] = await source.sql<{ entry_id: string }[]>`
      select entry_id from flags.history where environment_id = ${ids[name]} order by revision desc limit 1`;
    const request = { entry_id: entry!.entry_id, to: 'before' as const };
    return (actor) => new RevertService(work).revert(actor, { flagId, environmentId: ids[name], request });
  },
  'restoring an environment': async (place, name) => {
    await edit(place, name, { is_enabled: true })(place.people.owner);
    return restoreTo(place, name, 1);
  },
  'a change request': (place, name) => (actor) => ask(place, name, actor),
  'an approval': (place, name) => actOn(place, name, 'approve'),
  'a rejection': (place, name) => actOn(place, name, 'reject'),
  'applying a request': (place, name) => actOn(place, name, 'apply'),
  'a schedule': (place, name) => (actor) => plan(place, name, actor),
  'editing a schedule': (place, name) => changePlan(place, name, 'edit'),
  'resuming a schedule': (place, name) => changePlan(place, name, 'resume'),
  'pausing a schedule': (place, name) => changePlan(place, name, 'pause'),
  'cancelling a schedule': (place, name) => changePlan(place, name, 'cancel'),
  'a plan': async (place, name) => {
    await requireApproval(place, name);
    return (actor) => plan(place, name, actor);
  },
  'editing a plan': (place, name) => changeReviewed(place, name, 'edit'),
  'resuming a plan': (place, name) => changeReviewed(place, name, 'resume'),
  'cancelling a plan': (place, name) => changeReviewed(place, name, 'cancel'),
  'starting a plan by its approval': (place, name) => decidePlan(place, name, 'approve'),
  'rejecting a plan': (place, name) => decidePlan(place, name, 'reject'),
};

describe.each(Object.entries(IN_ONE))('%s', (_, prepare) => {
  it.each(LIMITED)('S19 counts the role in its environment: %s', async (who) => {
    const place = await aPlace();
    const [inProduction, inStaging] = [await prepare(place, 'Production'), await prepare(place, 'Staging')];
    const before = await stored(place);
    for (const person of [place.people[who], place.people.viewer])
      await expect(inProduction(person)).rejects.toMatchObject(refusedIn('Production'));
    expect(await stored(place)).toEqual(before);
    await inStaging(place.people[who]);
    expect(await stored(place)).not.toEqual(before);
  });
});

const archiving = () => new ArchiveFlagService(work, flags);
const remove = ({ flagId, people }: Place) => new DeleteFlagService(work).delete(people.owner, flagId);

/** What touches a flag in every environment. */
const IN_ALL: Record<string, (place: Place) => Act | Promise<Act>> = {
  'another name of a flag':
    ({ flagId }) =>
    (actor) =>
      new RenameFlagService(work, flags).rename(actor, flagId, { name: 'Other' }),
  'archiving a flag':
    ({ flagId }) =>
    (actor) =>
      archiving().archive(actor, flagId),
  'archiving many flags':
    ({ projectId, flagId }) =>
    (actor) =>
      new ChangeFlagsService(work).change(actor, projectId, { action: 'archive', flag_ids: [flagId] }),
  'unarchiving a flag': async ({ flagId, people }) => {
    await archiving().archive(people.owner, flagId);
    return (actor) => archiving().unarchive(actor, flagId);
  },
  'deleting a flag':
    ({ flagId }) =>
    (actor) =>
      new DeleteFlagService(work).delete(actor, flagId),
  'restoring a deleted flag': async (place) => {
    await remove(place);
    return (actor) => new RestoreFlagService(work, quotas, flags).restore(actor, place.projectId, place.flagId);
  },
  'restoring Staging with a deleted flag': async (place) => {
    await remove(place);
    return restoreTo(place, 'Staging', 1);
  },
  'restoring Staging with an archived flag': async (place) => {
    await archiving().archive(place.people.owner, place.flagId);
    return restoreTo(place, 'Staging', 1);
  },
};

describe.each(Object.entries(IN_ALL))('%s', (_, prepare) => {
  it.each(LIMITED.flatMap((who) => [true, false].map((isServed) => [who, isServed ? 'get' : 'do not get'] as const)))(
    'S19 takes the right in every environment: %s, where clients %s it',
    async (who, served) => {
      const place = await aPlace(served === 'get');
      const act = await prepare(place);
      const before = await stored(place);
      await expect(act(place.people[who])).rejects.toMatchObject(refusedIn('Production'));
      expect(await stored(place)).toEqual(before);
      await act(place.people.author);
      expect(await stored(place)).not.toEqual(before);
    },
  );
});

it.each(['deleted', 'archived'])(
  'S19 restoring an environment with a flag that is %s takes the role in the project',
  async (gone) => {
    const place = await aPlace();
    const { projectId, flagId, ids, people } = place;
    await (gone === 'deleted' ? remove(place) : archiving().archive(people.owner, flagId));
    const everywhere = { [ids.Staging]: 'editor', [ids.Production]: 'editor' } as const;
    await setRoles(people.author.id, 'viewer', everywhere);
    const before = await stored(place);
    const [row] = await source.sql<{ at: string }[]>`select flags.current_epoch(${ids.Staging}) || '-1' as at`;
    for (const dry_run of [true, false])
      await expect(
        new RestoreService(work, quotas).restore(people.author, projectId, ids.Staging, { at: row!.at, dry_run }),
      ).rejects.toMatchObject({
        code: 'role_too_low',
        message: 'This requires the editor role; yours is viewer. Ask an admin or owner.',
      });
    expect(await stored(place)).toEqual(before);
  },
);

/** Each is also wrong for another reason. */
const ALSO_WRONG: Record<string, (place: Place) => Act | Promise<Act>> = {
  'an approval of another version': async (place) => {
    const { id } = await ask(place, 'Production', place.people.author);
    const request = { action: 'approve', if_match: 'old' } as const;
    return (actor) => new ActOnChangeRequestService(work, requests).act(actor, place.projectId, id, request);
  },
  'a promotion of other values':
    ({ projectId, ids }) =>
    (actor) => {
      const request = { from: ids.Staging, to: ids.Production, if_match: 'old' };
      return new PromoteService(work).promote(actor, projectId, request);
    },
  'resuming another version of a schedule': async (place) => {
    const { projectId, people } = place;
    const { id } = await plan(place, 'Production', people.owner);
    const named = { projectId, id, ifMatch: '"old"' };
    return (actor) => new ChangeScheduleService(work, schedules).resume(actor, named);
  },
  'restoring a flag whose key is taken': async (place) => {
    await remove(place);
    await new CreateFlagService(work, quotas, flags).create(place.people.owner, place.projectId, { key: 'checkout' });
    return (actor) => new RestoreFlagService(work, quotas, flags).restore(actor, place.projectId, place.flagId);
  },
};

it.each(Object.entries(ALSO_WRONG))('S19 tells of the role first: %s', async (_, prepare) => {
  const place = await aPlace();
  const act = await prepare(place);
  for (const who of LIMITED) await expect(act(place.people[who])).rejects.toMatchObject(refusedIn('Production'));
  await expect(act(place.people.author)).rejects.not.toMatchObject({ code: 'role_too_low' });
});

it('S19 creating a flag, its description and its tags take the role in the project', async () => {
  const { projectId, flagId, people } = await aPlace();
  const asEditor = (who: (typeof LIMITED)[number]): CurrentUser => {
    const membership = { ...people[who].membership!, neededRole: 'editor' as const };
    return { ...people[who], membership };
  };
  const acts: Act[] = [
    (actor) => new CreateFlagService(work, quotas, flags).create(actor, projectId, { key: 'new' }),
    (actor) => new RenameFlagService(work, flags).rename(actor, flagId, { description: 'More' }),
    (actor) =>
      new ChangeFlagsService(work).change(actor, projectId, { action: 'tag', flag_ids: [flagId], tags: ['a'] }),
  ];
  for (const act of acts) {
    await act(asEditor('an editor who is a viewer in Production'));
    await expect(act(asEditor('a viewer who is an editor in Staging'))).rejects.toMatchObject({
      code: 'role_too_low',
      message: 'This requires the editor role; yours is viewer. Ask an admin or owner.',
    });
  }
});

const setRoles = (userId: string, role: Role, roles: EnvironmentRoles) => source.sql`
  update flags.members set role = ${role}, environment_roles = ${JSON.stringify(roles)}::jsonb where user_id = ${userId}`;

it('S19 admins may change every environment, even with a role in one from before', async () => {
  const place = await aPlace();
  const { author } = place.people;
  await setRoles(author.id, 'admin', { [place.ids.Production]: 'viewer' });
  await expect(edit(place, 'Production', { is_enabled: true })(author)).resolves.toBeDefined();
});

it('S19 an approval counts while its giver edits the environment, and a request runs while its author does', async () => {
  const place = await aPlace();
  const { projectId, ids, people } = place;
  const reviewer = people['a viewer who is an editor in Staging'];
  await source.sql`update flags.environments set approvals = 1 where id = ${ids.Staging}`;
  const { id, tag } = await ask(place, 'Staging', people.author);
  await new ActOnChangeRequestService(work, requests).act(reviewer, projectId, id, {
    action: 'approve',
    if_match: tag,
  });
  const state = async () => (await requests.one(projectId, id)).state;
  expect(await state()).toBe('approved');
  await setRoles(reviewer.id, 'editor', { [ids.Staging]: 'viewer' });
  expect(await state()).toBe('in_review');
  await setRoles(reviewer.id, 'viewer', { [ids.Staging]: 'editor' });
  await setRoles(people.author.id, 'editor', { [ids.Staging]: 'viewer' });
  expect(await state()).toBe('paused');
});

it.each<[Role, EnvironmentRoles[string], string]>([
  ['viewer', 'editor', 'scheduled'],
  ['editor', 'viewer', 'in_review'],
])(
  'S19 a plan that its approver resumes stays approved while its author edits there: %s, %s',
  async (role, own, then) => {
    const place = await aPlace();
    const { projectId, ids, people } = place;
    const approver = people['a viewer who is an editor in Staging'];
    await (
      await decidePlan(place, 'Staging', 'approve')
    )(approver);
    const [made] = (await schedules.page(projectId, {})).schedules;
    const [named, changes] = [{ projectId, id: made!.id }, new ChangeScheduleService(work, schedules)];
    await changes.pause(approver, named);
    await setRoles(people.author.id, role, { [ids.Staging]: own });
    const author_id = then === 'scheduled' ? people.author.id : approver.id;
    expect(await changes.resume(approver, named)).toMatchObject({ status: then, author_id });
  },
);

it('S19 an approved plan pauses when its author loses the role in its environment, and says where', async () => {
  const place = await aPlace();
  const { projectId, flagId, ids, people } = place;
  await (
    await decidePlan(place, 'Production', 'approve')
  )(people.owner);
  const [made] = (await schedules.page(projectId, {})).schedules;
  await source.sql`update flags.schedules set next_at = clock_timestamp() where id = ${made!.id}`;
  await setRoles(people.author.id, 'editor', { [ids.Production]: 'viewer' });
  const due = { id: made!.id, project_id: projectId, flag_id: flagId, environment_id: ids.Production };
  expect(await new RunStepService(work).run({ ...due, author_id: people.author.id, author_name: 'Ada' })).toBe(
    'paused',
  );
  expect((await schedules.one(projectId, made!.id)).pause).toMatchObject({
    reason: 'author',
    detail: 'Its author is now viewer in Production and can no longer change flags there.',
  });
});

/** Runs while another transaction that has changed the roles of the author is not committed. */
async function duringDemotion(place: Place, roles: EnvironmentRoles, act: () => Promise<unknown>) {
  let acting: Promise<unknown> | undefined;
  await admin.transaction(async (other) => {
    const [backend] = await other.sql<{ id: number }[]>`select pg_backend_pid() as id`;
    await other.sql`
      update flags.members set environment_roles = ${JSON.stringify(roles)}::jsonb where user_id = ${place.people.author.id}`;
    acting = act();
    acting.catch(() => undefined);
    await eventually(async () => {
      const waiting = await admin.sql<unknown[]>`
        select from pg_stat_activity where ${backend!.id} = any(pg_blocking_pids(pid))`;
      expect(waiting).not.toHaveLength(0);
    });
  });
  return acting;
}

it('S19 a change of the environment in the path that waits for a lower role names the environment', async () => {
  const place = await aPlace();
  const { projectId, ids, people } = place;
  const membership = { projectId, role: 'editor', neededRole: 'editor', environmentId: ids.Production } as const;
  const act = () => edit(place, 'Production', { is_enabled: true })({ ...people.author, membership });
  await expect(duringDemotion(place, { [ids.Production]: 'viewer' }, act)).rejects.toMatchObject({
    code: 'role_too_low',
    message: 'This requires the editor role in Production; yours is viewer. Ask an admin or owner.',
  });
});

it('S19 acts that wait for a change of roles obey the new ones', async () => {
  const place = await aPlace();
  const { ids, people } = place;
  const { author } = people;
  const loses = { [ids.Production]: 'viewer' } as const;
  const acts: Act[] = [
    edit(place, 'Production', { is_enabled: true }),
    (actor) => archiving().archive(actor, place.flagId),
    await changePlan(place, 'Production', 'pause'),
    await actOn(place, 'Production', 'approve'),
  ];
  for (const act of acts) {
    await setRoles(author.id, 'editor', {});
    const before = await stored(place);
    await expect(duringDemotion(place, loses, () => act(author))).rejects.toMatchObject(refusedIn('Production'));
    expect(await stored(place)).toEqual(before);
  }
});

it.each<[EnvironmentRoles[string] | undefined, string]>([
  ['viewer', 'paused'],
  ['editor', 'changed'],
  [undefined, 'changed'],
])('S19 a step runs with what its author may do there at that time: %s, %s', async (now, outcome) => {
  const place = await aPlace();
  const { projectId, flagId, ids, people } = place;
  await edit(place, 'Production', { is_enabled: true })(people.owner);
  const { id } = await plan(place, 'Production', people.author);
  await source.sql`update flags.schedules set next_at = clock_timestamp() where id = ${id}`;
  await setRoles(people.author.id, 'editor', now ? { [ids.Production]: now } : { [ids.Staging]: 'viewer' });
  const due = { id, project_id: projectId, flag_id: flagId, environment_id: ids.Production };
  const result = await new RunStepService(work).run({ ...due, author_id: people.author.id, author_name: 'Ada' });
  expect(result).toBe(outcome);
});
