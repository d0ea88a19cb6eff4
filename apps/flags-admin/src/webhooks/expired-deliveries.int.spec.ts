import { randomUUID } from 'node:crypto';
import { databaseModule } from '@burgee/service-kit/database';
import { createTestDatabase, readsOf, type TestDatabase } from '@burgee/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Test, type TestingModule } from '@nestjs/testing';
import { type Logger, pino } from 'pino';
import { DataSource } from 'typeorm';
import { DisableWebhookService } from './disable-webhook.service.js';
import { ExpiredDeliveries } from './expired-deliveries.js';
import { OldestDueQuery } from './oldest-due.query.js';
import { oldestDue } from './webhook-metrics.js';

const WEBHOOK = '00000000-0000-4000-8000-000000000001';
/** Sorts after `WEBHOOK`. */
const NEXT = '00000000-0000-4000-8000-000000000002';
const logger = pino({ level: 'silent' });

let database: TestDatabase;
let module: TestingModule;
let source: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  module = await Test.createTestingModule({
    imports: [databaseModule('spec', { DATABASE_URL: database.urlFor('flags-admin') })],
  }).compile();
  source = module.get(DataSource);
  await source.sql`insert into flags.projects (id, name, slug) values (gen_random_uuid(), 'Shop', 'shop')`;
});
afterAll(async () => {
  await module?.close();
  await database?.drop();
});

beforeEach(async () => {
  await source.sql`delete from flags.webhooks`;
  await source.sql`
    insert into flags.webhooks (id, project_id, name, url, format, secret)
    select ${WEBHOOK}, id, 'CI', 'https://x.example/', 'standard', '' from flags.projects`;
});

interface Filling {
  /** In minutes. */
  since: number;
  left: number;
  state?: string;
  webhook?: string;
}

/**
 * Adds this many deliveries that started waiting some minutes ago and are retried for some more, or that have ended.
 */
async function fill(count: number, { since, left, state = 'waiting', webhook = WEBHOOK }: Filling): Promise<void> {
  await source.sql`
    insert into flags.webhook_deliveries
      (webhook_id, event_id, type, payload, occurred_at, created_at, retry_until, state, next_attempt_at)
    select ${webhook}, gen_random_uuid(), 'flag_toggle', '{}', now(), now() - make_interval(mins => ${since}::int),
           now() + make_interval(mins => ${left}::int), ${state}::text, case when ${state}::text = 'waiting' then now() end
    from generate_series(1, ${count}::int)`;
}

const run = (disabling = new DisableWebhookService(source, logger), log: Logger = logger) =>
  new ExpiredDeliveries(source, disabling, new OldestDueQuery(source), log).run();
const reason = async () =>
  (await source.sql<{ disabled_reason: string | null }[]>`select disabled_reason from flags.webhooks`)[0]
    ?.disabled_reason;
const states = () =>
  source.sql<{ state: string; error: string | null; count: number }[]>`
    select state, error, count(*) as count from flags.webhook_deliveries group by 1, 2`;

it('replaces the name of a deleted account in deliveries', async () => {
  const [ada, bo] = [randomUUID(), randomUUID()];
  const auth = await new DataSource({ type: 'postgres', url: database.urlFor('auth') }).initialize();
  await auth.sql`
    insert into auth.users (id, name, email, email_key, password_hash, removed_at)
    values (${ada}, 'Deleted account', 'a', 'a', '', now()), (${bo}, 'Robert', 'b', 'b', '', null)`;
  await auth.destroy();
  await fill(2, { since: 1, left: 60 });
  await source.sql`
    update flags.webhook_deliveries d set payload = jsonb_build_object('user_id', n.id, 'user_name', n.name, 'via', 'api')
    from (select event_id, row_number() over () as n from flags.webhook_deliveries) one
    join (values (1, ${ada}::text, 'Ada'), (2, ${bo}::text, 'Bo')) n (n, id, name) on n.n = one.n
    where d.event_id = one.event_id`;
  await run();
  const rows = await source.sql<{ payload: object }[]>`
    select payload from flags.webhook_deliveries order by payload ->> 'user_name'`;
  expect(rows.map(({ payload }) => payload)).toEqual([
    { user_id: bo, user_name: 'Bo', via: 'api' },
    { user_id: ada, user_name: 'Deleted account', via: 'api' },
  ]);
});

describe('waiting deliveries', () => {
  it('disable their webhook when there are too many, and record that in the history', async () => {
    await fill(10_001, { since: 20, left: 60 });
    await run();
    expect(await reason()).toBe('backlog');
    const entries = await source.sql<{ payload: object }[]>`select payload from flags.outbox where kind = 'audit'`;
    expect(entries).toEqual([
      {
        payload: expect.objectContaining({
          action: 'webhook_disable',
          user_name: 'Burgee',
          new_values: { name: 'CI', reason: 'backlog' },
        }),
      },
    ]);
  });

  it('do not disable it while they are new, for example after an import', async () => {
    await fill(10_001, { since: 1, left: 60 });
    await run();
    expect(await reason()).toBeNull();
  });

  it('expire at the end of their time, and no sooner', async () => {
    await fill(2, { since: 20, left: -5 });
    await fill(3, { since: 20, left: 5 });
    await run();
    expect(await states()).toEqual(
      expect.arrayContaining([
        { state: 'failed', error: 'not sent in time', count: 2 },
        { state: 'waiting', error: null, count: 3 },
      ]),
    );
  });

  it('expire in any number', async () => {
    await fill(2_500, { since: 20, left: -5 });
    await run();
    // A webhook keeps a thousand finished deliveries.
    expect(await states()).toEqual([{ state: 'failed', error: 'not sent in time', count: 1_000 }]);
  });

  it('S107 are maintained in steps, and a failed step does not stop the others', async () => {
    await fill(10_001, { since: 20, left: 60 });
    await source.sql`update flags.webhook_deliveries set next_attempt_at = now() - interval '20 minutes'`;
    const disabling = new DisableWebhookService(source, logger);
    disabling.disable = () => Promise.reject(new Error('canceling statement due to statement timeout'));
    oldestDue.set(0);
    await run(disabling);
    expect((await oldestDue.get()).values[0]?.value).toBeGreaterThanOrEqual(1_200);
  });

  it('S126 are bounded for the other webhooks when one fails', async () => {
    await source.sql`
      insert into flags.webhooks (id, project_id, name, url, format, secret)
      select ${NEXT}, id, 'Next', 'https://x.example/', 'standard', '' from flags.projects`;
    await fill(10_001, { since: 20, left: 60 });
    await fill(1_100, { since: 20, left: 60, state: 'delivered', webhook: NEXT });
    const disabling = new DisableWebhookService(source, logger);
    disabling.disable = () => Promise.reject(new Error('canceling statement due to statement timeout'));
    const warnings: unknown[][] = [];
    await run(disabling, { warn: (...line: unknown[]) => warnings.push(line) } as unknown as Logger);
    expect(await states()).toContainEqual({ state: 'delivered', error: null, count: 1_000 });
    expect(warnings).toEqual([
      [
        { step: 'bounding webhooks', err: expect.objectContaining({ message: `webhook ${WEBHOOK}` }) },
        expect.any(String),
      ],
    ]);
  });

  it('S126 are not read to find finished deliveries of their webhook', async () => {
    await fill(1_100, { since: 50, left: 60, state: 'delivered' });
    await fill(9_000, { since: 20, left: 60 });
    const owner = await new DataSource({ type: 'postgres', url: database.adminUrl, poolSize: 1 }).initialize();
    try {
      // As where other webhooks have very many more.
      await owner.query('set enable_seqscan = off');
      await owner.query('analyze flags.webhook_deliveries');
      const { dropped } = await readsOf(owner, 'webhook_deliveries', () =>
        new ExpiredDeliveries(
          owner,
          new DisableWebhookService(source, logger),
          new OldestDueQuery(owner),
          logger,
        ).run(),
      );
      expect(dropped).toBeLessThan(9_000);
    } finally {
      await owner.destroy();
    }
  });

  it('the old secret of a rotation is deleted after its grace', async () => {
    const stored = () => source.sql`select previous_secret from flags.webhooks`;
    await source.sql`
      update flags.webhooks set previous_secret = 'x', previous_secret_expires_at = now() + interval '1 minute'`;
    await run();
    expect(await stored()).toEqual([{ previous_secret: Buffer.from('x') }]);
    await source.sql`update flags.webhooks set previous_secret_expires_at = now()`;
    await run();
    expect(await stored()).toEqual([{ previous_secret: null }]);
  });
});
