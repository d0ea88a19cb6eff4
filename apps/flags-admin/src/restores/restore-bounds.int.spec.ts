import { randomUUID } from 'node:crypto';
import { databaseModule } from '@burgee/service-kit/database';
import { createTestDatabase, type TestDatabase, unique } from '@burgee/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Test, type TestingModule } from '@nestjs/testing';
import { type Logger, pino } from 'pino';
import { DataSource } from 'typeorm';
import { takeFirstCheckpoint } from '../checkpoints/take-checkpoint.js';
import { Quotas } from '../quotas/quotas.js';
import { AfterCommit } from '../unit-of-work/after-commit.js';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';
import { FlagQuery } from '../flags/flag.query.js';
import { RestoreFlagService } from './restore-flag.service.js';
import { RestoreService } from './restore.service.js';
import { RevertService } from './revert.service.js';

const LIMITS = {
  PROJECTS_PER_ACCOUNT_AT_MOST: 10,
  ENVIRONMENTS_PER_PROJECT_AT_MOST: 100,
  FLAGS_PER_PROJECT_AT_MOST: 10_000,
  SCHEDULES_PER_PROJECT_AT_MOST: 10,
  WEBHOOKS_PER_PROJECT_AT_MOST: 10,
  WEBHOOKS_PER_ACCOUNT_AT_MOST: 100,
  MEMBERS_PER_PROJECT_AT_MOST: 10,
  FLAG_SET_BYTES_AT_MOST: 10_000_000,
};
const actor = { id: randomUUID(), name: 'Ada', email: 'a@b', sessionId: randomUUID(), membership: null };

let database: TestDatabase;
let module: TestingModule;
let source: DataSource;
let restoring: RestoreService;
let reverting: RevertService;
let restoringFlags: RestoreFlagService;

beforeAll(async () => {
  database = await createTestDatabase();
  module = await Test.createTestingModule({
    imports: [databaseModule('spec', { DATABASE_URL: database.urlFor('flags-admin') })],
  }).compile();
  source = module.get(DataSource);
  const logger = pino({ enabled: false }) as Logger;
  const work = new UnitOfWork(source, new AfterCommit(logger), LIMITS, logger);
  restoring = new RestoreService(work, new Quotas(LIMITS));
  reverting = new RevertService(work);
  restoringFlags = new RestoreFlagService(work, new Quotas(LIMITS), new FlagQuery(source));
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

/**
 * Two flags, each with a text of this many bytes in every one of 50 environments, and a checkpoint of one environment.
 */
async function aCheckpoint(bytes: number) {
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
  const [first] = await source.sql<{ environment_id: string; epoch: string; flag_id: string }[]>`
    select e.id as environment_id, flags.current_epoch(e.id) as epoch, f.id as flag_id
    from flags.environments e join flags.flags f using (project_id) where e.project_id = ${id} limit 1`;
  const { environment_id: environmentId = '', epoch = '', flag_id: flagId = '' } = first ?? {};
  await takeFirstCheckpoint(source.manager, environmentId);
  return { id, environmentId, flagId, epoch };
}

/** Removes both flags and restores them. */
async function restore(take: (projectId: string) => Promise<unknown>, bytes: number) {
  const { id, environmentId, epoch } = await aCheckpoint(bytes);
  await take(id);
  return restoring.restore(actor, id, environmentId, { at: `${epoch}-0` });
}

it.each([
  ['archived', archive],
  ['deleted', remove],
])('S70 limits the bytes of restored %s flags over all environments', async (_, take) => {
  await expect(restore(take, 50_000)).rejects.toMatchObject({
    code: 'invalid_request',
    options: { errors: [{ pointer: '/flags' }] },
  });
  expect((await restore(take, 10)).view.changes).toHaveLength(2);
});

/** Revokes the right to read values of deleted flags, so that a query for them fails. */
async function withoutValues<T>(work: () => Promise<T>): Promise<T> {
  const admin = await new DataSource({ type: 'postgres', url: database.adminUrl, poolSize: 1 }).initialize();
  const role = new URL(database.urlFor('flags-admin')).username;
  try {
    await admin.query(`revoke select on flags.deleted_flags from ${role}`);
    await admin.query(`grant select (flag_id, project_id, flag, deleted_at) on flags.deleted_flags to ${role}`);
    return await work();
  } finally {
    await admin.query(`grant select on flags.deleted_flags to ${role}`);
    await admin.destroy();
  }
}

it('S135 reads no values of deleted flags when their keys are used again', async () => {
  const { id, environmentId, flagId, epoch } = await aCheckpoint(10);
  await remove(id);
  await source.sql`
    insert into flags.flags (id, project_id, key, name, type)
    select gen_random_uuid(), ${id}, flag ->> 'key', 'f', 'string' from flags.deleted_flags where project_id = ${id}`;
  const refused = { code: 'duplicate' };
  await withoutValues(async () => {
    await expect(restoringFlags.restore(actor, id, flagId)).rejects.toMatchObject(refused);
    await expect(restoring.restore(actor, id, environmentId, { at: `${epoch}-0` })).rejects.toMatchObject(refused);
  });
});

it('S90 reverting an entry reads one flag, which may exist only in a checkpoint', async () => {
  const { environmentId, flagId, epoch } = await aCheckpoint(10);
  const entry_id = randomUUID();
  await source.sql`
    insert into flags.history (environment_id, revision, epoch, flag_id, flag, entry_id, changed_at)
    select environment_id, 1, ${epoch}, ${flagId}, null, ${entry_id}, now()
    from flags.checkpoints where environment_id = ${environmentId}`;
  const revert = (to: 'before' | 'after') =>
    reverting.revert(actor, { flagId, environmentId, request: { entry_id, to } });
  const { view } = await revert('before');
  expect(view).toMatchObject({ is_enabled: false, targeting_return_value: 'x'.repeat(10) });
  await expect(revert('after')).rejects.toMatchObject({ code: 'invalid_request' });
});
