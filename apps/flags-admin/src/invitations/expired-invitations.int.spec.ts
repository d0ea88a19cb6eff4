import { databaseModule } from '@burgee/service-kit/database';
import { createTestDatabase, type TestDatabase } from '@burgee/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
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

it('expired invitations are deleted, open ones stay', async () => {
  const source = module.get(DataSource);
  await source.sql`
    with project as (
      insert into flags.projects (id, name, slug) values (gen_random_uuid(), 'Shop', 'shop') returning id
    ), member as (
      insert into flags.members (project_id, user_id, role) select id, gen_random_uuid(), 'owner' from project
      returning project_id, user_id
    )
    insert into flags.invitations (id, project_id, token_hash, role, invited_by, expires_at)
    select gen_random_uuid(), project_id, ends::text, 'viewer', user_id, now() + ends * interval '1 second'
    from member, unnest(array[-60, 0, 60]) as ends`;
  await new ExpiredInvitations(source, pino({ level: 'silent' })).run();
  expect(await source.sql`select token_hash from flags.invitations`).toEqual([{ token_hash: '60' }]);
});
