import { randomUUID } from 'node:crypto';
import { databaseModule } from '@burgee/service-kit/database';
import { createTestDatabase, type TestDatabase } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Test, type TestingModule } from '@nestjs/testing';
import { type Logger, pino } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import { AfterCommit } from './after-commit.js';
import { allSettled, inTransaction } from './in-transaction.js';
import { UnitOfWork } from './unit-of-work.js';

let database: TestDatabase;
let module: TestingModule;
let writer: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  module = await Test.createTestingModule({
    imports: [databaseModule('flags-admin', { DATABASE_URL: database.urlFor('flags-admin') })],
  }).compile();
  writer = module.get(DataSource);
});
afterAll(async () => {
  await module?.close();
  await database?.drop();
});

const transactionOf = (manager: EntityManager) =>
  manager.sql<{ id: string }[]>`select pg_current_xact_id()::text as id, ${1}::int as one`;
const projects = async () =>
  (await writer.sql<{ count: number }[]>`select count(*) as count from flags.projects`)[0]?.count;
const insert = (manager: EntityManager) =>
  manager.sql`insert into flags.projects (id, name, slug) values (gen_random_uuid(), 'p', gen_random_uuid()::text)`;
const fail = (manager: EntityManager) => manager.sql`select 1 / ${0}::int`;

describe('concurrent statements', () => {
  it('belong to one transaction from the first on, which commits', async () => {
    const before = await projects();
    const [[first], , [last]] = await inTransaction(writer, (manager) =>
      allSettled([transactionOf(manager), insert(manager), transactionOf(manager)]),
    );
    expect(first).toEqual(last);
    expect(await projects()).toBe(before! + 1);
  });

  it.each([
    ['before', [fail, insert]],
    ['after', [insert, fail]],
  ])('are rolled back with a failure %s them', async (_when, statements) => {
    const before = await projects();
    for (let n = 0; n < 3; n++)
      await expect(
        inTransaction(writer, (manager) => allSettled(statements.map((statement) => statement(manager)))),
      ).rejects.toThrow('division by zero');
    expect(await projects()).toBe(before);
    expect(await inTransaction(writer, insert)).toEqual([]);
  });

  it('are rolled back when the code after them throws', async () => {
    const before = await projects();
    const work = async (manager: EntityManager) => {
      await insert(manager);
      throw new Error('refused');
    };
    await expect(inTransaction(writer, work)).rejects.toThrow('refused');
    expect(await projects()).toBe(before);
  });

  it('fail with the error of the first, also if a change sent it and waits for another', async () => {
    const logger = pino({ enabled: false }) as Logger;
    const work = new UnitOfWork(writer, new AfterCommit(logger), { FLAG_SET_BYTES_AT_MOST: 1 }, logger);
    const actor = { id: randomUUID(), name: 'Ada', email: 'a@b', sessionId: randomUUID(), membership: null };
    const failing = work.run(actor, async (change) => {
      change.send(fail(change.manager));
      await insert(change.manager);
    });
    await expect(failing).rejects.toThrow('division by zero');
  });
});
