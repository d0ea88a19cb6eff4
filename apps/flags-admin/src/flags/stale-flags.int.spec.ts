import { databaseModule } from '@burgee/service-kit/database';
import { createTestDatabase, storeProject, type TestDatabase } from '@burgee/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Test, type TestingModule } from '@nestjs/testing';
import { type Logger, pino } from 'pino';
import { DataSource } from 'typeorm';
import { ArchiveFlagService } from './archive-flag.service.js';
import { FlagQuery } from './flag.query.js';
import { AfterCommit } from '../unit-of-work/after-commit.js';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';
import { NoticesQuery } from '../notices/notices.query.js';
import { STALE_FLAGS_PER_OWNER, StaleFlags } from './stale-flags.js';

const logger = pino({ enabled: false }) as Logger;

let database: TestDatabase;
let module: TestingModule;
let source: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  module = await Test.createTestingModule({
    imports: [databaseModule('spec', { DATABASE_URL: database.urlFor('flags-admin') })],
  }).compile();
  source = module.get(DataSource);
});
afterAll(async () => {
  await module?.close();
  await database?.drop();
});

/** An editor owns flags that are off and this many days old, one for each key. */
async function anOwner(keys: string[], days = 31) {
  const { projectId, flagIds, members } = await storeProject(source, {
    flags: keys.map((key) => ({ key })),
    environments: ['production'],
    roles: ['editor', 'editor'],
  });
  const [owner, other] = members;
  await source.sql`update flags.environments set created_at = now() - interval '90 days' where project_id = ${projectId}`;
  await source.sql`
    update flags.flags set owner_id = ${owner.id}, created_at = now() - make_interval(days => ${days}::int)
    where project_id = ${projectId}`;
  await source.sql`
    update flags.flag_values set updated_at = now() - make_interval(days => ${days}::int) where flag_id = any(${flagIds}::uuid[])`;
  return { projectId, flagIds, owner, other };
}

const work = () => new StaleFlags(source, logger).run();
const listed = async ({ id }: { id: string }) =>
  (await new NoticesQuery(source).page(id, {})).notices.map(({ kind, about }) => [kind, about.flag_key, about.reason]);

it('tells the owner of a flag once that it is stale, and no one else', async () => {
  const { owner, other } = await anOwner(['old']);
  const { owner: recent } = await anOwner(['new'], 29);
  await work();
  await work();
  expect([await listed(owner), await listed(other), await listed(recent)]).toEqual([
    [['flag_stale', 'old', 'off']],
    [],
    [],
  ]);
});

it.each<[string, (place: Awaited<ReturnType<typeof anOwner>>) => Promise<unknown>]>([
  [
    'has changed',
    async ({ flagIds }) => {
      await source.sql`
        update flags.flag_values set is_enabled = true, updated_at = now() where flag_id = ${flagIds[0]}`;
      await work();
    },
  ],
  [
    'has another owner',
    async ({ flagIds, other }) => {
      await source.sql`update flags.flags set owner_id = ${other.id} where id = ${flagIds[0]}`;
      await work();
    },
  ],
  [
    'is archived, at once',
    ({ flagIds, owner }) =>
      new ArchiveFlagService(
        new UnitOfWork(source, new AfterCommit(logger), { FLAG_SET_BYTES_AT_MOST: 30_000 }, logger),
        new FlagQuery(source),
      ).archive(owner, String(flagIds[0])),
  ],
])('takes it back when the flag %s', async (_, settle) => {
  const place = await anOwner(['old']);
  await work();
  expect(await listed(place.owner)).toHaveLength(1);
  await settle(place);
  expect(await listed(place.owner)).toEqual([]);
});

it('tells an owner of 20 stale flags, and of the others when these are settled', async () => {
  const keys = Array.from({ length: STALE_FLAGS_PER_OWNER + 1 }, (_, index) => `f${index}`);
  const { owner, flagIds } = await anOwner(keys);
  await work();
  expect(await listed(owner)).toHaveLength(STALE_FLAGS_PER_OWNER);
  await source.sql`
    update flags.flags set archived_at = now()
    where id in (select subject_id from flags.notices where user_id = ${owner.id} limit 5)`;
  await work();
  expect(await listed(owner)).toHaveLength(flagIds.length - 5);
});
