import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { run } from './run.js';

let database: TestDatabase;
let client: pg.Client;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'burgee-operator-'));
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.adminUrl });
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** The command in this process, on the database as its owner. */
async function operator(...words: string[]) {
  process.env.DATABASE_URL = database.adminUrl;
  const written = { out: '', err: '' };
  const to = (stream: 'out' | 'err') => ({ write: (text: string) => void (written[stream] += text) });
  return { code: await run(words, to('out'), to('err')), ...written };
}

describe('burgee-operator', () => {
  it('enters a backup in the history of the instance, as the operator', async () => {
    const file = join(folder, 'one.backup');
    const { code, out } = await operator('backup', file);
    expect([code, JSON.parse(out)]).toEqual([0, expect.objectContaining({ file, rows: expect.anything() })]);
    expect(existsSync(file)).toBe(true);
    const { rows } = await client.query('select payload from auth.outbox');
    expect(rows).toEqual([
      {
        payload: expect.objectContaining({
          action: 'operator_command',
          new_values: { command: 'backup' },
          performed_by: { kind: 'operator', id: null },
          via: 'operator',
        }),
      },
    ]);
  });

  it('lists dead letters, and delivers none where an id is not among them', async () => {
    const { rows } = await client.query(
      `update auth.outbox set dead_lettered_at = now(), last_error = 'refused for a test' returning event_id`,
    );
    const [{ event_id }] = rows as [{ event_id: string }];
    expect(JSON.parse((await operator('dead-letters', 'list')).out)).toEqual({
      messages: [expect.objectContaining({ event_id, last_error: 'refused for a test' })],
    });
    const unknown = '01900000-0000-7000-8000-000000000001';
    const refused = await operator('dead-letters', 'deliver', event_id, unknown);
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining(`Not dead-lettered: ${unknown}`)]);
    expect((await client.query('select from auth.outbox where dead_lettered_at is not null')).rowCount).toBe(1);
  });
});
