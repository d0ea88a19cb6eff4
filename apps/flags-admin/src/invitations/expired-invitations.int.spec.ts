import { databaseModule } from '@burgee/service-kit/database';
import { createTestDatabase, type TestDatabase } from '@burgee/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Test, type TestingModule } from '@nestjs/testing';
import { pino } from 'pino';
import { DataSource } from 'typeorm';
import { ExpiredInvitations } from './expired-invitations.js';

let database: TestDatabase;
let module: TestingModule;

beforeAll(async () => {
  database = await createTestDatabase();
  module = await Test.createTestingModule({
    imports: [databaseModule('spec', { DATABASE_URL: database.urlFor('flags-admin') })],
  }).compile();
});
afterAll(async () => {
  await module?.close();
  await database?.drop();
});

beforeEach(() => module.get(DataSource).sql`delete from flags.projects`);

/** Invitations that expire in this many seconds. */
const invite = (seconds: readonly number[]) => module.get(DataSource).sql`
  with project as (
    insert into flags.projects (id, name, slug) values (gen_random_uuid(), 'Shop', 'shop') returning id
  ), member as (
    insert into flags.members (project_id, user_id, role) select id, gen_random_uuid(), 'owner' from project
    returning project_id, user_id
  )
  insert into flags.invitations (id, project_id, token_hash, role, invited_by, expires_at)
  select gen_random_uuid(), project_id, n || ':' || ends, 'viewer', user_id, now() + ends * interval '1 second'
  from member, unnest(${seconds}::int[]) with ordinality as e (ends, n)`;
const run = () => new ExpiredInvitations(module.get(DataSource), pino({ level: 'silent' })).run();
const left = async () => {
  const rows = await module.get(DataSource).sql<{ token_hash: string }[]>`select token_hash from flags.invitations`;
  return rows.map(({ token_hash }) => token_hash);
};

it('deletes expired invitations and keeps open ones', async () => {
  await invite([-60, 0, 60]);
  await run();
  expect(await left()).toEqual(['3:60']);
});

it('deletes any number of expired invitations, without waiting for a locked one', async () => {
  await invite(Array.from({ length: 2_500 }, () => -60));
  await module.get(DataSource).transaction(async (manager) => {
    await manager.sql`select from flags.invitations where token_hash = '7:-60' for update`;
    await run();
    expect(await left()).toEqual(['7:-60']);
  });
  await run();
  expect(await left()).toEqual([]);
});
