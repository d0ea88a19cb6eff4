import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AUDIT_SCHEMA } from '@burgee/audit/schema';
import { makeSecrets, migrate } from '@burgee/launcher';
import { databaseRole } from '@burgee/contracts/wire';
import { createTestDatabase, eventually, queryDatabase, sharedCluster, type TestDatabase } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { DataSource } from 'typeorm';

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

describe('two migrations at once', () => {
  it('list where a history begins that 0.1.0 shortened, once, and end well', async () => {
    const owner = await new DataSource({ type: 'postgres', url: database.adminUrl }).initialize();
    const runner = owner.createQueryRunner();
    const Beginnings = AUDIT_SCHEMA.migrations.find(({ name }) => name.startsWith('Beginnings'))!;
    const chain = randomUUID();
    try {
      await new Beginnings().down(runner);
      await runner.query('delete from audit.migrations where name = $1', [Beginnings.name]);
      await runner.query(`insert into audit.retention (entries_since) values ('2020-02-01')`);
      await runner.query(`insert into audit.anchors values ($1, '2020-01-01', 3, 'c')`, [chain]);
      await runner.query(`insert into audit.chains (chain_id, seq, hash, month) values ($1, 5, 'e', '2026-11-01')`, [
        chain,
      ]);
      await Promise.all([1, 2].map(() => migrate(root, database.adminUrl, secrets)));
      const listed = await runner.query('select chain_id, seq::int, signature from audit.beginnings');
      expect(listed).toEqual([{ chain_id: chain, seq: 3, signature: null }]);
      const run = await runner.query('select from audit.migrations where name = $1', [Beginnings.name]);
      expect(run).toHaveLength(1);
    } finally {
      await owner.destroy();
    }
  }, 60_000);
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
