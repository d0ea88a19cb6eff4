import { randomBytes, randomUUID } from 'node:crypto';
import { PROJECT_DOCUMENT_BYTES_AT_MOST } from '@burgee/contracts/http';
import { databaseModule } from '@burgee/service-kit/database';
import { createTestDatabase, type TestDatabase, unique } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Test, type TestingModule } from '@nestjs/testing';
import { type Logger, pino } from 'pino';
import { DataSource } from 'typeorm';
import { DeleteEnvironmentService } from '../environments/delete-environment.service.js';
import { SdkKeyVault } from '../environments/sdk-key-vault.js';
import { DeleteProjectService } from '../projects/delete-project.service.js';
import { Quotas } from '../quotas/quotas.js';
import { AfterCommit } from '../unit-of-work/after-commit.js';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';
import { ExportProjectQuery } from './export-project.query.js';
import { ExportProjectService } from './export-project.service.js';
import { ImportProjectService } from './import-project.service.js';

const MANY = 1_000_000_000;
const LIMITS = {
  ENVIRONMENTS_PER_PROJECT_AT_MOST: 100,
  FLAGS_PER_PROJECT_AT_MOST: 10_000,
  FLAG_SET_BYTES_AT_MOST: MANY,
};
const person = { id: randomUUID(), name: 'Ada', email: 'a@b', sessionId: randomUUID(), hasFreshProof: true };
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

/**
 * A project with a text of this many characters in each flag and environment, in the characters that are longest in
 * JSON.
 */
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
  let held = 0;
  const hold = (bytes: number) => void (held += bytes);
  const result = await exporting.export(projectId, { hold }).catch((error: unknown) => error);
  return { result, held };
}

function useCases() {
  const logger = pino({ enabled: false }) as Logger;
  const work = new UnitOfWork(source, new AfterCommit(logger), LIMITS, logger);
  const vault = new SdkKeyVault({ SDK_KEY_SECRET: randomBytes(32).toString('base64') });
  const importing = new ImportProjectService(work, vault, new Quotas(LIMITS as never), LIMITS);
  return {
    exporting: new ExportProjectService(exporting, work),
    importDocument: (projectId: string, document: unknown) =>
      importing.import(adminOf(projectId), projectId, { document, dryRun: true, ifMatch: undefined }),
    deleting: new DeleteProjectService(work),
    deletingEnvironment: new DeleteEnvironmentService(work),
  };
}

describe('an export', () => {
  it('S123 stops as soon as it is too large', async () => {
    const { result, held } = await exported(await aProject(8, 50, 9_000));
    expect(result).toMatchObject({ code: 'document_too_large' });
    expect(held).toBeLessThanOrEqual(PROJECT_DOCUMENT_BYTES_AT_MOST);
  });

  it('S123 is refused before reading when the texts are longer than a document', async () => {
    const { result, held } = await exported(await aProject(30, 50, 9_000));
    expect(result).toMatchObject({ code: 'document_too_large' });
    expect(held).toBe(0);
  });
});

describe('an export', () => {
  it('leaves an entry in the history when it has a document, and none when it is refused or for HEAD', async () => {
    const id = await aProject(1, 2, 1);
    const service = useCases().exporting;
    const take = (environments?: string[]) => service.export(adminOf(id), id, { environments, hold: () => undefined });
    await take();
    await take(['e-2']);
    await service.export(undefined, id, { hold: () => undefined });
    await expect(take(['e-3'])).rejects.toMatchObject({ code: 'invalid_request' });
    const entries = await source.sql<{ action: string; values: unknown }[]>`
      select payload ->> 'action' as action, payload -> 'new_values' as values from flags.outbox
      where payload ->> 'project_id' = ${id}::text order by event_id`;
    expect(entries).toEqual([
      { action: 'project_export', values: null },
      { action: 'project_export', values: { slugs: ['e-2'] } },
    ]);
  });

  it('gives no document to somebody who has just been removed, since its entry cannot be written', async () => {
    const id = await aProject(1, 1, 1);
    await source.sql`delete from flags.members where project_id = ${id}`;
    const taken = useCases().exporting.export(adminOf(id), id, { hold: () => undefined });
    await expect(taken).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('a request that changes many flags', () => {
  it('S133 is refused in a frozen environment before it locks the project', async () => {
    const id = await aProject(3, 1, 1);
    await source.sql`update flags.environments set frozen_until = now() + interval '1 hour' where project_id = ${id}`;
    const { deleting } = useCases();
    await source.transaction(async (other) => {
      await other.sql`select from flags.flags where project_id = ${id} for update`;
      await expect(deleting.delete(adminOf(id), id)).rejects.toMatchObject({ code: 'environment_frozen' });
    });
  });

  it('S124 counts all flags of the project when an import creates environments, and keeps the limit', async () => {
    const id = await aProject(1_100, 1, 1);
    const environments = Array.from({ length: 46 }, (_, n) => ({ slug: `new-${n}`, name: `New ${n}` }));
    const { importDocument } = useCases();
    const document = (count: number) => ({ version: 1, environments: environments.slice(0, count), flags: [] });
    await expect(importDocument(id, document(46))).rejects.toMatchObject({
      code: 'invalid_request',
      options: { errors: [{ pointer: '/environments' }] },
    });
    expect((await importDocument(id, document(45))).view.environments).toHaveLength(45);
  });
});

/** Simulates that deleting takes longer than the time limit of a statement. */
async function takeTooLong(table: 'projects' | 'environments'): Promise<void> {
  const owner = await new DataSource({ type: 'postgres', url: database.adminUrl, poolSize: 1 }).initialize();
  await owner.query(`
    create or replace function flags.take_too_long() returns trigger language plpgsql as $$
    begin raise query_canceled using message = 'canceling statement due to statement timeout'; end $$`);
  await owner.query(`
    create or replace trigger slow before delete on flags.${table} for each row execute function flags.take_too_long()`);
  await owner.destroy();
}

const tooLarge = (what: string, first: string) => ({
  code: 'delete_too_large',
  message: `Deleting the 5,000 values of this ${what} takes longer than one request may. Delete ${first} first, then the ${what}.`,
});

describe('a delete that exceeds the time limit', () => {
  it.each([
    ['project', 100, 50, tooLarge('project', 'environments')],
    ['environment', 5_000, 1, tooLarge('environment', 'flags')],
    ['small project', 1, 50, { driverError: { code: '57014' } }],
  ])('says what to delete before this %s, if its size is at fault', async (what, flags, environments, refusal) => {
    const id = await aProject(flags, environments, 1);
    const { deleting, deletingEnvironment } = useCases();
    await takeTooLong(what === 'environment' ? 'environments' : 'projects');
    const [first] = await source.sql<[{ id: string }]>`select id from flags.environments where project_id = ${id}`;
    const actor = adminOf(id);
    const deleted =
      what === 'environment'
        ? deletingEnvironment.delete(actor, actor.membership, first.id)
        : deleting.delete(actor, id);
    await expect(deleted).rejects.toMatchObject(refusal);
  });
});
