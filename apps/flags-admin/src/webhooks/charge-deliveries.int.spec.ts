import { randomUUID } from 'node:crypto';
import type { OutboxMessage } from '@burgee/outbox';
import { databaseModule } from '@burgee/service-kit/database';
import { createTestDatabase, eventually, type TestDatabase, unique } from '@burgee/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Test, type TestingModule } from '@nestjs/testing';
import { type Logger, pino } from 'pino';
import { DataSource } from 'typeorm';
import { ChangeLimits } from '../quotas/change-limits.js';
import { AfterCommit } from '../unit-of-work/after-commit.js';
import { ChargeDeliveries } from './charge-deliveries.js';

const ADDRESS = '192.0.2.1';
const LIMITS = {
  CHANGES_PER_SECOND: 1_000,
  CHANGES_BURST: 1_000,
  CHANGED_BYTES_PER_SECOND: 1,
  CHANGED_BYTES_BURST: 10_000,
};

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

/** @returns the id of a project that has so many webhooks, and one more that is disabled */
async function aProjectWith(webhooks: number): Promise<string> {
  const id = randomUUID();
  await source.sql`insert into flags.projects (id, name, slug) values (${id}, 'p', ${unique('p')})`;
  await source.sql`
    insert into flags.webhooks (id, project_id, name, url, format, secret, disabled_at, disabled_reason)
    select gen_random_uuid(), ${id}, n::text, 'https://x.example/', 'standard', '',
           case when n = 0 then now() end, case when n = 0 then 'manual' end
    from generate_series(0, ${webhooks}::int) n`;
  return id;
}

/** An entry with so many characters of values, by an account of its own. */
function anEntry(projectId: string, characters: number) {
  const accountId = randomUUID();
  const payload = { project_id: projectId, user_id: accountId, new_values: { name: 'x'.repeat(characters) } };
  return { accountId, message: { kind: 'audit', payload } as unknown as OutboxMessage };
}

/** Changes, and says whether the account of the entry may go on. */
async function isRefusedAfter({ accountId, message }: ReturnType<typeof anEntry>): Promise<boolean> {
  const limits = new ChangeLimits(LIMITS);
  const afterCommit = new AfterCommit(pino({ enabled: false }) as Logger);
  void new ChargeDeliveries(source, limits, afterCommit);
  const charged = new Promise<void>((resolve) => {
    afterCommit.register('announce', () => resolve());
  });
  await afterCommit.run([message], 'evict');
  await charged;
  try {
    await eventually(
      () => expect(() => limits.assertBytesLeft(accountId, ADDRESS)).toThrow('CHANGED_BYTES_PER_SECOND'),
      500,
    );
    return true;
  } catch {
    return false;
  }
}

it('S101 each webhook that is not disabled counts what is stored for it, to the account that made the change', async () => {
  expect(await isRefusedAfter(anEntry(await aProjectWith(3), 4_000))).toBe(true);
  expect(await isRefusedAfter(anEntry(await aProjectWith(2), 4_000))).toBe(false);
  expect(await isRefusedAfter(anEntry(await aProjectWith(0), 40_000))).toBe(false);
});
