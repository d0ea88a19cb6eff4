import { randomUUID } from 'node:crypto';
import { databaseModule } from '@burgee/service-kit/database';
import { createTestDatabase, type TestDatabase, unique } from '@burgee/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Test, type TestingModule } from '@nestjs/testing';
import { type Logger, pino } from 'pino';
import { DataSource } from 'typeorm';
import { AfterCommit } from '../unit-of-work/after-commit.js';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';
import { ChangeFlagsService } from './change-flags.service.js';

const LIMITS = {
  FLAG_SET_BYTES_AT_MOST: 10_000_000,
};
const actor = { id: randomUUID(), name: 'Ada', email: 'a@b', sessionId: randomUUID(), membership: null };

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
  const logger = pino({ enabled: false }) as Logger;
  work = new UnitOfWork(source, new AfterCommit(logger), LIMITS, logger);
});
afterAll(async () => {
  await module?.close();
  await database?.drop();
});

/** Another project with archived flags, each with a text of this many bytes in every environment. */
async function archivedFlags(
  flags: number,
  environments: number,
  bytes: number,
): Promise<{ id: string; flagIds: string[] }> {
  const id = randomUUID();
  await source.sql`insert into flags.projects (id, name, slug) values (${id}, 'p', ${unique('p')})`;
  await source.sql`
    insert into flags.environments (id, project_id, name, slug, icon, protected)
    select gen_random_uuid(), ${id}, 'e', n::text, '', false from generate_series(1, ${environments}::int) n`;
  await source.sql`
    insert into flags.flags (id, project_id, key, name, type, archived_at)
    select gen_random_uuid(), ${id}, 'flag-' || n, 'f', 'string', now() from generate_series(1, ${flags}::int) n`;
  await source.sql`
    insert into flags.flag_values (id, flag_id, environment_id, targeting_return_value)
    select gen_random_uuid(), f.id, e.id, repeat('x', ${bytes}::int)
    from flags.flags f join flags.environments e using (project_id) where f.project_id = ${id}`;
  const rows = await source.sql<{ id: string }[]>`select id from flags.flags where project_id = ${id} order by id`;
  return { id, flagIds: rows.map((row) => row.id) };
}

it.each([
  ['values', 41, 50, 1],
  ['bytes of text', 45, 10, 10_000],
])('S70 refuses a request that reads or writes too many %s, and says how many flags it may have', async (...its) => {
  const [, flags, environments, bytes] = its;
  const { id, flagIds: ids } = await archivedFlags(flags, environments, bytes);
  const unarchive = (flag_ids: string[]) =>
    new ChangeFlagsService(work).change(actor, id, { action: 'unarchive', flag_ids });
  await expect(unarchive(ids)).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringMatching(/Name about (39|40) flags at a time/),
    options: { errors: [{ pointer: '/flag_ids' }] },
  });
  const raised = () => source.sql`select from flags.environments where project_id = ${id} and revision > 0`;
  expect(await raised()).toHaveLength(0);
  expect((await unarchive(ids.slice(0, 39))).view.changed).toHaveLength(39);
  expect(await raised()).toHaveLength(environments);
});
