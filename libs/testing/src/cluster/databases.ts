import { randomBytes } from 'node:crypto';
import { type DatabaseApp, databaseRole } from '@burgee/contracts/wire';
import pg from 'pg';
import { CLUSTER_DATABASE, TEMPLATE_DATABASE } from './postgres-template.js';
import { sharedCluster } from './shared-cluster.js';

/** A database of one spec's own, migrated and empty. */
export interface TestDatabase {
  /** As the superuser. */
  adminUrl: string;
  /** As the role of a service, with its grants and no more. */
  urlFor: (app: DatabaseApp) => string;
  drop: () => Promise<void>;
}

async function query<T extends object>(database: string, sql: string, values: unknown[] = []): Promise<T[]> {
  const client = new pg.Client({ connectionString: at(database) });
  await client.connect();
  try {
    const { rows } = await client.query<T>(sql, values);
    return rows;
  } finally {
    await client.end();
  }
}

async function asAdmin(sql: string): Promise<void> {
  await query('postgres', sql);
}

/** Queries the shared cluster's database for facts that no route shows, such as a session's age. */
export function queryDatabase<T extends object>(sql: string, values: unknown[] = []): Promise<T[]> {
  return query<T>(CLUSTER_DATABASE, sql, values);
}

function at(database: string): string {
  const url = new URL(sharedCluster().postgresUrl);
  url.pathname = `/${database}`;
  return url.href;
}

export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asAdmin(`create database ${name} template ${TEMPLATE_DATABASE}`);
  return {
    adminUrl: at(name),
    urlFor: (app) => {
      const url = new URL(at(name));
      url.username = databaseRole(TEMPLATE_DATABASE, app);
      url.password = sharedCluster().secrets.engines[`postgres:${app}`] ?? '';
      return url.href;
    },
    drop: () => asAdmin(`drop database ${name} with (force)`),
  };
}
