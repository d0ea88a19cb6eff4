import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase, unique } from '@burgee/testing';
import { databaseModule } from '@burgee/service-kit/database';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Test, type TestingModule } from '@nestjs/testing';
import { pino } from 'pino';
import { DataSource } from 'typeorm';
import { ApplyGroups } from './apply-groups.js';

const ISSUER = 'https://id.example.com';

let database: TestDatabase;
let module: TestingModule;
let admin: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  module = await Test.createTestingModule({
    imports: [databaseModule('spec', { DATABASE_URL: database.urlFor('flags-admin') })],
  }).compile();
  admin = await new DataSource({ type: 'postgres', url: database.adminUrl }).initialize();
});
afterAll(async () => {
  await Promise.all([module?.close(), admin?.destroy()]);
  await database?.drop();
});

describe('a role for a large group', () => {
  it('reaches those whose sign-in waits for it first', async () => {
    const projectId = randomUUID();
    await admin.query(`insert into flags.projects (id, name, slug) values ($1, 'Shop', $2)`, [projectId, unique('p')]);
    await admin.query(
      `insert into flags.group_roles (id, project_id, issuer, group_name, role) values ($1, $2, $3, 'all', 'viewer')`,
      [randomUUID(), projectId, ISSUER],
    );
    await admin.query(`
      insert into auth.users (id, name, email, email_key, password_hash)
      select id, 'Ada', id::text, id::text, '' from (select gen_random_uuid() as id from generate_series(1, 250)) made`);
    await admin.query(
      `insert into auth.identities (id, user_id, issuer, subject, groups, last_sign_in_at)
       select gen_random_uuid(), id, $1, id::text, '["all"]', now() - interval '1 hour' from auth.users`,
      [ISSUER],
    );
    const [[waiting]] = await admin.query(`
      update auth.identities set last_sign_in_at = now()
      where id = (select id from auth.identities order by id desc limit 1) returning user_id`);
    const applied: string[] = [];
    const service = { apply: async (userId: string) => void applied.push(userId) };
    await new ApplyGroups(module.get(DataSource), service as never, pino({ enabled: false })).run();
    expect(applied[0]).toBe(waiting.user_id);
    expect(applied).toHaveLength(100);
  });
});
