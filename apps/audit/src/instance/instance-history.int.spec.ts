import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { INSTANCE_CHAIN } from '@burgee/contracts/wire';
import { anAuditRecord, createTestDatabase, type TestDatabase } from '@burgee/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { DataSource } from 'typeorm';
import { CheckpointJob } from '../checkpoints/checkpoint-job.js';
import { LostHistory } from '../checkpoints/lost-history.js';
import { verifyExport } from '../export/verify-export.js';
import { RecordService } from '../record/record.service.js';
import { InstanceHistory } from './instance-history.js';

const AUDIT_CHECKPOINT_KEY = generateKeyPairSync('ed25519')
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString();
const SILENT = pino({ level: 'silent' });
const ADDRESS = '192.0.2.1';

let database: TestDatabase;
let owner: DataSource;
let audit: DataSource;
let history: InstanceHistory;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = await new DataSource({ type: 'postgres', url: database.adminUrl, poolSize: 1 }).initialize();
  audit = await new DataSource({ type: 'postgres', url: database.urlFor('audit') }).initialize();
  history = await InstanceHistory.open({ DATABASE_URL: database.urlFor('audit') });
});
afterAll(async () => {
  await Promise.all([owner?.destroy(), audit?.destroy(), history?.close()]);
  await database?.drop();
});

async function tamper(...statements: string[]): Promise<void> {
  await owner.transaction(async (manager) => {
    await manager.query('set local session_replication_role = replica');
    for (const sql of statements) await manager.query(sql);
  });
}

const OF_INSTANCE = `chain_id = '${INSTANCE_CHAIN}'`;
const EVERYTHING = ['entries', 'checkpoints', 'chains'].map(
  (table) => `delete from audit.${table} where ${OF_INSTANCE}`,
);

/** Five sign-ins and a checkpoint of them. */
beforeEach(async () => {
  await tamper(...EVERYTHING);
  const signIn = () => ({
    ...anAuditRecord({ project_id: INSTANCE_CHAIN, old_values: null }),
    action: 'sign_in' as const,
    new_values: { session_id: randomUUID(), address: ADDRESS },
  });
  const records = new RecordService(audit);
  await records.record(...Array.from({ length: 5 }, signIn));
  await new CheckpointJob({ AUDIT_CHECKPOINT_KEY }, audit, new LostHistory(audit, records, SILENT), SILENT).run();
});

async function exported(): Promise<string[]> {
  let text = '';
  for await (const part of history.export()) text += part;
  return text.trimEnd().split('\n');
}

describe('the history of the instance', () => {
  it('verifies in its database, and elsewhere from an export', async () => {
    expect(await history.verify()).toMatchObject({ verified: true, entries: 5, checkpoint: { seq: 5 }, fault: null });
    const lines = await exported();
    const { chain_id, comparison, checkpoint } = await verifyExport(Readable.from(lines));
    expect([chain_id, comparison.entries, comparison.fault, checkpoint?.seq]).toEqual([
      INSTANCE_CHAIN,
      5,
      undefined,
      5,
    ]);
    const { entry, people } = JSON.parse(lines.find((line) => line.includes('"seq":1,') && line.includes('"entry"'))!);
    expect(entry.new_values).toEqual({ session_id: expect.any(String), address_of: entry.id });
    expect(people[entry.id]).toEqual({ name: null, email: ADDRESS });
  });

  it.each([
    [
      'a byte',
      'entry_changed',
      2,
      `update audit.entries set content = replace(content, 'sign_in', 'sign_on') where ${OF_INSTANCE} and seq = 2`,
    ],
    [
      'a column',
      'entry_changed',
      3,
      `update audit.entries set user_id = '${randomUUID()}' where ${OF_INSTANCE} and seq = 3`,
    ],
    ['an entry less', 'entries_removed', 4, `delete from audit.entries where ${OF_INSTANCE} and seq = 4`],
    ['a cut tail', 'tail_removed', 4, `delete from audit.entries where ${OF_INSTANCE} and seq > 3`],
  ])('S43 shows %s', async (_what, kind, seq, sql) => {
    await tamper(sql);
    expect(await history.verify()).toMatchObject({ verified: false, fault: { kind, seq } });
  });

  it('is compared with an earlier export and with one trusted key', async () => {
    const { seen } = await verifyExport(Readable.from(await exported()));
    const { kid } = seen.checkpoints[0]!;
    expect(await history.verify({ earlier: [seen], kids: [kid] })).toMatchObject({ verified: true });
    expect(await history.verify({ kids: ['another'] })).toMatchObject({ fault: { kind: 'checkpoint_forged', seq: 5 } });
    await tamper(...EVERYTHING);
    expect(await history.verify()).toMatchObject({ verified: true, entries: 0 });
    expect(await history.verify({ earlier: [seen] })).toMatchObject({
      fault: { kind: 'tail_removed', seq: 1, to_seq: 5 },
    });
  });
});
