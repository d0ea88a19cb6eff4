import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseRole } from '@burgee/contracts/wire';
import {
  aUser,
  eventually,
  PASSWORD,
  queryDatabase,
  sharedCluster,
  TestClient,
  unique,
  type User,
} from '@burgee/testing';
import { afterAll, describe, expect, it } from '@jest/globals';
import { expectProblem } from '../../expect-problem.js';

const { root, url, postgresUrl, secrets } = sharedCluster();
const INSTANCE = '00000000-0000-0000-0000-000000000000';

const folder = mkdtempSync(join(tmpdir(), 'burgee-instance-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Entry {
  id: string;
  action: string;
  user_id: string;
  request_id: string | null;
  old_values: object | null;
  new_values: Record<string, unknown>;
}

const entriesOf = async (user: User): Promise<Entry[]> => {
  const sql =
    'select content::json as entry from audit.entries where chain_id = $1 and user_id = $2 order by created_at, id';
  const rows = await queryDatabase<{ entry: Entry }>(sql, [INSTANCE, user.id]);
  return rows.map(({ entry }) => entry);
};

/** The command, run with the password of audit's role. */
function verify(...words: string[]): Promise<{ code: number; said: string }> {
  const database = new URL(postgresUrl);
  database.pathname = '/burgee';
  database.username = databaseRole('burgee', 'audit');
  database.password = secrets.engines['postgres:audit'] ?? '';
  const env = { PATH: process.env.PATH, DATABASE_URL: database.href };
  return new Promise((resolve) => {
    const command = [join(root, 'apps/operator/dist/main.js'), '--output', 'text', 'verify-history', ...words];
    execFile(process.execPath, command, { env }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, said: stdout + stderr }),
    );
  });
}

describe('what belongs to no project', () => {
  it('is recorded: sign-ins and password changes, each with its session, and no password', async () => {
    const user = await aUser(url);
    const other = new TestClient(url);
    const signedIn = await other.post('/api/auth/login', { email: user.email, password: PASSWORD });
    expect(signedIn.status).toBe(200);
    const next = `${PASSWORD} again`;
    const body = { current_password: PASSWORD, new_password: next };
    expect((await other.post('/api/auth/password', body)).status).toBe(200);
    const entries = await eventually(async () => {
      const found = await entriesOf(user);
      expect(found.map(({ action }) => action)).toEqual(['sign_in', 'sign_in', 'password_change']);
      return found;
    });
    const sessions = entries.map(({ new_values }) => new_values.session_id);
    expect([new Set(sessions).size, sessions[1]]).toEqual([2, sessions[2]]);
    expect(entries[1]!.request_id).toBe(signedIn.headers['x-request-id']);
    expect(entries.map(({ id, new_values }) => new_values.address_of === id)).toEqual([true, true, true]);
    const text = JSON.stringify(entries);
    for (const secret of [PASSWORD, next, user.email, user.name, '127.0.0.1']) expect(text).not.toContain(secret);
  });

  it('is not readable through any route', async () => {
    const { client } = await aUser(url);
    for (const path of ['audit', 'audit/verify', 'audit/export', 'audit/latest'])
      expectProblem(await client.get(`/api/projects/${INSTANCE}/${path}`), 404);
  });

  it('is verified and exported by the command alone', async () => {
    const user = await aUser(url);
    await eventually(async () => expect(await entriesOf(user)).toHaveLength(1));
    const file = join(folder, `${unique('instance')}.ndjson`);
    const { code, said } = await verify('--instance', '--export', file);
    expect(said).toMatch(/History of the instance[^]*entries hold, up to number[^]*Nothing contradicts the chain/);
    expect(code).toBe(0);
    expect(readFileSync(file, 'utf8')).toContain(user.id);
    expect(await verify(file)).toMatchObject({
      code: 0,
      said: expect.stringContaining('History of the instance, exported'),
    });
    expect(await verify('--instance', '--export', file)).toMatchObject({
      code: 2,
      said: expect.stringContaining(file),
    });
    expect(await verify('--instance', file)).toMatchObject({ code: 2, said: expect.stringContaining('--instance') });
  });
});
