import { randomUUID } from 'node:crypto';
import { postgresConnection } from '@burgee/process-kit';
import { createTestDatabase, type TestDatabase } from '@burgee/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { LeaderLock } from './leader-lock.js';
import { OutboxRepository } from './outbox.repository.js';

const MEGABYTE = 1024 * 1024;

let database: TestDatabase;
let source: DataSource;
let lock: LeaderLock;
let outbox: OutboxRepository;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await new DataSource({ type: 'postgres', url: database.urlFor('flags-admin') }).initialize();
  const options = {
    service: 'spec',
    postgres: postgresConnection({ DATABASE_URL: database.urlFor('flags-admin') }),
    table: 'flags.outbox',
  };
  lock = new LeaderLock(options);
  await lock.connect();
  outbox = new OutboxRepository(source, { ...options, epoch: 'null::text' });
});
beforeEach(() => source.sql`delete from flags.outbox`);
afterAll(async () => {
  await lock.release();
  await source.destroy();
  await database.drop();
});

/** Stores audit messages of these sizes, a second apart. @returns their ids */
async function store(...megabytes: number[]): Promise<string[]> {
  const ids = megabytes.map(() => randomUUID());
  for (const [index, id] of ids.entries())
    await source.sql`
      insert into flags.outbox (event_id, kind, payload, created_at)
      values (${id}, 'audit', jsonb_build_object('text', repeat('x', ${(megabytes[index] ?? 0) * MEGABYTE}::integer)),
              now() - interval '1 hour' + ${index} * interval '1 second')`;
  return ids;
}

const read = async () => (await outbox.unacknowledged(lock, 'audit')).map(({ event_id }) => event_id);

describe('what the relay reads at once', () => {
  it('is the oldest, up to 8 MB and the message that exceeds it', async () => {
    const ids = await store(5, 0, 5, 5, 0);
    expect(await read()).toEqual(ids.slice(0, 3));
  });

  it('is one message, however large', async () => {
    const ids = await store(9, 0);
    expect(await read()).toEqual(ids.slice(0, 1));
  });
});
