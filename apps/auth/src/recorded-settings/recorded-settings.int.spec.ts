import { generateKeyPairSync } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { DataSource } from 'typeorm';
import { RecordedSettings } from './recorded-settings.js';

const SILENT = pino({ level: 'silent' });
const newKey = () =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ type: 'spki', format: 'pem' }).toString();

const CONFIG = {
  REGISTRATION: 'open',
  PASSWORD_POLICY: 'basic',
  BCRYPT_COST: 12,
  COOKIE_SECURE: 'auto',
  SESSIONS_PER_ACCOUNT_AT_MOST: 100,
  SIGN_IN_LIMIT_PER_EMAIL: 10,
  SIGN_IN_LIMIT_PER_ADDRESS: 50,
  REGISTER_LIMIT_PER_ADDRESS: 300,
  INSTANCE_OWNERS: undefined,
  SESSION_PUBLIC_KEY: newKey(),
} as const;

let database: TestDatabase;
let source: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await new DataSource({ type: 'postgres', url: database.urlFor('auth') }).initialize();
});
afterAll(async () => {
  await source?.destroy();
  await database?.drop();
});

const record = (change: object = {}) => new RecordedSettings(source, { ...CONFIG, ...change }, SILENT).record();

async function last(): Promise<object[]> {
  const rows = await source.query('select payload from auth.outbox order by event_id');
  return rows.map(({ payload }: { payload: { old_values: object; new_values: object } }) => [
    payload.old_values,
    payload.new_values,
  ]);
}

describe('settings', () => {
  it('are an entry when they change, with what changed alone, and once, however many processes start', async () => {
    await record();
    expect(await last()).toEqual([]);
    const closed = { REGISTRATION: 'closed', BCRYPT_COST: 13 };
    await Promise.all([record(closed), record(closed), record(closed)]);
    const first = [
      { REGISTRATION: 'open', BCRYPT_COST: 12 },
      { REGISTRATION: 'closed', BCRYPT_COST: 13 },
    ];
    expect(await last()).toEqual([first]);
    await record({ ...closed, SESSION_PUBLIC_KEY: newKey() });
    const hash = { SESSION_PUBLIC_KEY_SHA256: expect.stringMatching(/^[0-9a-f]{64}$/) };
    expect(await last()).toEqual([first, [hash, hash]]);
  });

  it('name the owners of the instance in whatever order, once there are some', async () => {
    const known = await last();
    await record({ INSTANCE_OWNERS: ['b', 'a'] });
    await record({ INSTANCE_OWNERS: ['a', 'b'] });
    const added = (await last()).slice(known.length);
    expect(added).toEqual([
      [expect.objectContaining({ INSTANCE_OWNERS: null }), expect.objectContaining({ INSTANCE_OWNERS: 'a,b' })],
    ]);
  });
});
