import { may, ROLES, type Role, standingIn } from '@burgee/contracts/wire';
import { databaseModule } from '@burgee/service-kit/database';
import { createTestDatabase, storeProject, type TestDatabase } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Test, type TestingModule } from '@nestjs/testing';
import { type Logger, pino } from 'pino';
import { DataSource } from 'typeorm';
import { DeleteFlagService } from '../flags/delete-flag.service.js';
import { AfterCommit } from '../unit-of-work/after-commit.js';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';
import { ActOnChangeRequestService } from './act-on-change-request.service.js';
import { ChangeRequestsQuery } from './change-requests.query.js';
import { CreateChangeRequestService } from './create-change-request.service.js';

const PEOPLE = ['owner', 'author', 'ada', 'bo', 'viewer'] as const;
type Person = (typeof PEOPLE)[number];
const logger = pino({ enabled: false }) as Logger;

let database: TestDatabase;
let module: TestingModule;
let source: DataSource;
let work: UnitOfWork;

beforeAll(async () => {
  database = await createTestDatabase();
  module = await Test.createTestingModule({
    imports: [databaseModule('spec', { DATABASE_URL: database.urlFor('flags-admin') })],
  }).compile();
  source = module.get(DataSource);
  work = new UnitOfWork(source, new AfterCommit(logger), { FLAG_SET_BYTES_AT_MOST: 30_000 }, logger);
});
afterAll(async () => {
  await module?.close();
  await database?.drop();
});

/** A project with two flags, an environment that requires two approvals, and a member for each role. */
async function aPlace(approvals = 2) {
  const { projectId, flagIds, environmentIds, members } = await storeProject(source, {
    flags: [{ key: 'one' }, { key: 'two' }],
    environments: ['production'],
    roles: ['owner', 'editor', 'editor', 'editor', 'viewer'],
  });
  const [environmentId] = environmentIds;
  await source.sql`update flags.environments set approvals = ${approvals} where id = ${environmentId}`;
  const [owner, author, ada, bo, viewer] = members;
  return { projectId, flagIds, environmentId, owner, author, ada, bo, viewer };
}
type Place = Awaited<ReturnType<typeof aPlace>>;

const query = () => new ChangeRequestsQuery(source);
const request = (place: Place, { draft = false, count = 1, limited = false } = {}) =>
  new CreateChangeRequestService(work, query()).create(
    { ...place.author, ...(limited && { limited: {} as never }) },
    place.projectId,
    place.environmentId,
    { changes: place.flagIds.slice(0, count).map((flag_id) => ({ flag_id, patch: { is_enabled: true } })), draft },
  );
async function act(place: Place, who: Person, id: string, action: 'approve' | 'reject' | 'submit' | 'apply') {
  const { tag } = await query().one(place.projectId, id);
  await new ActOnChangeRequestService(work, query()).act(place[who], place.projectId, id, { action, if_match: tag });
}
const told = async (place: Place): Promise<Person[]> => {
  const rows = await source.sql<{ user_id: string }[]>`
    select user_id from flags.notices where project_id = ${place.projectId} and kind = 'request_waits'`;
  return PEOPLE.filter((who) => rows.some(({ user_id }) => user_id === place[who].id));
};

describe('the notice of a change request', () => {
  it('is for those who may approve it, until they have, or it is decided', async () => {
    const place = await aPlace();
    const { id } = await request(place);
    expect(await told(place)).toEqual(['owner', 'ada', 'bo']);
    await act(place, 'ada', id, 'approve');
    expect(await told(place)).toEqual(['owner', 'bo']);
    await act(place, 'bo', id, 'approve');
    expect(await told(place)).toEqual([]);
  });

  it.each<[string, (place: Place, id: string) => Promise<unknown>]>([
    ['it is rejected', (place, id) => act(place, 'ada', id, 'reject')],
    [
      'its flag is deleted',
      (place) => new DeleteFlagService(work).delete({ ...place.owner, note: { bypassReason: 'x' } }, place.flagIds[0]),
    ],
  ])('goes when %s', async (_, settle) => {
    const place = await aPlace();
    const { id } = await request(place);
    await settle(place, id);
    expect(await told(place)).toEqual([]);
  });

  it('waits for a draft to be submitted, and names a single flag', async () => {
    const place = await aPlace();
    const { id } = await request(place, { draft: true, count: 2 });
    expect(await told(place)).toEqual([]);
    await act(place, 'author', id, 'submit');
    await request(place);
    const rows = await source.sql<{ flags: number; key: string | null }[]>`
      select (about ->> 'flags')::int as flags, about ->> 'flag_key' as key from flags.notices
      where user_id = ${place.ada.id} order by flags`;
    expect(rows).toEqual([
      { flags: 1, key: 'one' },
      { flags: 2, key: null },
    ]);
  });

  it('is also for the account whose token asked, where its own approval is enough', async () => {
    const [free, ruled] = [await aPlace(0), await aPlace(1)];
    for (const place of [free, ruled]) await request(place, { limited: true });
    expect([await told(free), await told(ruled)]).toEqual([
      ['owner', 'author', 'ada', 'bo'],
      ['owner', 'ada', 'bo'],
    ]);
  });
});

describe('the notice of a decision', () => {
  const news = async (place: Place, who: Person = 'author') => {
    const { id } = place[who];
    return source.sql`
      select actor_id, about ->> 'decision' as decision, about ->> 'change_request_id' as request, read_at
      from flags.notices where user_id = ${id} and kind = 'request_decided'`;
  };

  it('tells the author, and no one else, once that it was approved, and then that it was applied', async () => {
    const place = await aPlace();
    const { id } = await request(place);
    await act(place, 'ada', id, 'approve');
    expect(await news(place)).toEqual([]);
    await act(place, 'bo', id, 'approve');
    const approved = { actor_id: place.bo.id, decision: 'approved', request: id, read_at: null };
    expect(await news(place)).toEqual([approved]);
    await act(place, 'owner', id, 'approve');
    expect(await news(place)).toEqual([approved]);
    await act(place, 'ada', id, 'apply');
    expect(await news(place)).toEqual([{ ...approved, actor_id: place.ada.id, decision: 'applied' }]);
    for (const who of ['owner', 'ada', 'bo', 'viewer'] as const) expect(await news(place, who)).toEqual([]);
  });

  it('tells the author that it was rejected, unless they withdrew it', async () => {
    const [place, own] = [await aPlace(), await aPlace()];
    await act(place, 'ada', (await request(place)).id, 'reject');
    expect(await news(place)).toMatchObject([{ decision: 'rejected' }]);
    await act(own, 'author', (await request(own)).id, 'reject');
    expect(await news(own)).toEqual([]);
  });

  it('goes when the author applies the request', async () => {
    const place = await aPlace(1);
    const { id } = await request(place);
    await act(place, 'ada', id, 'approve');
    expect(await news(place)).toHaveLength(1);
    await act(place, 'author', id, 'apply');
    expect(await news(place)).toEqual([]);
  });
});

const GIVEN = ROLES.flatMap((role) =>
  [undefined, 'viewer', 'editor'].map((own) => [role, own as Role | undefined] as const),
);

it.each(GIVEN)(
  'a member with the role %s, and %s in the environment, gets it only if they may approve',
  async (role, own) => {
    const place = await aPlace();
    const roles = own === undefined ? {} : { [place.environmentId]: own };
    await source.sql`
    update flags.members set role = ${role}, environment_roles = ${JSON.stringify(roles)}::jsonb
    where user_id = ${place.ada.id}`;
    await request(place);
    const mayApprove = may(
      standingIn({ role, environment_roles: roles as never }, place.environmentId),
      'approve_change',
    );
    expect((await told(place)).includes('ada')).toBe(mayApprove);
  },
);
