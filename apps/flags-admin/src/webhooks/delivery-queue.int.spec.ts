import { databaseModule } from '@burgee/service-kit/database';
import { createTestDatabase, readsOf, type TestDatabase, unique } from '@burgee/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Test, type TestingModule } from '@nestjs/testing';
import { DataSource } from 'typeorm';
import { TurnsOfAccounts1760000000032 } from '../persistence/32-turns-of-accounts.migration.js';
import { type ClaimedDelivery, DeliveryQueue } from './delivery-queue.js';
import { OldestDueQuery } from './oldest-due.query.js';

let database: TestDatabase;
let module: TestingModule;
let source: DataSource;
let queue: DeliveryQueue;

beforeAll(async () => {
  database = await createTestDatabase();
  const imports = [databaseModule('spec', { DATABASE_URL: database.urlFor('flags-admin') })];
  module = await Test.createTestingModule({ imports }).compile();
  source = module.get(DataSource);
  queue = new DeliveryQueue(source);
});
afterAll(async () => {
  await module?.close();
  await database?.drop();
});
beforeEach(async () => {
  await source.sql`delete from flags.projects`;
});

/** Accounts with one project of this many webhooks each, and this many messages per webhook, due for a minute. */
async function fill(accounts: number, webhooks: number, messages = 1): Promise<void> {
  await source.sql`
    insert into flags.projects (id, name, slug, created_by)
    select gen_random_uuid(), 'p', ${unique('p')} || n, gen_random_uuid() from generate_series(1, ${accounts}::int) n`;
  await source.sql`
    insert into flags.webhooks (id, project_id, name, url, format, secret)
    select gen_random_uuid(), p.id, 'w', 'https://x.example/', 'standard', ''
    from flags.projects p cross join generate_series(1, ${webhooks}::int) n`;
  await source.sql`
    insert into flags.webhook_deliveries
      (webhook_id, account_id, event_id, type, payload, occurred_at, next_attempt_at, retry_until)
    select w.id, p.created_by, gen_random_uuid(), 't', '{}', now(), now() - interval '1 minute', now() + interval '1 day'
    from flags.webhooks w join flags.projects p on p.id = w.project_id
    cross join generate_series(1, ${messages}::int) n`;
}

const NOTHING: ReadonlyMap<string, number> = new Map();
const idsOf = (claimed: readonly ClaimedDelivery[]) => claimed.map(({ webhook_id }) => webhook_id);

describe('due deliveries', () => {
  it('are claimed once, oldest first, even by concurrent processes', async () => {
    await fill(3, 2, 2);
    const [old] = await source.sql<{ event_id: string }[]>`select event_id from flags.webhook_deliveries offset 5`;
    await source.sql`
      update flags.webhook_deliveries set next_attempt_at = now() - interval '1 hour' where event_id = ${old?.event_id}`;
    const [first] = await queue.claim(1, NOTHING);
    expect(first).toMatchObject({ event_id: old?.event_id, attempts: 1 });
    const claimed = await Promise.all(Array.from({ length: 4 }, () => queue.claim(256, NOTHING)));
    const rest = [...claimed.flat(), ...(await queue.claim(256, NOTHING))];
    expect([rest.length, new Set(rest.map(({ event_id }) => event_id)).size]).toEqual([11, 11]);
  });

  it('S107 of a webhook at its limit are skipped, so that a hanging endpoint does not block others', async () => {
    await fill(1, 3, 500);
    const [full, failing, other] = (await source.sql<{ id: string }[]>`select id from flags.webhooks`).map(
      ({ id }) => id,
    );
    await source.sql`update flags.webhooks set failing_since = now() where id = ${failing}`;
    await source.sql`
      update flags.webhook_deliveries set next_attempt_at = now() - interval '1 hour' where webhook_id <> ${other}`;
    const claimed = idsOf(await queue.claim(256, new Map([[full!, 3]])));
    expect(claimed.toSorted()).toEqual([full, failing, other, other, other, other].toSorted());
    const underWay = new Map([
      [full!, 4],
      [failing!, 1],
      [other!, 4],
    ]);
    expect(await queue.claim(256, underWay)).toEqual([]);
  });

  it('exclude disabled webhooks and deliveries that are not due', async () => {
    await fill(1, 3);
    const [disabled, waiting, due] = await source.sql<{ id: string }[]>`select id from flags.webhooks order by id`;
    await source.sql`
      update flags.webhooks set disabled_at = now(), disabled_reason = 'manual' where id = ${disabled?.id}`;
    await source.sql`
      update flags.webhook_deliveries set next_attempt_at = now() + interval '1 minute' where webhook_id = ${waiting?.id}`;
    expect(idsOf(await queue.claim(256, NOTHING))).toEqual([due?.id]);
  });

  it('S107 are found in a bounded number of rows per webhook, however many are due', async () => {
    await fill(2, 10, 1_000);
    const admin = await new DataSource({ type: 'postgres', url: database.adminUrl, poolSize: 1 }).initialize();
    try {
      await admin.query('analyze flags.webhook_deliveries');
      const { rows } = await readsOf(admin, 'webhook_deliveries', async () => {
        expect(await new DeliveryQueue(admin).claim(40, NOTHING)).toHaveLength(40);
      });
      expect(rows).toBeLessThan(1_000);
    } finally {
      await admin.destroy();
    }
  });

  it('report the age of the oldest, without disabled webhooks', async () => {
    const oldest = new OldestDueQuery(source);
    expect(await oldest.seconds()).toBe(0);
    await fill(3, 3);
    const [old, older] = await source.sql<{ id: string }[]>`select id from flags.webhooks`;
    await source.sql`
      update flags.webhook_deliveries set next_attempt_at = now() - interval '61 minutes' where webhook_id = ${old?.id}`;
    await source.sql`
      update flags.webhook_deliveries set next_attempt_at = now() - interval '25 hours' where webhook_id = ${older?.id}`;
    expect(await oldest.seconds()).toBeGreaterThanOrEqual(86_400);
    await source.sql`
      update flags.webhooks set disabled_at = now(), disabled_reason = 'manual' where id = ${older?.id}`;
    const seconds = await oldest.seconds();
    expect([seconds >= 3_600, seconds < 86_400]).toEqual([true, true]);
  });
});

describe('the account of a delivery', () => {
  /** The stored and the expected account of each delivery. */
  const accounts = () =>
    source.sql<{ is: string | null; ought: string; state: string }[]>`
      select d.account_id as is, coalesce(p.created_by, p.id) as ought, d.state
      from flags.webhook_deliveries d join flags.webhooks w on w.id = d.webhook_id join flags.projects p on p.id = w.project_id`;

  it('is filled in for rows of older releases', async () => {
    await fill(2, 1, 0);
    await source.sql`update flags.projects set created_by = null where id = (select id from flags.projects limit 1)`;
    await source.sql`
      insert into flags.webhook_deliveries (webhook_id, event_id, type, payload, occurred_at, retry_until)
      select id, gen_random_uuid(), 't', '{}', now(), now() from flags.webhooks`;
    const rows = await accounts();
    expect(rows.map(({ is }) => is)).toEqual(rows.map(({ ought }) => ought));
    expect(rows).toHaveLength(2);
  });

  it('is filled in for waiting rows by the migration, and for others when they are sent again', async () => {
    await fill(2, 2);
    const [row] = await source.sql<{ event_id: string }[]>`select event_id from flags.webhook_deliveries`;
    await source.sql`
      update flags.webhook_deliveries set state = 'delivered', next_attempt_at = null where event_id = ${row?.event_id}`;
    const admin = await new DataSource({ type: 'postgres', url: database.adminUrl }).initialize();
    const runner = admin.createQueryRunner();
    try {
      const migration = new TurnsOfAccounts1760000000032();
      await migration.down(runner);
      await migration.up(runner);
    } finally {
      await runner.release();
      await admin.destroy();
    }
    for (const { is, ought, state } of await accounts()) expect(is).toBe(state === 'waiting' ? ought : null);
    await source.sql`
      update flags.webhook_deliveries set state = 'waiting', next_attempt_at = now() where event_id = ${row?.event_id}`;
    for (const { is, ought } of await accounts()) expect(is).toBe(ought);
  });
});
