import { randomUUID } from 'node:crypto';
import type { ChangeRequestView } from '@burgee/contracts/http';
import type { TokenLimits } from '@burgee/contracts/wire';
import { databaseModule } from '@burgee/service-kit/database';
import type { CurrentUser } from '@burgee/session';
import { createTestDatabase, storeProject, type TestDatabase } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Test, type TestingModule } from '@nestjs/testing';
import { type Logger, pino } from 'pino';
import { DataSource } from 'typeorm';
import { ActOnChangeRequestService } from '../approvals/act-on-change-request.service.js';
import { AskInstead } from '../approvals/ask-instead.js';
import { ChangeRequestsQuery } from '../approvals/change-requests.query.js';
import { CreateChangeRequestService } from '../approvals/create-change-request.service.js';
import { ChangeFlagValuesService } from '../flag-changes/change-flag-values.service.js';
import { ArchiveFlagService } from '../flags/archive-flag.service.js';
import { ChangeFlagValueService } from '../flags/change-flag-value.service.js';
import type { ValueState } from '../flags/flag-row.js';
import { PromoteService } from '../promotions/promote.service.js';
import { CreateScheduleService } from '../schedules/create-schedule.service.js';
import { AfterCommit } from '../unit-of-work/after-commit.js';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';

const FLAG_SET = { FLAG_SET_BYTES_AT_MOST: 30_000, SCHEDULES_PER_PROJECT_AT_MOST: 20 };
const UNLIMITED: TokenLimits = { flags: null, tag: null, step: null, without_step: [], changes: null, ask: false };
const logger = pino({ enabled: false }) as Logger;

let database: TestDatabase;
let module: TestingModule;
let source: DataSource;
let work: UnitOfWork;
let requests: ChangeRequestsQuery;

beforeAll(async () => {
  database = await createTestDatabase();
  module = await Test.createTestingModule({
    imports: [databaseModule('spec', { DATABASE_URL: database.urlFor('flags-admin') })],
  }).compile();
  source = module.get(DataSource);
  work = new UnitOfWork(source, new AfterCommit(logger), FLAG_SET, logger);
  requests = new ChangeRequestsQuery(source);
  new AskInstead(work, new CreateChangeRequestService(work, requests)).onModuleInit();
});
afterAll(async () => {
  await module?.close();
  await database?.drop();
});

/** Two environments, each with two flags that are on for 10 %, and an editor. */
async function aPlace(approvals = 0) {
  const { members, ...stored } = await storeProject(source, {
    flags: [{ key: 'flag-0' }, { key: 'flag-1', tags: ['ops'] }],
    environments: ['e0', 'e1'],
    roles: ['editor', 'editor'],
  });
  await source.sql`
    update flags.flag_values set is_enabled = true, rollout_percentage = 10 where flag_id = any(${stored.flagIds}::uuid[])`;
  await source.sql`update flags.environments set approvals = ${approvals} where project_id = ${stored.projectId}`;
  return { ...stored, ada: members[0], bo: members[1] };
}
type Place = Awaited<ReturnType<typeof aPlace>>;

/** A personal token of Ada's. */
function tokenOf({ ada }: Place, limits: Partial<TokenLimits>): CurrentUser {
  const tokenId = randomUUID();
  const performed_by = { kind: 'token' as const, id: tokenId };
  const provenance = { performed_by, on_behalf_of: ada.id, via: 'api', run: null };
  return { ...ada, provenance, limited: { tokenId, limits: { ...UNLIMITED, ...limits } } };
}

const edit = ({ flagIds, environmentIds }: Place, actor: CurrentUser, patch: Partial<ValueState>, flag: 0 | 1 = 0) =>
  new ChangeFlagValueService(work).change(actor, {
    kind: 'edit',
    flagId: flagIds[flag],
    environmentId: environmentIds[0],
    patch,
  });
const valueOf = async ({ flagIds, environmentIds }: Place, flag: 0 | 1 = 0) => {
  const [row] = await source.sql<[ValueState]>`
    select is_enabled, rollout_percentage from flags.flag_values
    where flag_id = ${flagIds[flag]} and environment_id = ${environmentIds[0]}`;
  return row;
};
const counted = async ({ limited }: CurrentUser) => {
  const [row] = await source.sql<{ changed: number }[]>`
    select changed from flags.token_changes where token_id = ${limited?.tokenId ?? ''}`;
  return row?.changed ?? 0;
};
const beyond = (why: string) =>
  expect.objectContaining({ code: 'limit_exceeded', message: expect.stringContaining(why) });

/** The change request that became of a call. */
const asked = async (call: Promise<unknown>): Promise<ChangeRequestView> =>
  (await call.then(
    () => Promise.reject(new Error('it was not asked')),
    (error: { request: unknown }) => error.request,
  )) as ChangeRequestView;

describe('a limited token', () => {
  it('changes the flags that it names or that have its tag', async () => {
    const place = await aPlace();
    const token = tokenOf(place, { tag: 'ops' });
    await edit(place, token, { rollout_percentage: 20 }, 1);
    await expect(edit(place, token, { rollout_percentage: 20 })).rejects.toEqual(
      beyond('may not change the flag flag-0'),
    );
    expect([await valueOf(place), await valueOf(place, 1)]).toMatchObject([
      { rollout_percentage: 10 },
      { rollout_percentage: 20 },
    ]);
  });

  it('counts what it changes, in one call or several, and neither refused nor dry calls', async () => {
    const place = await aPlace();
    const token = tokenOf(place, { changes: 3, step: 50 });
    await edit(place, token, { rollout_percentage: 20 });
    await expect(edit(place, token, { rollout_percentage: 90 })).rejects.toEqual(beyond('up to 50 percentage points'));
    const [from, to] = place.environmentIds;
    const promote = (dry_run: boolean) =>
      new PromoteService(work).promote(token, place.projectId, { from, to, dry_run });
    await promote(true);
    await edit(place, token, { rollout_percentage: 20 });
    expect(await counted(token)).toBe(1);
    await promote(false);
    const changes = place.flagIds.map((flag_id) => ({ flag_id, patch: { rollout_percentage: 30 } }));
    const both = () => new ChangeFlagValuesService(work).change(token, from, changes);
    await expect(both()).rejects.toEqual(beyond('it has changed 2, and this is 2 more'));
    await edit(place, token, { rollout_percentage: 30 }, 1);
    await expect(edit(place, token, { rollout_percentage: 31 })).rejects.toEqual(beyond('may change 3 values in all'));
    expect(await counted(token)).toBe(3);
  });

  it('does nothing that has no limit', async () => {
    const place = await aPlace();
    const token = tokenOf(place, {});
    const [flagId] = place.flagIds;
    const archive = new ArchiveFlagService(work, { one: async () => undefined } as never).archive(token, flagId);
    await expect(archive).rejects.toEqual(beyond('may only change values'));
    const at = new Date(Date.now() + 60_000).toISOString();
    const steps = [{ at, patch: { rollout_percentage: 11 } }];
    const where = { projectId: place.projectId, flagId, environmentId: place.environmentIds[0] };
    const quotas = { roomForSchedule: async () => undefined } as never;
    const schedule = new CreateScheduleService(work, quotas, {} as never).create(token, where, { steps });
    await expect(schedule).rejects.toEqual(beyond('may only change values, at once'));
  });
});

describe('a token that may ask', () => {
  const act = async (
    place: Place,
    actor: CurrentUser,
    request: ChangeRequestView,
    action: 'approve' | 'apply' | 'reject',
  ) =>
    (
      await new ActOnChangeRequestService(work, requests).act(actor, place.projectId, request.id, {
        action,
        if_match: request.tag,
      })
    ).view;

  it('makes a change request of what goes beyond, which its account approves and applies', async () => {
    const place = await aPlace();
    const token = tokenOf(place, { step: 5, ask: true });
    const request = await asked(edit(place, token, { rollout_percentage: 60 }));
    expect(request).toMatchObject({ state: 'in_review', approvals_needed: 1, author_id: place.ada.id });
    expect(request.changes).toMatchObject([{ from: { rollout_percentage: 10 }, to: { rollout_percentage: 60 } }]);
    expect([await valueOf(place), await counted(token)]).toMatchObject([{ rollout_percentage: 10 }, 0]);
    await expect(act(place, place.ada, request, 'apply')).rejects.toMatchObject({ code: 'request_not_ready' });
    expect(await act(place, place.ada, request, 'approve')).toMatchObject({ state: 'approved' });
    await expect(act(place, token, request, 'apply')).rejects.toEqual(beyond('up to 5 percentage points'));
    expect(await act(place, place.ada, request, 'apply')).toMatchObject({ state: 'applied' });
    expect(await valueOf(place)).toMatchObject({ rollout_percentage: 60 });
  });

  it('needs a person for a request that it makes itself, and leaves those of the person alone', async () => {
    const place = await aPlace();
    const [token, creation] = [tokenOf(place, { step: 5 }), new CreateChangeRequestService(work, requests)];
    const changes = [{ flag_id: place.flagIds[0], patch: { rollout_percentage: 60 } }];
    const request = (by: CurrentUser) => creation.create(by, place.projectId, place.environmentIds[0], { changes });
    expect(await request(token)).toMatchObject({ state: 'in_review', approvals_needed: 1 });
    const own = await request(place.ada);
    expect(own).toMatchObject({ state: 'approved', approvals_needed: 0 });
    for (const action of ['apply', 'reject'] as const)
      await expect(act(place, token, own, action)).rejects.toEqual(beyond('its own change requests'));
  });

  it('needs someone else where the environment asks for approvals', async () => {
    const place = await aPlace(1);
    const request = await asked(edit(place, tokenOf(place, { step: 5, ask: true }), { rollout_percentage: 60 }));
    await expect(act(place, place.ada, request, 'approve')).rejects.toMatchObject({ code: 'role_too_low' });
    expect(await act(place, place.bo, request, 'approve')).toMatchObject({ state: 'approved' });
  });

  it('asks for one environment at a time, and leaves the requests of others alone', async () => {
    const place = await aPlace();
    const token = tokenOf(place, { flags: [], ask: true });
    const { from, to } = { from: place.environmentIds[0], to: place.environmentIds[1] };
    await edit(place, place.bo, { rollout_percentage: 40 });
    const request = await asked(new PromoteService(work).promote(token, place.projectId, { from, to }));
    expect(request).toMatchObject({ environment_id: to, changes: [{ to: { rollout_percentage: 40 } }] });
    const other = { ...token, id: place.bo.id };
    await expect(act(place, other, request, 'reject')).rejects.toEqual(beyond('its own change requests'));
  });
});
