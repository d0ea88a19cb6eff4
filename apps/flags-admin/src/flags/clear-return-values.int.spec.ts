import { randomUUID } from 'node:crypto';
import { AuditRecordV1 } from '@burgee/contracts/messages';
import { parsePayload } from '@burgee/messaging';
import { databaseModule } from '@burgee/service-kit/database';
import { createTestDatabase, eventually, type TestDatabase, unique } from '@burgee/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Test, type TestingModule } from '@nestjs/testing';
import { pino } from 'pino';
import { DataSource } from 'typeorm';
import { LoneReturnValues1760000000014 } from '../persistence/14-lone-return-values.migration.js';
import { AfterCommit } from '../unit-of-work/after-commit.js';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';
import { ChangeFlagValueService } from './change-flag-value.service.js';
import { DeleteFlagService } from './delete-flag.service.js';
import type { ValueState } from './flag-row.js';
import { ClearReturnValues } from './clear-return-values.js';

const settings = {
  FLAG_SET_BYTES_AT_MOST: 1_000_000,
};
const logger = pino({ level: 'silent' });
const ADA = { id: randomUUID(), name: 'Ada', email: 'a@example.com', sessionId: randomUUID(), membership: null };

let database: TestDatabase;
let module: TestingModule;
/** With the role of the service. */
let source: DataSource;
/** With the role of the owner of the tables, on one connection. */
let owner: DataSource;
let [projectId, environmentId]: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  module = await Test.createTestingModule({
    imports: [databaseModule('spec', { DATABASE_URL: database.urlFor('flags-admin') })],
  }).compile();
  source = module.get(DataSource);
  owner = await new DataSource({ type: 'postgres', url: database.adminUrl, poolSize: 1 }).initialize();
});
afterAll(async () => {
  await owner?.destroy();
  await module?.close();
  await database?.drop();
});

beforeEach(async () => {
  [projectId, environmentId] = [randomUUID(), randomUUID()];
  await owner.sql`delete from flags.projects`;
  await owner.sql`insert into flags.projects (id, name, slug) values (${projectId}, 'p', ${unique('p')})`;
  await owner.sql`
    insert into flags.environments (id, project_id, name, slug, icon, protected)
    values (${environmentId}, ${projectId}, 'Production', 'e', '', false)`;
});

const work = () => new UnitOfWork(source, new AfterCommit(logger), settings, logger);
const values = () => new ChangeFlagValueService(work());
const aReplica = () => new ClearReturnValues(source, work(), logger);

/** Inserts a flag without the checks of the service. */
async function aStoredFlag(type: string, value: Partial<ValueState>): Promise<string> {
  const id = randomUUID();
  const { targeting_attribute = null, targeting_value = null, targeting_return_value = null } = value;
  await owner.sql`
    insert into flags.flags (id, project_id, key, name, type) values (${id}, ${projectId}, ${unique('key')}, 'f', ${type})`;
  await owner.sql`
    insert into flags.flag_values (id, flag_id, environment_id, is_enabled, targeting_attribute, targeting_value, targeting_return_value)
    values (${id}, ${id}, ${environmentId}, true, ${targeting_attribute}, ${targeting_value}, ${targeting_return_value})`;
  return id;
}

/** Runs the migration again on the present rows. */
async function migrate(): Promise<void> {
  const runner = owner.createQueryRunner();
  const migration = new LoneReturnValues1760000000014();
  await migration.down(runner);
  await migration.up(runner);
  await runner.query('grant select, delete on flags.lone_return_values to public');
  await runner.release();
}

async function returnValueOf(flagId: string): Promise<string | null | undefined> {
  const [row] = await owner.sql<{ text: string | null }[]>`
    select targeting_return_value as text from flags.flag_values where flag_id = ${flagId}`;
  return row?.text;
}

async function revision(): Promise<number> {
  const [row] = await owner.sql<{ revision: string }[]>`
    select revision from flags.environments where id = ${environmentId}`;
  return Number(row?.revision);
}

const messages = (flagId: string) => owner.sql<{ kind: string; payload: Record<string, unknown> }[]>`
  select kind, payload from flags.outbox where payload ->> 'flag_id' = ${flagId} order by kind`;

const notes = async (): Promise<number> => (await owner.sql<object[]>`select from flags.lone_return_values`).length;

const LONE = { targeting_return_value: '7' };
const edit = (flagId: string, patch: Partial<ValueState>) =>
  values().change(ADA, { kind: 'edit', flagId, environmentId: environmentId!, patch });

describe('clearing a return value without a rule, stored by an older release', () => {
  it('is a change with a revision, an event and an audit entry', async () => {
    const flag = await aStoredFlag('number', LONE);
    await migrate();
    expect(await aReplica().emptyAll()).toBe(1);
    expect([await returnValueOf(flag), await revision(), await notes()]).toEqual([null, 1, 0]);
    expect(await messages(flag)).toEqual([
      {
        kind: 'audit',
        payload: expect.objectContaining({
          action: 'flag_update',
          user_name: 'Burgee',
          environment_name: 'Production',
          old_values: expect.objectContaining(LONE),
          new_values: expect.objectContaining({ is_enabled: true, targeting_return_value: null }),
        }),
      },
      { kind: 'flag_updated', payload: expect.objectContaining({ targeting_return_value: null }) },
    ]);
  });

  it('is done by Burgee, in an entry that audit accepts', async () => {
    const flag = await aStoredFlag('number', LONE);
    await migrate();
    await aReplica().emptyAll();
    const [entry] = await messages(flag);
    const record = { v: 1, event_id: randomUUID(), occurred_at: new Date().toISOString(), ...entry?.payload };
    expect(parsePayload(AuditRecordV1, record)).toMatchObject({ user_name: 'Burgee', action: 'flag_update' });
  });

  it.each([
    ['a boolean flag', 'boolean', { targeting_return_value: 'true' }],
    ['a flag with a rule', 'number', { ...LONE, targeting_attribute: 'a', targeting_value: 'b' }],
    ['a flag without a return value', 'string', { targeting_return_value: null }],
  ])('leaves %s alone', async (_, type, value) => {
    const flag = await aStoredFlag(type, value);
    await migrate();
    expect([await notes(), await aReplica().emptyAll()]).toEqual([0, 0]);
    expect([await returnValueOf(flag), await revision()]).toEqual([value.targeting_return_value, 0]);
  });

  it('also applies to a flag that was toggled since', async () => {
    const flag = await aStoredFlag('string', LONE);
    await migrate();
    await values().change(ADA, {
      kind: 'toggle',
      flagId: flag,
      environmentId: environmentId!,
      patch: { is_enabled: false },
    });
    expect(await aReplica().emptyAll()).toBe(1);
    expect(await returnValueOf(flag)).toBeNull();
  });

  it.each([
    ['another value', { targeting_return_value: '8' }],
    ['a rule', { targeting_attribute: 'plan', targeting_value: 'pro' }],
  ])('leaves a flag alone that has got %s since', async (_, patch) => {
    const flag = await aStoredFlag('number', LONE);
    await migrate();
    await edit(flag, patch);
    expect([await aReplica().emptyAll(), await notes()]).toEqual([0, 0]);
    expect(await returnValueOf(flag)).toBe('targeting_return_value' in patch ? '8' : '7');
  });

  it('happens once: the same value set later is an unconditional value', async () => {
    const flag = await aStoredFlag('number', LONE);
    await migrate();
    await aReplica().emptyAll();
    await edit(flag, LONE);
    expect(await aReplica().emptyAll()).toBe(0);
    expect([await returnValueOf(flag), await revision()]).toEqual(['7', 2]);
  });

  it('happens once with several replicas that start together', async () => {
    const flags = [];
    for (let count = 0; count < 5; count++) flags.push(await aStoredFlag('json', { targeting_return_value: '{}' }));
    await migrate();
    const counts = await Promise.all(Array.from({ length: 4 }, () => aReplica().emptyAll()));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(5);
    expect(await revision()).toBe(5);
    for (const flag of flags) expect(await messages(flag)).toHaveLength(2);
  });

  it('is retried at the next start when the change fails', async () => {
    const flag = await aStoredFlag('number', LONE);
    await migrate();
    const failing = work();
    const run = failing.run.bind(failing);
    failing.run = (actor, change, options) =>
      run(actor, async (made) => (await change(made), Promise.reject(new Error('refused'))), options);
    await expect(new ClearReturnValues(source, failing, logger).emptyAll()).rejects.toThrow('refused');
    expect([await returnValueOf(flag), await revision(), await notes()]).toEqual(['7', 0, 1]);
    expect(await aReplica().emptyAll()).toBe(1);
  });

  it('continues with other flags when one fails', async () => {
    const flags = [await aStoredFlag('number', LONE), await aStoredFlag('number', LONE)].toSorted();
    await migrate();
    const holder = owner.createQueryRunner();
    await holder.startTransaction();
    await holder.query('select from flags.flags where id = $1 for update', [flags[0]]);
    await expect(aReplica().emptyAll()).rejects.toBeInstanceOf(Error);
    await holder.rollbackTransaction();
    await holder.release();
    expect([await returnValueOf(flags[0]!), await returnValueOf(flags[1]!), await notes()]).toEqual(['7', null, 1]);
    expect(await aReplica().emptyAll()).toBe(1);
  });

  it('does not block a concurrent deletion of the flag', async () => {
    const flags = [];
    for (let count = 0; count < 5; count++) flags.push(await aStoredFlag('number', LONE));
    await migrate();
    const deletion = new DeleteFlagService(work());
    const emptying = aReplica();
    const done = Promise.all(flags.map((flag) => deletion.delete(ADA, flag)));
    // A flag deleted between read and lock is not found, and the next try continues.
    await eventually(() => emptying.emptyAll());
    await done;
    expect(await notes()).toBe(0);
  });

  it('happens at the start of the service', async () => {
    const flag = await aStoredFlag('number', LONE);
    await migrate();
    const replica = aReplica();
    replica.onApplicationBootstrap();
    await eventually(async () => expect(await returnValueOf(flag)).toBeNull());
    replica.onApplicationShutdown();
    expect(await notes()).toBe(0);
  });
});
