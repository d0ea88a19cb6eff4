import { randomUUID } from 'node:crypto';
import { postgresConnection } from '@burgee/process-kit';
import { createTestDatabase, readsOf, type TestDatabase } from '@burgee/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { LeaderLock } from './leader-lock.js';
import type { OutboxMessage } from './outbox-message.js';
import { OutboxRepository } from './outbox.repository.js';

const MEGABYTE = 1024 * 1024;

let database: TestDatabase;
let source: DataSource;
let lock: LeaderLock;
let outbox: OutboxRepository;
/** As the owner of the tables, on one connection. */
let owner: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = await new DataSource({ type: 'postgres', url: database.adminUrl, poolSize: 1 }).initialize();
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
  await owner.destroy();
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

const idsOf = (messages: readonly OutboxMessage[]) => messages.map(({ event_id }) => event_id);
const readLarge = async () => idsOf(await outbox.unacknowledgedLarge());

describe('a batch that the relay reads', () => {
  it('is the oldest, up to 8 MB and the message that exceeds it', async () => {
    const ids = await store(5, 1, 5, 5, 1);
    expect(await readLarge()).toEqual(ids.slice(0, 3));
  });

  it('is one message, however large', async () => {
    const ids = await store(9, 1);
    expect(await readLarge()).toEqual(ids.slice(0, 1));
  });

  it('has each message in either the small or the large batch', async () => {
    // As text, 12 bytes longer.
    const [largest, more] = [524_276 / MEGABYTE, 524_277 / MEGABYTE];
    const ids = await store(0, largest, more, 1);
    expect(idsOf(await outbox.unacknowledged(lock, 'audit'))).toEqual(ids.slice(0, 2));
    expect(await readLarge()).toEqual(ids.slice(2));
  });

  it.each(['flags.outbox', 'auth.outbox'])('S132 reads only large messages of %s, at any backlog', async (table) => {
    const insert = (count: number, bytes: number) =>
      owner.query(
        `insert into ${table} (event_id, kind, payload, created_at)
         select gen_random_uuid(), 'audit', jsonb_build_object('text', repeat('x', $2::int)), now() - make_interval(secs => n)
         from generate_series(1, $1::int) n`,
        [count, bytes],
      );
    await insert(3, MEGABYTE);
    await insert(5_000, 10);
    await owner.query(`analyze ${table}`);
    const alone = new OutboxRepository(owner, { table, epoch: 'null::text' });
    const { dropped, rows } = await readsOf(owner, 'outbox', () => alone.unacknowledgedLarge());
    expect([dropped, rows]).toEqual([0, 2 * 3]);
    await owner.query(`delete from ${table}`);
  });
});

/** Stores delivered changes that start so many hours ago, each a second older than the one before. */
const deliver = (count: number, hours: number) => owner.sql`
  insert into flags.outbox (event_id, kind, payload, delivered_at)
  select gen_random_uuid(), 'flag_deleted', '{}', now() - make_interval(hours => ${hours}::int, secs => n)
  from generate_series(1, ${count}::int) n`;

describe('changes past their retention', () => {
  it('S126 are deleted oldest first, by time, without reading newer ones', async () => {
    await deliver(2_000, 0);
    // So many that Postgres would scan the table instead of the index for an arbitrary thousand.
    await deliver(10_000, 48);
    await owner.query('analyze flags.outbox');
    expect(await outbox.prune(24)).toBe(true);
    const left = await owner.sql<{ oldest: boolean; others: number }[]>`
      select bool_or(delivered_at < now() - interval '48 hours' - interval '9010 seconds') as oldest,
             count(*) filter (where delivered_at < now() - interval '24 hours')::int as others from flags.outbox`;
    expect(left).toEqual([{ oldest: false, others: 9_000 }]);
    const alone = new OutboxRepository(owner, { table: 'flags.outbox', epoch: 'null::text' });
    const { dropped } = await readsOf(owner, 'outbox', () => alone.prune(24));
    expect(dropped).toBe(0);
  });
});
