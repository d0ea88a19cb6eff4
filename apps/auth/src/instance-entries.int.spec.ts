import { generateKeyPairSync } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '@burgee/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { DataSource } from 'typeorm';
import { RecordedSettings } from './recorded-settings/recorded-settings.js';
import { RecordRefusedSignIns } from './sign-in/record-refused-sign-ins.js';

const SILENT = pino({ level: 'silent' });

let database: TestDatabase;
let source: DataSource;
let owner: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await new DataSource({ type: 'postgres', url: database.urlFor('auth') }).initialize();
  owner = await new DataSource({ type: 'postgres', url: database.adminUrl }).initialize();
});
afterAll(async () => {
  await Promise.all([source?.destroy(), owner?.destroy()]);
  await database?.drop();
});
const stored = async (): Promise<Record<string, unknown>[]> =>
  (await owner.query('select payload from auth.outbox order by event_id')).map(
    (row: { payload: object }) => row.payload,
  );

describe('refused sign-ins', () => {
  beforeEach(() => owner.query('delete from auth.outbox'));

  it('S87 become one entry per address block and minute, without account data', async () => {
    const refused = new RecordRefusedSignIns(source, SILENT);
    for (let n = 0; n < 300; n++) refused.add(`2001:db8:1:2::${n.toString(16)}`, 'invalid_credentials');
    refused.add('192.0.2.7', 'too_many_attempts');
    await refused.store();
    await refused.store();
    const entry = (address: string, invalid_credentials: number, too_many_attempts: number) => ({
      action: 'sign_in_refused',
      project_id: '00000000-0000-0000-0000-000000000000',
      flag_id: null,
      flag_key: null,
      environment_id: null,
      environment_name: null,
      user_id: '00000000-0000-0000-0000-000000000000',
      user_name: 'Burgee',
      old_values: null,
      new_values: { address, since: expect.stringMatching(/Z$/), invalid_credentials, too_many_attempts },
      request_id: null,
      performed_by: null,
      on_behalf_of: null,
      via: 'sign-in',
      run: null,
    });
    expect(await stored()).toEqual([entry('2001:db8:1:2::/64', 300, 0), entry('192.0.2.7', 0, 1)]);
  });

  it('are stored once after a failed attempt, followed by the refusals since then', async () => {
    const refused = new RecordRefusedSignIns(source, SILENT);
    refused.add('192.0.2.1', 'invalid_credentials');
    await owner.query('alter table auth.outbox rename to elsewhere');
    await refused.store();
    refused.add('192.0.2.2', 'invalid_credentials');
    await owner.query('alter table auth.elsewhere rename to outbox');
    await refused.store();
    await refused.store();
    const addresses = (await stored()).map(({ new_values }) => (new_values as { address: string }).address);
    expect(addresses).toEqual(['192.0.2.1', '192.0.2.2']);
  });

  it('are stored before the process exits', async () => {
    const refused = new RecordRefusedSignIns(source, SILENT);
    refused.onApplicationBootstrap();
    refused.add('192.0.2.1', 'invalid_credentials');
    await refused.beforeApplicationShutdown();
    expect(await stored()).toHaveLength(1);
  });
});

describe('settings', () => {
  beforeAll(() => owner.query('delete from auth.outbox'));

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
    ADMINISTRATORS: undefined,
    INSTANCE_OWNERS: undefined,
    SESSION_PUBLIC_KEY: newKey(),
  } as const;

  const record = (change: object = {}) => new RecordedSettings(source, { ...CONFIG, ...change }, SILENT).record();

  async function last(): Promise<object[]> {
    const rows = await source.query('select payload from auth.outbox order by event_id');
    return rows.map(({ payload }: { payload: { old_values: object; new_values: object } }) => [
      payload.old_values,
      payload.new_values,
    ]);
  }

  it('are recorded when they change, only the changed ones, once for concurrent starts', async () => {
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

  it('include the owners of the instance in sorted order, once there are any', async () => {
    const known = await last();
    await record({ INSTANCE_OWNERS: ['b', 'a'] });
    await record({ INSTANCE_OWNERS: ['a', 'b'] });
    const added = (await last()).slice(known.length);
    expect(added).toEqual([
      [expect.objectContaining({ INSTANCE_OWNERS: null }), expect.objectContaining({ INSTANCE_OWNERS: 'a,b' })],
    ]);
  });
});
