import { randomUUID } from 'node:crypto';
import { databaseModule } from '@burgee/service-kit/database';
import { createTestDatabase, type TestDatabase, unique } from '@burgee/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Test, type TestingModule } from '@nestjs/testing';
import { type Logger, pino } from 'pino';
import { DataSource } from 'typeorm';
import { takeFirstCheckpoint } from '../checkpoints/take-checkpoint.js';
import { ChangeLimits } from '../quotas/change-limits.js';
import { Quotas } from '../quotas/quotas.js';
import { AfterCommit } from '../unit-of-work/after-commit.js';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';
import { RestoreService } from './restore.service.js';

const LIMITS = {
  PROJECTS_PER_ACCOUNT_AT_MOST: 10,
  ENVIRONMENTS_PER_PROJECT_AT_MOST: 100,
  FLAGS_PER_PROJECT_AT_MOST: 10_000,
  SCHEDULES_PER_PROJECT_AT_MOST: 10,
  WEBHOOKS_PER_PROJECT_AT_MOST: 10,
  MEMBERS_PER_PROJECT_AT_MOST: 10,
  FLAG_SET_BYTES_AT_MOST: 10_000_000,
  CHANGES_PER_SECOND: 1_000_000,
  CHANGES_BURST: 1_000_000,
  CHANGED_BYTES_PER_SECOND: 1_000_000_000,
  CHANGED_BYTES_BURST: 1_000_000_000,
};
const actor = { id: randomUUID(), name: 'Ada', email: 'a@b', sessionId: randomUUID(), membership: null };

let database: TestDatabase;
let module: TestingModule;
let source: DataSource;
let restoring: RestoreService;

beforeAll(async () => {
  database = await createTestDatabase();
  module = await Test.createTestingModule({
    imports: [databaseModule('spec', { DATABASE_URL: database.urlFor('flags-admin') })],
  }).compile();
  source = module.get(DataSource);
  const logger = pino({ enabled: false }) as Logger;
  const work = new UnitOfWork(source, new AfterCommit(logger), new ChangeLimits(LIMITS), LIMITS, logger);
  restoring = new RestoreService(work, new Quotas(LIMITS));
});
afterAll(async () => {
  await module?.close();
  await database?.drop();
});

const archive = (projectId: string) => source.sql`
  update flags.flags set archived_at = now() where project_id = ${projectId}`;

async function remove(projectId: string): Promise<void> {
  await source.sql`
    insert into flags.deleted_flags (flag_id, project_id, flag, flag_values)
    select f.id, f.project_id, to_jsonb(f), (
      select jsonb_object_agg(v.environment_id, to_jsonb(v) - '{id,flag_id,environment_id,updated_at}'::text[])
      from flags.flag_values v where v.flag_id = f.id)
    from flags.flags f where f.project_id = ${projectId}`;
  await source.sql`delete from flags.flags where project_id = ${projectId}`;
}

/** Restores two flags that were taken away, each with a text of so many bytes in every one of 50 environments. */
async function restore(take: (projectId: string) => Promise<unknown>, bytes: number) {
  const id = randomUUID();
  await source.sql`insert into flags.projects (id, name, slug) values (${id}, 'p', ${unique('p')})`;
  await source.sql`
    insert into flags.environments (id, project_id, name, slug, icon, protected)
    select gen_random_uuid(), ${id}, 'e', n::text, '', false from generate_series(1, 50) n`;
  await source.sql`
    insert into flags.flags (id, project_id, key, name, type)
    select gen_random_uuid(), ${id}, 'flag-' || n, 'f', 'string' from generate_series(1, 2) n`;
  await source.sql`
    insert into flags.flag_values (id, flag_id, environment_id, targeting_return_value)
    select gen_random_uuid(), f.id, e.id, repeat('x', ${bytes}::int)
    from flags.flags f join flags.environments e using (project_id) where f.project_id = ${id}`;
  const [first] = await source.sql<{ id: string; at: string }[]>`
    select id, flags.current_epoch(id) || '-0' as at from flags.environments where project_id = ${id} limit 1`;
  const { id: environmentId = '', at = '' } = first ?? {};
  await takeFirstCheckpoint(source.manager, environmentId);
  await take(id);
  return restoring.restore(actor, id, environmentId, { at });
}

it.each([
  ['archived', archive],
  ['deleted', remove],
])('S70 what is restored of %s flags is bounded in bytes, in all environments together', async (_, take) => {
  await expect(restore(take, 50_000)).rejects.toMatchObject({
    code: 'invalid_request',
    options: { errors: [{ pointer: '/flags' }] },
  });
  expect((await restore(take, 10)).view.changes).toHaveLength(2);
});
