import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '@burgee/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { missingMessages } from './missing-messages.js';
import { OutboxMessageQuery } from './outbox-message.query.js';
import { RecordController } from './record.controller.js';
import { RecordService } from './record.service.js';

/** Larger than a NATS message may be. */
const LARGE = { targeting_value: 'x'.repeat(2 * 1024 * 1024) };

let database: TestDatabase;
/** Connections of the owner and of audit. */
let owner: DataSource;
let audit: DataSource;
let errors: jest.Mock;
let controller: RecordController;
let eventId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = await new DataSource({ type: 'postgres', url: database.adminUrl }).initialize();
  audit = await new DataSource({ type: 'postgres', url: database.urlFor('audit') }).initialize();
});
beforeEach(() => {
  eventId = randomUUID();
  errors = jest.fn();
  const logger = { error: errors, warn: jest.fn() } as unknown as Logger;
  controller = new RecordController(new RecordService(audit), new OutboxMessageQuery(audit), logger);
});
afterAll(async () => {
  await Promise.all([owner.destroy(), audit.destroy()]);
  await database.drop();
});

/** Inserts a message into the outbox, like flags-admin. */
async function storeMessage(change: object = {}): Promise<void> {
  const id = randomUUID();
  const payload = {
    action: 'flag_delete',
    project_id: id,
    user_id: id,
    user_name: 'Ada',
    old_values: { targeting_value: 'x' },
    ...change,
  };
  await owner.sql`
    insert into flags.outbox (event_id, kind, payload, created_at)
    values (${eventId}, 'audit', ${JSON.stringify(payload)}::jsonb, '2026-03-01T09:30:00.125Z')`;
}

const request = () => controller.recordReference({ v: 1, event_id: eventId });
const entries = () =>
  owner.sql`select content::jsonb -> 'old_values' as old_values, created_at from audit.entries where id = ${eventId}`;
const missing = async () => (await missingMessages.get()).values[0]?.value ?? 0;

describe('audit.instance', () => {
  const message = () => ({
    v: 1,
    event_id: eventId,
    action: 'sign_in',
    user_id: randomUUID(),
    user_name: 'Ada',
    old_values: null,
    new_values: { session_id: randomUUID(), address: '192.0.2.1' },
    request_id: null,
    occurred_at: '2026-03-01T09:30:00.125Z',
  });
  const chains = () => owner.sql`select chain_id, action from audit.entries where id = ${eventId}`;

  it('is confirmed when the entry is in the chain of the instance, even if the message names a project', async () => {
    await controller.recordOfInstance({ ...message(), project_id: randomUUID() });
    expect(await chains()).toEqual([{ chain_id: '00000000-0000-0000-0000-000000000000', action: 'sign_in' }]);
  });

  it('is refused for an action of projects, as audit.record refuses actions of the instance', async () => {
    const foreign = { ...message(), project_id: randomUUID() };
    await expect(controller.recordOfInstance({ ...foreign, action: 'flag_toggle' })).rejects.toMatchObject({
      error: { status: 'refused' },
    });
    await expect(controller.record(foreign)).rejects.toMatchObject({ error: { status: 'refused' } });
    expect(await chains()).toEqual([]);
  });
});

describe('audit.reference', () => {
  it('is confirmed when the entry is read from the outbox and stored', async () => {
    await storeMessage({ old_values: LARGE });
    expect(await request()).toEqual({ v: 1, event_id: eventId });
    expect(await entries()).toEqual([{ old_values: LARGE, created_at: new Date('2026-03-01T09:30:00.125Z') }]);
  });

  it('is not confirmed when the message is missing from the outbox, and logs and counts an error', async () => {
    const before = await missing();
    await expect(request()).rejects.toMatchObject({ error: { status: 'unavailable' } });
    expect(errors).toHaveBeenCalledWith({ event_id: eventId }, 'an audit message is missing from the outbox');
    expect(await missing()).toBe(before + 1);
    expect(await entries()).toEqual([]);
  });

  it('is confirmed again when it comes twice, even after the message has left the outbox', async () => {
    await storeMessage();
    await request();
    await request();
    await owner.sql`delete from flags.outbox where event_id = ${eventId}`;
    expect(await request()).toEqual({ v: 1, event_id: eventId });
    expect(await entries()).toHaveLength(1);
    expect(errors).not.toHaveBeenCalled();
  });

  /**
   * Sends these requests at once. @returns the replies, the ids in the order of reading, and the greatest number of
   * concurrent reads
   */
  async function requestAll(references: readonly { event_id: string; project_id?: string }[]) {
    const read: string[] = [];
    let [underWay, atMost] = [0, 0];
    const outbox = new OutboxMessageQuery(audit);
    jest.spyOn(outbox, 'find').mockImplementation(async (id) => {
      read.push(id);
      atMost = Math.max(atMost, ++underWay);
      return new OutboxMessageQuery(audit).find(id).finally(() => underWay--);
    });
    const logger = { error: errors, warn: jest.fn() } as unknown as Logger;
    const busy = new RecordController(new RecordService(audit), outbox, logger);
    const replies = await Promise.all(references.map((reference) => busy.recordReference({ v: 1, ...reference })));
    return { stored: replies.map(({ event_id }) => event_id), read, atMost };
  }

  it('stores references one after the other, even from senders that omit the project', async () => {
    const ids = [...Array(4)].map(() => randomUUID());
    for (eventId of ids) await storeMessage();
    const references = ids.map((event_id, n) => (n % 2 ? { event_id } : { event_id, project_id: event_id }));
    expect(await requestAll(references)).toMatchObject({ stored: ids, read: ids, atMost: 1 });
  });

  it('reads a reference once when it arrives again while queued or after it is stored', async () => {
    const ids = [...Array(2)].map(() => randomUUID());
    for (eventId of ids) await storeMessage();
    const references = ids.map((event_id) => ({ event_id, project_id: event_id }));
    const { stored, read } = await requestAll([...references, ...references]);
    expect(stored).toEqual([...ids, ...ids]);
    expect(read).toEqual(ids);
    expect(await requestAll(references)).toMatchObject({ stored: ids, read: [] });
  });

  it('refuses a message that breaks its contract', async () => {
    await storeMessage({ project_id: 'no id' });
    await expect(request()).rejects.toMatchObject({ error: { status: 'refused' } });
    await expect(controller.recordReference({ v: 1 })).rejects.toMatchObject({ error: { status: 'refused' } });
  });
});
