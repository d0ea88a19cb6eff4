import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeSecrets, migrate } from '@burgee/launcher';
import { databaseRole } from '@burgee/contracts/wire';
import { createTestDatabase, eventually, queryDatabase, sharedCluster, type TestDatabase } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';

const { root, dataDir } = sharedCluster();
const secrets = makeSecrets();
const password = secrets.engines['postgres:auth']!;

let database: TestDatabase;
let role: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const name = new URL(database.adminUrl).pathname.slice(1);
  role = databaseRole(name, 'auth');
  await queryDatabase(`alter database ${name} set log_statement = 'all'`);
  await migrate(root, database.adminUrl, secrets);
}, 60_000);
afterAll(async () => {
  const client = new pg.Client({ connectionString: database.adminUrl });
  await client.connect();
  for (const app of ['auth', 'flags-admin', 'sdk-gateway', 'audit', 'usage'] as const) {
    const own = databaseRole(new URL(database.adminUrl).pathname.slice(1), app);
    await client.query(`drop owned by ${own}`);
    await client.query(`drop role ${own}`);
  }
  await client.end();
  await database.drop();
});

describe('the password of a role', () => {
  it('S26 opens Postgres, and is not in its log where it logs every statement', async () => {
    const url = new URL(database.adminUrl);
    [url.username, url.password] = [role, password];
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    await client.end();
    const log = await eventually(() => {
      const text = readFileSync(join(dataDir, 'logs', 'postgres.log'), 'utf8');
      expect(text).toContain(`create role "${role}"`);
      return text;
    });
    for (const one of Object.values(secrets.engines)) expect(log).not.toContain(one);
  });
});
