import { randomUUID } from 'node:crypto';
import { Messenger } from '@burgee/messaging';
import { Delivery, type OutboxMessage, OutboxModule } from '@burgee/outbox';
import { postgresConnection, StatusPage } from '@burgee/process-kit';
import { LOGGER } from '@burgee/service-kit';
import { databaseModule } from '@burgee/service-kit/database';
import { createTestDatabase, type TestDatabase, unique } from '@burgee/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Global, Module } from '@nestjs/common';
import { Test, type TestingModule } from '@nestjs/testing';
import { pino } from 'pino';
import { DataSource, type EntityManager, type QueryRunner } from 'typeorm';
import { CREATE_DELIVERIES } from './create-deliveries.js';
import { decideRotation } from './decide-webhook.js';
import { deleteWebhook, lockWebhook, replaceSecret, updateWebhook, type WebhookValues } from './webhook.repository.js';

const VALUES: WebhookValues = {
  name: 'another',
  url: 'https://x.example/another',
  format: 'slack',
  environment_ids: [],
  actions: [],
  failing_since: null,
  disabled_at: null,
  disabled_reason: null,
  url_set_by: null,
};

const logger = pino({ level: 'silent' });

/** With stubs of NATS and audit that accept everything. */
@Global()
@Module({
  providers: [
    { provide: LOGGER, useValue: logger },
    { provide: Messenger, useValue: { maxPayload: 1_048_576, request: async () => undefined } },
    StatusPage,
  ],
  exports: [LOGGER, Messenger, StatusPage],
})
class Around {}

let database: TestDatabase;
let module: TestingModule;
let source: DataSource;
let delivery: Delivery;

beforeAll(async () => {
  database = await createTestDatabase();
  const settings = { DATABASE_URL: database.urlFor('flags-admin') };
  const outbox = OutboxModule.with({
    service: 'spec',
    postgres: postgresConnection(settings),
    table: 'flags.outbox',
    epoch: 'null::text',
    retentionHours: 1,
    consumeSpent: CREATE_DELIVERIES,
  });
  const imports = [Around, databaseModule('spec', settings), outbox];
  module = await Test.createTestingModule({ imports }).compile();
  source = module.get(DataSource);
  delivery = module.get(Delivery, { strict: false });
});
afterAll(async () => {
  await module?.close();
  await database?.drop();
});

interface Tenant {
  projectId: string;
  webhookId: string;
}

/** A project with a webhook for all events. */
async function aTenant(): Promise<Tenant> {
  const [projectId, webhookId] = [randomUUID(), randomUUID()];
  await source.sql`insert into flags.projects (id, name, slug) values (${projectId}, 'p', ${unique('p')})`;
  await source.sql`
    insert into flags.webhooks (id, project_id, name, url, format, secret, created_at)
    values (${webhookId}, ${projectId}, 'CI', 'https://x.example/', 'standard', '', now() - interval '1 minute')`;
  return { projectId, webhookId };
}

/** An audit message in the outbox. */
async function anEntry({ projectId }: Tenant): Promise<OutboxMessage> {
  const event_id = randomUUID();
  const payload = { action: 'flag_toggle', project_id: projectId, flag_id: randomUUID() };
  await source.sql`insert into flags.outbox (event_id, kind, payload) values (${event_id}, 'audit', ${payload})`;
  return { event_id, kind: 'audit', payload, revision: null, occurred_at: new Date() } as unknown as OutboxMessage;
}

/** Delivers messages together and waits until the acknowledged ones are deleted. */
async function deliver(...messages: OutboxMessage[]): Promise<void> {
  await delivery.deliver(messages);
  await delivery.flush();
}

const ids = (messages: { event_id: string }[]) => messages.map(({ event_id }) => event_id);
const waiting = async () => ids(await source.sql<{ event_id: string }[]>`select event_id from flags.outbox`);
const deliveriesOf = async ({ webhookId }: Tenant) =>
  ids(
    await source.sql<{ event_id: string }[]>`
      select event_id from flags.webhook_deliveries where webhook_id = ${webhookId}`,
  );

/** The work of another transaction, not committed yet. */
async function begun(work: (manager: EntityManager) => Promise<unknown>): Promise<QueryRunner> {
  const runner = source.createQueryRunner();
  await runner.startTransaction();
  await work(runner.manager);
  return runner;
}

async function end(runner: QueryRunner, how: 'commit' | 'rollback'): Promise<void> {
  await (how === 'commit' ? runner.commitTransaction() : runner.rollbackTransaction());
  await runner.release();
}

let own: Tenant;
let other: Tenant;
beforeEach(async () => {
  await source.sql`delete from flags.outbox`;
  [own, other] = [await aTenant(), await aTenant()];
});

describe('an entry of a project while a webhook is being deleted', () => {
  const deletions: [string, (manager: EntityManager) => Promise<unknown>][] = [
    ['a webhook', (manager) => deleteWebhook(manager, own.webhookId)],
    ['the project', (manager) => manager.sql`delete from flags.projects where id = ${own.projectId}`],
  ];

  it.each(deletions)('S116 waits for the deletion of %s without delaying other projects', async (_, work) => {
    const [entry, another] = [await anEntry(own), await anEntry(other)];
    const deletion = await begun(work);
    await deliver(entry, another);
    expect(await waiting()).toEqual([entry.event_id]);
    expect(await deliveriesOf(other)).toEqual([another.event_id]);
    await end(deletion, 'commit');
    await deliver(entry);
    expect([await waiting(), await deliveriesOf(own)]).toEqual([[], []]);
  });

  it.each(deletions)('S116 is delivered after a rollback of the deletion of %s', async (_, work) => {
    const entry = await anEntry(own);
    const deletion = await begun(work);
    await deliver(entry);
    await end(deletion, 'rollback');
    await deliver(entry);
    expect([await waiting(), await deliveriesOf(own)]).toEqual([[], [entry.event_id]]);
  });
});

describe('an entry of a project while a webhook is being changed', () => {
  it.each<[string, (manager: EntityManager) => Promise<unknown>]>([
    ['locked, as before each change', (manager) => lockWebhook(manager, own.projectId, own.webhookId)],
    ['edited', (manager) => updateWebhook(manager, own.webhookId, VALUES)],
    [
      'given another secret',
      (manager) =>
        replaceSecret(manager, own.webhookId, Buffer.from('another'), decideRotation(randomUUID(), VALUES, 60)),
    ],
    [
      'disabled',
      (manager) => {
        const values = { ...VALUES, disabled_at: new Date(), disabled_reason: 'manual' } as const;
        return updateWebhook(manager, own.webhookId, values);
      },
    ],
    [
      'marked as failing',
      (manager) => manager.sql`update flags.webhooks set failing_since = now() where id = ${own.webhookId}`,
    ],
  ])('S116 is delivered without waiting: %s', async (_, work) => {
    const entry = await anEntry(own);
    const change = await begun(work);
    await deliver(entry);
    expect([await waiting(), await deliveriesOf(own)]).toEqual([[], [entry.event_id]]);
    await end(change, 'commit');
    expect(await deliveriesOf(own)).toEqual([entry.event_id]);
  });
});
