import { randomUUID } from 'node:crypto';
import { postgresConnection } from '@burgee/process-kit';
import { createTestDatabase, eventually, type TestDatabase } from '@burgee/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { DataSource } from 'typeorm';
import type { Delivery } from './delivery.js';
import type { DeliveryOutcome } from './delivery-outcome.js';
import type { OutboxMessage } from './outbox-message.js';
import type { OutboxMetrics } from './outbox-metrics.js';
import { OutboxRepository } from './outbox.repository.js';
import { Relay } from './relay.js';

let database: TestDatabase;
let source: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await new DataSource({ type: 'postgres', url: database.urlFor('flags-admin') }).initialize();
});
afterAll(async () => {
  await source?.destroy();
  await database?.drop();
});

/** Stores audit messages of a size, each newer than the one before. @returns their ids */
async function store(count: number, bytes: number, minutesAgo: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  await source.sql`
    insert into flags.outbox (event_id, kind, payload, created_at)
    select id, 'audit', jsonb_build_object('text', repeat('x', ${bytes}::int)), now() - make_interval(mins => ${minutesAgo}::int)
    from unnest(${ids}::uuid[]) id`;
  return ids;
}

/** An audit service that answers small messages, and works on large ones until a test releases it. */
function anAudit() {
  const tried: string[] = [];
  let release = () => undefined as void;
  const released = new Promise<void>((resolve) => (release = resolve));
  const redeliver = async ({ event_id, payload }: OutboxMessage): Promise<DeliveryOutcome> => {
    tried.push(event_id);
    if (JSON.stringify(payload).length > 1_000_000) {
      await released;
      return { kind: 'timeout', reason: 'audit is busy' };
    }
    await source.sql`delete from flags.outbox where event_id = ${event_id}`;
    return { kind: 'delivered' };
  };
  const delivery = { connected: true, flush: async () => undefined, redeliver };
  return { tried, release, delivery: delivery as unknown as Delivery };
}

/** @param outbox overrides of its methods */
function aRelay(delivery: Delivery, outbox: Partial<OutboxRepository> = {}): Relay {
  const options = {
    service: 'spec',
    postgres: postgresConnection({ DATABASE_URL: database.urlFor('flags-admin') }),
    table: 'flags.outbox',
    epoch: 'null::text',
    retentionHours: 1,
  };
  const repository = Object.assign(new OutboxRepository(source, options), outbox);
  const metrics = { leader: false } as unknown as OutboxMetrics;
  return new Relay(repository, delivery, metrics, options, pino({ level: 'silent' }));
}

it('S132 small messages are delivered while large ones cannot be read', async () => {
  let failures = 0;
  const unacknowledgedLarge = async () => {
    failures++;
    throw new Error('Query read timeout');
  };
  const small = await store(250, 10, 1);
  const { tried, delivery } = anAudit();
  const relay = aRelay(delivery, { unacknowledgedLarge });
  relay.onApplicationBootstrap();
  try {
    await eventually(() => expect(tried).toEqual(expect.arrayContaining(small)));
    await eventually(() => expect(failures).toBeGreaterThan(1));
  } finally {
    await relay.onApplicationShutdown();
  }
});

it('small messages are delivered while audit works on large ones of any number and age', async () => {
  const large = await store(10, 1_100_000, 60);
  const small = await store(250, 10, 1);
  const { tried, release, delivery } = anAudit();
  const relay = aRelay(delivery);
  relay.onApplicationBootstrap();
  try {
    await eventually(() => expect(tried).toEqual(expect.arrayContaining(small)));
    const begun = tried.filter((id) => large.includes(id));
    expect([begun.length > 0, new Set(begun).size]).toEqual([true, begun.length]);
    release();
    await eventually(() => expect(tried).toEqual(expect.arrayContaining(large)));
  } finally {
    release();
    await relay.onApplicationShutdown();
  }
});
