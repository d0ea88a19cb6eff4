import { randomUUID } from 'node:crypto';
import { databaseModule } from '@burgee/service-kit/database';
import { createTestDatabase, type TestDatabase, unique } from '@burgee/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Test, type TestingModule } from '@nestjs/testing';
import { DataSource } from 'typeorm';
import { lockProject } from '../unit-of-work/lock-project.js';
import { QUOTAS } from './quota.js';
import { Quotas } from './quotas.js';

const AT_ONCE = 8;
const settings = Object.fromEntries(
  Object.values(QUOTAS).map(({ setting }) => [setting, 1_000]),
) as ConstructorParameters<typeof Quotas>[0];

let database: TestDatabase;
let module: TestingModule;
let source: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  const imports = [databaseModule('spec', { DATABASE_URL: database.urlFor('flags-admin') })];
  module = await Test.createTestingModule({ imports }).compile();
  source = module.get(DataSource);
});
afterAll(async () => {
  await module?.close();
  await database?.drop();
});

async function aProject(account: string | null): Promise<string> {
  const id = randomUUID();
  await source.sql`insert into flags.projects (id, name, slug, created_by) values (${id}, 'p', ${unique('p')}, ${account})`;
  return id;
}

/** @throws quota_exceeded when a project has three webhooks, or its account five */
const add = (projectId: string) =>
  source.transaction(async (manager) => {
    await lockProject(manager, projectId);
    const quotas = new Quotas({ ...settings, WEBHOOKS_PER_PROJECT_AT_MOST: 3, WEBHOOKS_PER_ACCOUNT_AT_MOST: 5 });
    await quotas.roomForWebhook(manager, projectId);
    await manager.sql`
      insert into flags.webhooks (id, project_id, name, url, format, secret)
      values (gen_random_uuid(), ${projectId}, 'w', 'https://x.example/', 'standard', '')`;
  });

/** Adds several webhooks concurrently. @returns how many were created, and the errors of the others */
async function addMany(projects: readonly string[]): Promise<{ made: number; told: string[] }> {
  const all = Array.from({ length: AT_ONCE }, (_, n) => add(projects[n % projects.length] ?? ''));
  const results = await Promise.allSettled(all);
  const told = results.flatMap((one) => (one.status === 'rejected' ? [(one.reason as Error).message] : []));
  return { made: AT_ONCE - told.length, told };
}

it('concurrently created webhooks stay within the quota of their project', async () => {
  const { made, told } = await addMany([await aProject(randomUUID())]);
  expect(made).toBe(3);
  for (const text of told) expect(text).toMatch(/^WEBHOOKS_PER_PROJECT_AT_MOST allows 3 webhooks per project/);
});

it('S107 concurrently created webhooks stay within the quota of the account that created their projects', async () => {
  const account = randomUUID();
  const projects = [await aProject(account), await aProject(account), await aProject(account), await aProject(account)];
  const { made, told } = await addMany(projects);
  expect(made).toBe(5);
  for (const text of told) expect(text).toMatch(/^WEBHOOKS_PER_ACCOUNT_AT_MOST allows 5 webhooks per account/);
  await add(await aProject(randomUUID()));
});

it('a project without a known account counts alone', async () => {
  const projects = [await aProject(null), await aProject(null), await aProject(null)];
  expect((await addMany(projects)).made).toBe(AT_ONCE);
});
