import { randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { PROJECT_DOCUMENT_BYTES_AT_MOST } from '@burgee/contracts/http';
import { databaseModule } from '@burgee/service-kit/database';
import type { AuthenticatedRequest } from '@burgee/session';
import { createTestDatabase, type TestDatabase, unique } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Test, type TestingModule } from '@nestjs/testing';
import type { FastifyReply } from 'fastify';
import { type Logger, pino } from 'pino';
import { DataSource } from 'typeorm';
import { SdkKeyVault } from '../environments/sdk-key-vault.js';
import type { ChangeRequestsQuery } from '../approvals/change-requests.query.js';
import { CreateChangeRequestService } from '../approvals/create-change-request.service.js';
import { ChangeFlagValuesService } from '../flag-changes/change-flag-values.service.js';
import { DeleteProjectService } from '../projects/delete-project.service.js';
import { PromoteService } from '../promotions/promote.service.js';
import { BYTES_OF_A_ROW, ChangeLimits } from '../quotas/change-limits.js';
import { ChangeTurns } from '../quotas/change-turns.js';
import { Quotas } from '../quotas/quotas.js';
import { AfterCommit } from '../unit-of-work/after-commit.js';
import { costOfTime } from '../unit-of-work/cost.js';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';
import { ExportProjectQuery } from './export-project.query.js';
import { ImportProjectService } from './import-project.service.js';
import { TransferController } from './transfer.controller.js';

const MANY = 1_000_000_000;
const LIMITS = {
  ENVIRONMENTS_PER_PROJECT_AT_MOST: 100,
  FLAGS_PER_PROJECT_AT_MOST: 10_000,
  FLAG_SET_BYTES_AT_MOST: MANY,
  CHANGES_PER_SECOND: MANY,
  CHANGES_BURST: MANY,
  CHANGED_BYTES_PER_SECOND: MANY,
  CHANGED_BYTES_BURST: MANY,
};
const person = { id: randomUUID(), name: 'Ada', email: 'a@b', sessionId: randomUUID() };
const adminOf = (projectId: string) => ({
  ...person,
  membership: { projectId, role: 'admin' as const, neededRole: 'admin' as const },
});

let database: TestDatabase;
let module: TestingModule;
let source: DataSource;
let exporting: ExportProjectQuery;

beforeAll(async () => {
  database = await createTestDatabase();
  module = await Test.createTestingModule({
    imports: [databaseModule('spec', { DATABASE_URL: database.urlFor('flags-admin') })],
  }).compile();
  source = module.get(DataSource);
  exporting = new ExportProjectQuery(source);
});
afterAll(async () => {
  await module?.close();
  await database?.drop();
});

/** A project whose flags have, in each environment, a text of so many characters that are as long as any in JSON. */
async function aProject(flags: number, environments: number, characters: number): Promise<string> {
  const id = randomUUID();
  await source.sql`insert into flags.projects (id, name, slug) values (${id}, 'p', ${unique('p')})`;
  await source.sql`insert into flags.members (project_id, user_id, role) values (${id}, ${person.id}, 'admin')`;
  await source.sql`
    insert into flags.environments (id, project_id, name, slug, icon, protected, sort_order)
    select gen_random_uuid(), ${id}, 'E', 'e-' || n, 'rocket', false, n from generate_series(1, ${environments}::int) n`;
  await source.sql`
    insert into flags.flags (id, project_id, key, name, type)
    select gen_random_uuid(), ${id}, 'flag-' || n, 'f', 'string' from generate_series(1, ${flags}::int) n`;
  await source.sql`
    insert into flags.flag_values (id, flag_id, environment_id, targeting_return_value)
    select gen_random_uuid(), f.id, e.id, repeat(chr(1), ${characters}::int)
    from flags.flags f join flags.environments e using (project_id) where f.project_id = ${id}`;
  return id;
}

async function exported(projectId: string) {
  const spend = jest.fn<(bytes: number) => void>();
  const hold = jest.fn<(bytes: number) => void>();
  const sum = (calls: [number][]) => calls.reduce((all, [bytes]) => all + bytes, 0);
  const result = await exporting.export(projectId, { hold, spend }).catch((error: unknown) => error);
  return { result, spent: sum(spend.mock.calls), held: sum(hold.mock.calls) };
}

/** The use cases, and what their last change was paid for. */
function withLimits() {
  const limits = new ChangeLimits(LIMITS);
  const spend = jest.spyOn(limits, 'spendBytes');
  const logger = pino({ enabled: false }) as Logger;
  const work = new UnitOfWork(source, new AfterCommit(logger), limits, LIMITS, logger);
  const vault = new SdkKeyVault({ SDK_KEY_SECRET: randomBytes(32).toString('base64') });
  const importing = new ImportProjectService(work, vault, new Quotas(LIMITS as never), LIMITS);
  const transfer = new TransferController(exporting, importing, new ChangeTurns(), limits);
  return {
    post: (projectId: string, body: Buffer) => {
      const user = adminOf(projectId);
      const request = { body: Readable.from([body]), ip: '192.0.2.1', user } as unknown as AuthenticatedRequest;
      return transfer.import(projectId, user, user.membership, {}, request, {} as FastifyReply);
    },
    importDocument: (projectId: string, document: unknown) =>
      importing.import(adminOf(projectId), projectId, { document, dryRun: true, ifMatch: undefined }, (make) => make()),
    deleting: new DeleteProjectService(work),
    requesting: new CreateChangeRequestService(work, {} as ChangeRequestsQuery),
    work,
    promoting: new PromoteService(work),
    changing: new ChangeFlagValuesService(work),
    paid: () => spend.mock.calls.at(-1)?.[1] ?? 0,
  };
}

describe('an export', () => {
  it('S123 that is too large ends where it is, and is paid for as far as it was written', async () => {
    const { result, spent, held } = await exported(await aProject(8, 50, 9_000));
    expect(result).toMatchObject({ code: 'document_too_large' });
    expect(held).toBeLessThanOrEqual(PROJECT_DOCUMENT_BYTES_AT_MOST);
    expect(spent).toBeGreaterThan(PROJECT_DOCUMENT_BYTES_AT_MOST);
    // The flag that was one too many, and counting.
    expect(spent).toBeLessThan(PROJECT_DOCUMENT_BYTES_AT_MOST + 50 * 60_000);
  });

  it('S123 of texts that are longer than a document is refused before they are read, and paid for', async () => {
    const { result, spent, held } = await exported(await aProject(30, 50, 9_000));
    expect(result).toMatchObject({ code: 'document_too_large' });
    expect([spent, held]).toEqual([30 * 50 * 50, 0]);
  });
});

describe('a call that changes many flags', () => {
  const [FLAGS, CHARACTERS] = [10, 1_000];
  /** A tenth of what they have, in two environments. */
  const READ = (FLAGS * 2 * CHARACTERS) / 10;

  it('S130 is paid for by the size of its document, though that is refused', async () => {
    const id = await aProject(0, 1, 0);
    const body = Buffer.from(JSON.stringify({ version: 1, environments: [], flags: [{ key: 'a', type: 'none' }] }));
    const { post, paid } = withLimits();
    // A refusal that takes long is charged for its time too.
    const clock = jest.spyOn(performance, 'now').mockReturnValue(performance.now());
    await expect(post(id, body)).rejects.toMatchObject({ code: 'invalid_request' });
    clock.mockRestore();
    expect(paid()).toBe(body.length + BYTES_OF_A_ROW);
  });

  it('S124 is paid for what it reads, though an import differs in nothing', async () => {
    const id = await aProject(FLAGS, 2, CHARACTERS);
    const { result } = await exported(id);
    const document: unknown = JSON.parse(String((result as { document: Buffer }).document));
    const { importDocument, paid } = withLimits();
    expect((await importDocument(id, document)).view).toMatchObject({ flags: [], environments: [] });
    expect(paid()).toBeGreaterThan(READ);
  });

  it('S133 is paid for what it reads, though it is asked for and refused for the length of its texts', async () => {
    const id = await aProject(50, 1, 10_000);
    const [environment] = await source.sql<
      { id: string }[]
    >`select id from flags.environments where project_id = ${id}`;
    const flags = await source.sql<{ id: string }[]>`select id from flags.flags where project_id = ${id}`;
    const changes = flags.map((flag) => ({ flag_id: flag.id, patch: { rollout_percentage: 7 } }));
    const { requesting, paid } = withLimits();
    await expect(requesting.create(adminOf(id), id, environment?.id ?? '', { changes })).rejects.toMatchObject({
      code: 'invalid_request',
    });
    expect(paid()).toBeGreaterThan((50 * 10_000) / 10);
  });

  it('S133 is refused by a frozen environment before anything of its project is locked', async () => {
    const id = await aProject(3, 1, 1);
    await source.sql`update flags.environments set frozen_until = now() + interval '1 hour' where project_id = ${id}`;
    const { deleting } = withLimits();
    await source.transaction(async (other) => {
      await other.sql`select from flags.flags where project_id = ${id} for update`;
      await expect(deleting.delete(adminOf(id), id)).rejects.toMatchObject({ code: 'environment_frozen' });
    });
  });

  it('S133 is paid for its time, where nothing else is known of what it did', async () => {
    const id = await aProject(0, 1, 1);
    const { work, paid } = withLimits();
    const slow = work.run(adminOf(id), async ({ manager }) => {
      await manager.sql`select pg_sleep(0.2)`;
      throw new Error('refused');
    });
    await expect(slow).rejects.toThrow('refused');
    expect(paid()).toBeGreaterThan(costOfTime(190));
  });

  it('S133 pays no time that Postgres, or whoever holds its rows, took from it', async () => {
    const id = await aProject(1, 1, 1);
    const { work, paid } = withLimits();
    await source.transaction(async (other) => {
      await other.sql`select from flags.flags where project_id = ${id} for update`;
      const slow = work.run(adminOf(id), async ({ manager }) => {
        await manager.sql`set local lock_timeout = 200`;
        await manager.sql`select from flags.flags where project_id = ${id} for update`;
      });
      await expect(slow).rejects.toMatchObject({ code: '55P03' });
    });
    const ended = work.run(adminOf(id), async ({ manager }) => {
      await manager.sql`select pg_sleep(0.2)`;
      await manager.sql`select pg_terminate_backend(pg_backend_pid())`;
    });
    await expect(ended).rejects.toMatchObject({ code: expect.any(String) });
    expect(paid()).toBe(0);
  });

  it('S133 pays for a statement that Postgres cancelled, since it had worked', async () => {
    const id = await aProject(0, 1, 1);
    const { work, paid } = withLimits();
    const slow = work.run(adminOf(id), async ({ manager }) => {
      await manager.sql`set local statement_timeout = 200`;
      await manager.sql`select pg_sleep(2)`;
    });
    await expect(slow).rejects.toMatchObject({ code: '57014' });
    expect(paid()).toBeGreaterThan(costOfTime(190));
  });

  it('S124 is paid for what it reads, though a promotion is not the one that was tried', async () => {
    const id = await aProject(FLAGS, 2, CHARACTERS);
    const [from = '', to = ''] = (
      await source.sql<{ id: string }[]>`select id from flags.environments where project_id = ${id}`
    ).map((row) => row.id);
    await source.sql`update flags.flag_values set is_enabled = true where environment_id = ${from}`;
    const { promoting, paid } = withLimits();
    const request = { from, to, if_match: 'another' };
    await expect(promoting.promote(adminOf(id), id, request)).rejects.toMatchObject({ code: 'value_changed' });
    expect(paid()).toBeGreaterThan(READ);
  });

  it('S124 is paid for what it reads, though no value changes', async () => {
    const id = await aProject(FLAGS, 1, CHARACTERS);
    const rows = await source.sql<{ flag_id: string; environment_id: string }[]>`
      select flag_id, environment_id from flags.flag_values v join flags.flags f on f.id = v.flag_id where f.project_id = ${id}`;
    const { changing, paid } = withLimits();
    const changes = rows.map(({ flag_id }) => ({ flag_id, patch: { is_enabled: false } }));
    await changing.change(adminOf(id), rows[0]?.environment_id ?? '', changes);
    expect(paid()).toBeGreaterThan(READ / 2);
  });

  it('S124 makes no more values than one call may: an import of new environments counts all flags of the project', async () => {
    const id = await aProject(1_100, 1, 1);
    const environments = Array.from({ length: 46 }, (_, n) => ({ slug: `new-${n}`, name: `New ${n}` }));
    const { importDocument } = withLimits();
    const document = (count: number) => ({ version: 1, environments: environments.slice(0, count), flags: [] });
    await expect(importDocument(id, document(46))).rejects.toMatchObject({
      code: 'invalid_request',
      options: { errors: [{ pointer: '/environments' }] },
    });
    expect((await importDocument(id, document(45))).view.environments).toHaveLength(45);
  });
});
