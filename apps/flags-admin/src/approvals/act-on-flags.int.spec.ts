import type { ChangeRequestActionRequest, ChangeRequestView, RequestedChange } from '@burgee/contracts/http';
import { databaseModule } from '@burgee/service-kit/database';
import { createTestDatabase, entriesInOutbox, storeProject, type TestDatabase } from '@burgee/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Test, type TestingModule } from '@nestjs/testing';
import { type Logger, pino } from 'pino';
import { DataSource } from 'typeorm';
import { AfterCommit } from '../unit-of-work/after-commit.js';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';
import { ActOnChangeRequestService } from './act-on-change-request.service.js';
import { ChangeRequestsQuery } from './change-requests.query.js';
import { CreateChangeRequestService } from './create-change-request.service.js';

const logger = pino({ enabled: false }) as Logger;
let database: TestDatabase;
let module: TestingModule;
let source: DataSource;
let creating: CreateChangeRequestService;
let acting: ActOnChangeRequestService;

beforeAll(async () => {
  database = await createTestDatabase();
  module = await Test.createTestingModule({
    imports: [databaseModule('spec', { DATABASE_URL: database.urlFor('flags-admin') })],
  }).compile();
  source = module.get(DataSource);
  const work = new UnitOfWork(source, new AfterCommit(logger), { FLAG_SET_BYTES_AT_MOST: 30_000 }, logger);
  const query = new ChangeRequestsQuery(source);
  creating = new CreateChangeRequestService(work, query);
  acting = new ActOnChangeRequestService(work, query);
});
afterAll(async () => {
  await module?.close();
  await database?.drop();
});

/** Two environments that each require one approval, two editors, and an editor in the second environment alone. */
async function aPlace() {
  const { projectId, flagIds, environmentIds, members } = await storeProject(source, {
    flags: [{ key: 'old' }, { key: 'older' }, { key: 'oldest' }],
    environments: ['staging', 'production'],
    roles: ['editor', 'editor', 'viewer'],
  });
  const [author, editor, viewer] = members;
  await source.sql`update flags.environments set approvals = 1 where project_id = ${projectId}`;
  await source.sql`
    update flags.members set environment_roles = ${JSON.stringify({ [environmentIds[1]]: 'editor' })}::jsonb
    where project_id = ${projectId} and user_id = ${viewer.id}`;
  const ofProduction = { ...viewer, membership: { ...viewer.membership, neededRole: 'environment-editor' as const } };
  return { projectId, flagIds, production: environmentIds[1], author, editor, ofProduction };
}
type Place = Awaited<ReturnType<typeof aPlace>>;

const ask = ({ author, projectId, production }: Place, changes: RequestedChange[]) =>
  creating.create(author, projectId, production, { changes });

const act = async (
  place: Place,
  who: 'author' | 'editor' | 'ofProduction',
  { id, tag }: ChangeRequestView,
  action: ChangeRequestActionRequest['action'],
) => (await acting.act(place[who], place.projectId, id, { action, if_match: tag })).view;

const flagsOf = ({ projectId }: Place) => source.sql<{ key: string; archived: boolean }[]>`
  select key, archived_at is not null as archived from flags.flags where project_id = ${projectId} order by key`;

it('archives, unarchives and deletes flags in all environments once their request is approved and applied', async () => {
  const place = await aPlace();
  const [old, older, oldest] = place.flagIds;
  await source.sql`update flags.flags set archived_at = now() where id in (${older}, ${oldest})`;
  const request = await ask(place, [
    { flag_id: old, action: 'archive' },
    { flag_id: older, action: 'delete' },
    { flag_id: oldest, action: 'unarchive' },
  ]);
  expect(request).toMatchObject({
    state: 'in_review',
    changes: [
      { key: 'old', action: 'archive', to: null, is_changed: false },
      { key: 'older', action: 'delete', to: null, is_changed: false },
      { key: 'oldest', action: 'unarchive', to: null, is_changed: false },
    ],
  });
  expect(await act(place, 'editor', request, 'approve')).toMatchObject({ state: 'approved' });
  expect(await flagsOf(place)).toHaveLength(3);
  expect(await act(place, 'author', request, 'apply')).toMatchObject({ state: 'applied' });
  expect(await flagsOf(place)).toEqual([
    { key: 'old', archived: true },
    { key: 'oldest', archived: false },
  ]);
  expect(await source.sql`select flag_id from flags.deleted_flags where flag_id = ${older}`).toHaveLength(1);
  const entries = (await entriesInOutbox(source, place.projectId)).slice(-4);
  expect(entries.map(({ action, flag_key }) => [action, flag_key])).toEqual([
    ['flag_archive', 'old'],
    ['flag_unarchive', 'oldest'],
    ['flag_delete', 'older'],
    ['change_request_update', null],
  ]);
  expect(new Set(entries.map(({ group_id }) => group_id)).size).toBe(1);
  expect(entries[3]?.new_values).toMatchObject({ flags: 3, flag_keys: ['old', 'older', 'oldest'] });
});

it('records a rejection by its author as a withdrawal', async () => {
  const place = await aPlace();
  for (const who of ['author', 'editor'] as const)
    await act(place, who, await ask(place, [{ flag_id: place.flagIds[0], action: 'archive' }]), 'reject');
  const entries = await entriesInOutbox(source, place.projectId);
  const rejections = entries.filter(({ new_values }) => new_values?.state === 'rejected');
  expect(rejections.map(({ new_values }) => new_values?.withdrawn)).toEqual([true, undefined]);
});

it('needs an approval of someone who can change flags in every environment that requires one', async () => {
  const place = await aPlace();
  const request = await ask(place, [{ flag_id: place.flagIds[0], action: 'archive' }]);
  await act(place, 'ofProduction', request, 'approve');
  await expect(act(place, 'author', request, 'apply')).rejects.toMatchObject({
    code: 'approval_required',
    message: expect.stringContaining('staging requires 1 approval'),
  });
  await act(place, 'editor', request, 'approve');
  await expect(act(place, 'ofProduction', request, 'apply')).rejects.toMatchObject({ code: 'role_too_low' });
  expect(await flagsOf(place)).toMatchObject([{ archived: false }, { archived: false }, { archived: false }]);
  await act(place, 'author', request, 'apply');
  expect(await flagsOf(place)).toMatchObject([{ archived: true }, { archived: false }, { archived: false }]);
});

it('is out of date once the value changed, and binds approvals to what is done with the flag', async () => {
  const place = await aPlace();
  const [flag_id] = place.flagIds;
  const [archive, remove] = [
    await ask(place, [{ flag_id, action: 'archive' }]),
    await ask(place, [{ flag_id, action: 'delete' }]),
  ];
  expect(archive.tag).not.toBe(remove.tag);
  await source.sql`
    update flags.flag_values set is_enabled = true, updated_at = updated_at + interval '1 second' where flag_id = ${flag_id}`;
  await expect(act(place, 'editor', remove, 'approve')).rejects.toMatchObject({ code: 'request_not_ready' });
  const again = await act(place, 'author', remove, 'submit');
  expect(again).toMatchObject({ state: 'in_review', changes: [{ action: 'delete', from: { is_enabled: true } }] });
});

it('names the changes that have a patch to archive, none to update, or a flag in use to unarchive', async () => {
  const place = await aPlace();
  const [first, second, third] = place.flagIds;
  const asked = ask(place, [
    { flag_id: first, action: 'archive', patch: { is_enabled: true } },
    { flag_id: second },
    { flag_id: third, action: 'unarchive' },
  ]);
  await expect(asked).rejects.toMatchObject({
    code: 'invalid_request',
    options: { errors: [{ pointer: '/changes/0' }, { pointer: '/changes/1' }, { pointer: '/changes/2' }] },
  });
});
