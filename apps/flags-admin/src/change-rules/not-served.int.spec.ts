import { randomUUID } from 'node:crypto';
import { applyToBody, flagSetBody, type ServedFlag } from '@burgee/contracts/wire';
import { databaseModule } from '@burgee/service-kit/database';
import type { CurrentUser } from '@burgee/session';
import { createTestDatabase, eventually, type TestDatabase, unique } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Test, type TestingModule } from '@nestjs/testing';
import { type Logger, pino } from 'pino';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { ActOnChangeRequestService } from '../approvals/act-on-change-request.service.js';
import { ChangeRequestsQuery } from '../approvals/change-requests.query.js';
import { CreateChangeRequestService } from '../approvals/create-change-request.service.js';
import { takeFirstCheckpoint } from '../checkpoints/take-checkpoint.js';
import { SdkKeyVault } from '../environments/sdk-key-vault.js';
import { ChangeFlagValuesService } from '../flag-changes/change-flag-values.service.js';
import { ArchiveFlagService } from '../flags/archive-flag.service.js';
import { ChangeFlagValueService } from '../flags/change-flag-value.service.js';
import { CreateFlagService } from '../flags/create-flag.service.js';
import { DeleteFlagService } from '../flags/delete-flag.service.js';
import type { ValueState } from '../flags/flag-row.js';
import { FlagQuery } from '../flags/flag.query.js';
import { RenameFlagService } from '../flags/rename-flag.service.js';
import { readFlagSetAt } from '../history/flag-set-at.query.js';
import { DifferenceQuery } from '../promotions/difference.query.js';
import { PromoteService } from '../promotions/promote.service.js';
import { Quotas } from '../quotas/quotas.js';
import { RestoreFlagService } from '../restores/restore-flag.service.js';
import { CreateScheduleService } from '../schedules/create-schedule.service.js';
import { RunStepService } from '../schedules/run-step.service.js';
import { ScheduleQuery } from '../schedules/schedule.query.js';
import { ImportProjectService } from '../transfer/import-project.service.js';
import { AfterCommit } from '../unit-of-work/after-commit.js';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';

const MANY = 1_000_000_000;
const LIMITS = {
  FLAG_SET_BYTES_AT_MOST: MANY,
  PROJECTS_PER_ACCOUNT_AT_MOST: MANY,
  ENVIRONMENTS_PER_PROJECT_AT_MOST: MANY,
  FLAGS_PER_PROJECT_AT_MOST: MANY,
  MEMBERS_PER_PROJECT_AT_MOST: MANY,
  SCHEDULES_PER_PROJECT_AT_MOST: MANY,
  WEBHOOKS_PER_PROJECT_AT_MOST: MANY,
  WEBHOOKS_PER_ACCOUNT_AT_MOST: MANY,
};
const logger = pino({ enabled: false }) as Logger;

let database: TestDatabase;
let module: TestingModule;
let source: DataSource;
let admin: DataSource;
let work: UnitOfWork;
let flags: FlagQuery;

beforeAll(async () => {
  database = await createTestDatabase();
  module = await Test.createTestingModule({
    imports: [databaseModule('spec', { DATABASE_URL: database.urlFor('flags-admin') })],
  }).compile();
  source = module.get(DataSource);
  admin = await new DataSource({ type: 'postgres', url: database.adminUrl, poolSize: 2 }).initialize();
  work = new UnitOfWork(source, new AfterCommit(logger), LIMITS, logger);
  flags = new FlagQuery(source);
});
afterAll(async () => {
  await admin?.destroy();
  await module?.close();
  await database?.drop();
});

interface Place {
  projectId: string;
  /** An environment without rules. */
  free: string;
  /** One with the rule of a test. */
  held: string;
  editor: CurrentUser;
  reviewer: CurrentUser;
  owner: CurrentUser;
}

async function aPlace(): Promise<Place> {
  const projectId = randomUUID();
  await source.sql`insert into flags.projects (id, name, slug) values (${projectId}, 'p', ${unique('p')})`;
  const aMember = async (role: 'editor' | 'owner'): Promise<CurrentUser> => {
    const id = randomUUID();
    await source.sql`insert into flags.members (project_id, user_id, role) values (${projectId}, ${id}, ${role})`;
    const membership = { projectId, role, neededRole: 'editor' as const };
    return { id, name: role, email: 'a@b', sessionId: randomUUID(), membership };
  };
  const anEnvironment = async (slug: string): Promise<string> => {
    // Ascending, as the service's: two that are created in one millisecond are in the order of their ids.
    const id = uuidv7();
    await source.sql`
      insert into flags.environments (id, project_id, name, slug, icon, protected)
      values (${id}, ${projectId}, ${slug}, ${slug}, '', false)`;
    await takeFirstCheckpoint(source.manager, id);
    return id;
  };
  const [free, held] = [await anEnvironment('free'), await anEnvironment('held')];
  const owner = { ...(await aMember('owner')), note: { bypassReason: 'said so' } };
  return { projectId, free, held, owner, editor: await aMember('editor'), reviewer: await aMember('editor') };
}

const RULES = {
  none: 'frozen_until = null, comment_required = false, approvals = 0',
  'a freeze': "frozen_until = now() + interval '1 day'",
  approvals: 'approvals = 1',
  'a freeze that has ended': "frozen_until = now() - interval '1 second'",
  'required comments': 'comment_required = true',
};
type Rule = keyof typeof RULES;
const set = ({ held }: Place, rule: Rule) =>
  source.query(`update flags.environments set ${RULES[rule]} where id = $1`, [held]);

const create = async ({ editor, projectId }: Place, unit = work) =>
  (await new CreateFlagService(unit, new Quotas(LIMITS), flags).create(editor, projectId, { key: 'checkout' })).view.id;

const importing = () =>
  new ImportProjectService(work, new SdkKeyVault({ SDK_KEY_SECRET: 's'.repeat(32) }), new Quotas(LIMITS), LIMITS);
async function importFlag(
  place: Place,
  actor: CurrentUser,
  value?: Partial<ValueState>,
  key = 'checkout',
): Promise<string> {
  const { projectId } = place;
  const environments = [
    { slug: 'free', name: 'free' },
    { slug: 'held', name: 'held' },
  ];
  const flag = { key, type: 'boolean', ...(value && { environments: { held: value } }) };
  const document = { version: 1, environments, flags: [flag] };
  await importing().import(actor, projectId, { document, dryRun: true, ifMatch: undefined });
  await importing().import(actor, projectId, { document, dryRun: false, ifMatch: undefined });
  const [row] = await source.sql<{ id: string }[]>`
    select id from flags.flags where project_id = ${projectId} and key = ${key}`;
  return row!.id;
}

/** The keys that clients of an environment get. Fails where its events or its history say otherwise. */
async function served(environmentId: string): Promise<string[]> {
  const [row] = await admin.sql<{ body: string; epoch: string; revision: number }[]>`
    select body, epoch, revision from sdk_read.flag_set_v2 where environment_id = ${environmentId}`;
  const { body, epoch, revision } = row!;
  const events = await admin.sql<{ kind: 'flag_updated'; data: ServedFlag }[]>`
    select kind, data from sdk_read.change_v1 where environment_id = ${environmentId} order by revision`;
  const followed = events.reduce((set, change) => applyToBody(set, change), flagSetBody([]));
  expect(String(followed)).toBe(body);
  const past = await readFlagSetAt(source.manager, environmentId, `${epoch}-${revision}`);
  expect(String(flagSetBody(past.flags.map(({ flag }) => flag)))).toBe(body);
  const keys = (JSON.parse(body) as ServedFlag[]).map(({ key }) => key);
  const [size] = await source.sql<{ bytes: number }[]>`
    select flag_set_bytes as bytes from flags.environments where id = ${environmentId}`;
  expect([environmentId, Number(size!.bytes) > 0]).toEqual([environmentId, keys.length > 0]);
  return keys;
}

const valueIn = async (flagId: string, environmentId: string) =>
  (await flags.values(flagId)).find((value) => value.environment_id === environmentId)!;
const revisionOf = async (environmentId: string): Promise<number> => {
  const [row] = await source.sql<
    { revision: number }[]
  >`select revision from flags.environments where id = ${environmentId}`;
  return Number(row!.revision);
};
const entriesOf = (flagId: string) => source.sql<
  { payload: { action: string; old_values: object; new_values: object } }[]
>`
  select payload from flags.outbox where kind = 'audit' and payload ->> 'flag_id' = ${flagId} order by created_at, event_id`;

const edit = (actor: CurrentUser, flagId: string, environmentId: string, patch: Partial<ValueState>) =>
  new ChangeFlagValueService(work).change(actor, { kind: 'edit', flagId, environmentId, patch });

const MADE = {
  created: (place: Place) => create(place),
  imported: (place: Place) => importFlag(place, place.editor),
};

describe.each(Object.keys(MADE) as (keyof typeof MADE)[])('a flag that is %s', (way) => {
  it.each(['a freeze', 'approvals'] as const)(
    'reaches no client where %s holds changes, and each client elsewhere',
    async (rule) => {
      const place = await aPlace();
      await set(place, rule);
      const flagId = await MADE[way](place);
      expect([await served(place.held), await revisionOf(place.held)]).toEqual([[], 0]);
      expect([await served(place.free), await revisionOf(place.free)]).toEqual([['checkout'], 1]);
      expect(await valueIn(flagId, place.held)).toMatchObject({ is_enabled: false, served: false });
      const [{ payload }] = (await entriesOf(flagId)) as [Awaited<ReturnType<typeof entriesOf>>[0]];
      expect(payload).toMatchObject({ new_values: { environments: [{ environment_id: place.held, served: false }] } });
      const page = await flags.page(place.projectId, { fields: 'summary' });
      expect(page.flags[0]!.environments.map((value) => value.served)).toEqual([undefined, false]);
    },
  );

  it.each(['none', 'required comments', 'a freeze that has ended'] as const)(
    'is served at once, off, as ever: %s',
    async (rule) => {
      const place = await aPlace();
      await set(place, rule);
      const flagId = await MADE[way](place);
      expect([await served(place.held), await revisionOf(place.held)]).toEqual([['checkout'], 1]);
      expect(Object.keys(await valueIn(flagId, place.held))).not.toContain('served');
      const [{ payload }] = (await entriesOf(flagId)) as [Awaited<ReturnType<typeof entriesOf>>[0]];
      expect(Object.keys(payload.new_values)).not.toContain('environments');
    },
  );
});

it('a rule that is set while a flag is created holds it', async () => {
  const place = await aPlace();
  const runner = admin.createQueryRunner();
  await runner.startTransaction();
  await runner.query('update flags.environments set approvals = 1 where id = $1', [place.held]);
  // Without the service's timeout for locks, which a busy machine exceeds.
  const creating = create(place, new UnitOfWork(admin, new AfterCommit(logger), LIMITS, logger));
  await runner.query(`do $$ begin
    for n in 1..1000 loop
      exit when exists (select from pg_locks where not granted and database = (select oid from pg_database where datname = current_database()));
      perform pg_sleep(0.01);
    end loop;
  end $$`);
  await runner.commitTransaction();
  await runner.release();
  await creating;
  expect([await served(place.held), await served(place.free)]).toEqual([[], ['checkout']]);
});

it('an import locks environments in the order of their ids, as all changes do', async () => {
  const place = await aPlace();
  await importFlag(place, place.owner, { is_enabled: true });
  const [low, high] = [place.free, place.held].toSorted();
  const environments = ['free', 'held'].map((slug) => ({ slug, name: `${slug} 2` }));
  const values = { [high === place.free ? 'free' : 'held']: { rollout_percentage: 7 } };
  const document = { version: 1, environments, flags: [{ key: 'checkout', type: 'boolean', environments: values }] };
  let imported: Promise<unknown> | undefined;
  await admin.transaction(async (other) => {
    const [backend] = await other.sql<{ id: number }[]>`select pg_backend_pid() as id`;
    await other.sql`select from flags.environments where id = ${low} for no key update`;
    imported = importing().import(place.owner, place.projectId, { document, dryRun: false, ifMatch: undefined });
    await eventually(async () => {
      const waiting = await admin.sql<unknown[]>`
        select from pg_stat_activity where ${backend!.id} = any(pg_blocking_pids(pid))`;
      expect(waiting).toHaveLength(1);
    });
    await other.sql`select from flags.environments where id = ${high} for no key update nowait`;
  });
  await imported;
});

describe('a flag that is not served yet', () => {
  it.each(['a freeze', 'approvals'] as const)('stays so when a change is refused because of %s', async (rule) => {
    const place = await aPlace();
    await set(place, rule);
    const flagId = await create(place);
    const code = rule === 'a freeze' ? 'environment_frozen' : 'approval_required';
    for (const patch of [{ is_enabled: true }, { served: true }, { rollout_percentage: 5 }])
      await expect(edit(place.editor, flagId, place.held, patch)).rejects.toMatchObject({ code });
    await expect(importFlag(place, place.editor, { is_enabled: true })).rejects.toMatchObject({ code });
    expect([await served(place.held), (await valueIn(flagId, place.held)).served]).toEqual([[], false]);
  });

  it('stays so when it is renamed, archived, deleted and restored, which no rule holds there', async () => {
    const place = await aPlace();
    await set(place, 'approvals');
    const flagId = await create(place);
    await new RenameFlagService(work, flags).rename(place.editor, flagId, { name: 'Other' });
    await new ArchiveFlagService(work, flags).archive(place.editor, flagId);
    await new DeleteFlagService(work).delete(place.editor, flagId);
    await new RestoreFlagService(work, new Quotas(LIMITS), flags).restore(place.editor, place.projectId, flagId);
    await new ArchiveFlagService(work, flags).unarchive(place.editor, flagId);
    await new DeleteFlagService(work).delete(place.editor, flagId);
    expect(await served(place.free)).toEqual([]);
    await new RestoreFlagService(work, new Quotas(LIMITS), flags).restore(place.editor, place.projectId, flagId);
    expect([await served(place.held), await revisionOf(place.held)]).toEqual([[], 0]);
    expect([await served(place.free), (await valueIn(flagId, place.held)).served]).toEqual([['checkout'], false]);
  });

  it('is served once a service of the previous release has announced a change of its value', async () => {
    const place = await aPlace();
    await set(place, 'a freeze');
    const flagId = await create(place);
    const { id } = await valueIn(flagId, place.held);
    await source.sql`update flags.flag_values set updated_at = now() where id = ${id}`;
    expect((await valueIn(flagId, place.held)).served).toBe(false);
    await source.sql`update flags.flag_values set is_enabled = true where id = ${id}`;
    expect((await valueIn(flagId, place.held)).served).toBeUndefined();
  });

  it('is not served by the end of the rule, nor by a change that changes nothing', async () => {
    const place = await aPlace();
    await set(place, 'a freeze');
    const flagId = await create(place);
    await set(place, 'none');
    await edit(place.editor, flagId, place.held, { is_enabled: false });
    expect([await served(place.held), await revisionOf(place.held)]).toEqual([[], 0]);
    await edit(place.editor, flagId, place.held, { served: true });
    await edit(place.editor, flagId, place.held, { served: true });
    expect([await served(place.held), await revisionOf(place.held)]).toEqual([['checkout'], 1]);
  });

  it('shows as a difference only where a promotion would serve it', async () => {
    const place = await aPlace();
    await set(place, 'approvals');
    await create(place);
    const compare = async (from: string, to: string) =>
      (await new DifferenceQuery(source).page(place.projectId, { from, to })).differences;
    expect(await compare(place.free, place.held)).toMatchObject([
      { key: 'checkout', parts: [], to: { served: false } },
    ]);
    expect(await compare(place.held, place.free)).toEqual([]);
  });
});

type Serve = (place: Place, flagId: string) => Promise<unknown>;

async function request(
  { projectId, held, editor, reviewer }: Place,
  flagId: string,
  patch: { served?: true; is_enabled?: boolean },
) {
  const query = new ChangeRequestsQuery(source);
  const { id, changes, tag } = await new CreateChangeRequestService(work, query).create(editor, projectId, held, {
    changes: [{ flag_id: flagId, patch }],
  });
  expect(changes).toMatchObject([{ from: { served: false }, to: { ...patch, served: true } }]);
  const acting = new ActOnChangeRequestService(work, query);
  await acting.act(reviewer, projectId, id, { action: 'approve', if_match: tag });
  await acting.act(editor, projectId, id, { action: 'apply', if_match: tag });
}

async function runSchedule({ projectId, held, editor }: Place, flagId: string): Promise<void> {
  const creating = new CreateScheduleService(work, new Quotas(LIMITS), new ScheduleQuery(source));
  const at = new Date(Date.now() + 60_000).toISOString();
  const { id } = await creating.create(
    editor,
    { projectId, flagId, environmentId: held },
    { steps: [{ at, patch: { is_enabled: true } }] },
  );
  await source.sql`update flags.schedules set next_at = now() where id = ${id}`;
  const due = {
    id,
    project_id: projectId,
    flag_id: flagId,
    environment_id: held,
    author_id: editor.id,
    author_name: null,
  };
  expect(await new RunStepService(work).run(due)).toBe('changed');
}

const free =
  (serve: Serve): Serve =>
  async (place, flagId) => {
    await set(place, 'none');
    await serve(place, flagId);
  };

/** Each with what it changes besides. */
const SERVED_BY: [string, Serve, Partial<ValueState>][] = [
  [
    "an owner's edit past the rule",
    ({ owner, held }, id) => edit(owner, id, held, { rollout_percentage: 5 }),
    { rollout_percentage: 5 },
  ],
  ['an owner who only says so', ({ owner, held }, id) => edit(owner, id, held, { served: true }), {}],
  ['an approved request', (place, id) => request(place, id, { is_enabled: true }), { is_enabled: true }],
  ['an approved request that only says so', (place, id) => request(place, id, { served: true }), {}],
  [
    'a switch once no rule holds',
    free(({ editor, held }, flagId) =>
      new ChangeFlagValueService(work).change(editor, {
        kind: 'toggle',
        flagId,
        environmentId: held,
        patch: { is_enabled: true },
      }),
    ),
    { is_enabled: true },
  ],
  [
    'a change of many flags',
    free(({ editor, held }, flag_id) =>
      new ChangeFlagValuesService(work).change(editor, held, [{ flag_id, patch: { served: true } }]),
    ),
    {},
  ],
  [
    'a promotion of an equal value',
    free(({ editor, projectId, free: from, held: to }) =>
      new PromoteService(work).promote(editor, projectId, { from, to }),
    ),
    {},
  ],
  ['a step of a schedule', free((place, id) => runSchedule(place, id)), { is_enabled: true }],
  ["an owner's import", (place) => importFlag(place, place.owner, { is_enabled: true }), { is_enabled: true }],
];

it.each(SERVED_BY)(
  'is served by %s, with a revision, an event and an entry that says so',
  async (_how, serve, changed) => {
    const place = await aPlace();
    await set(place, 'approvals');
    const flagId = await create(place);
    await serve(place, flagId);
    expect([await served(place.held), await revisionOf(place.held)]).toEqual([['checkout'], 1]);
    const value = await valueIn(flagId, place.held);
    expect(value).toMatchObject(changed);
    expect(Object.keys(value)).not.toContain('served');
    const { payload } = (await entriesOf(flagId)).findLast((entry) => entry.payload.action.startsWith('flag_'))!;
    expect(payload).toMatchObject({
      action: 'is_enabled' in changed ? 'flag_toggle' : 'flag_update',
      old_values: { served: false },
      new_values: { ...changed, served: true },
    });
  },
);
