import { randomBytes } from 'node:crypto';
import { type DatabaseApp, databaseRole } from '@burgee/contracts';
import pg from 'pg';
import { TEMPLATE_DATABASE, world } from './world.js';

/** A database of one spec's own, migrated and empty. */
export interface TestDatabase {
  /** As the superuser. */
  adminUrl: string;
  /** As the role of a service, with its grants and no more. */
  urlFor: (app: DatabaseApp) => string;
  drop: () => Promise<void>;
}

async function asAdmin(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: at('postgres') });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

function at(database: string): string {
  const url = new URL(world().postgresUrl);
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
      url.password = world().secrets.engines[`postgres:${app}`] ?? '';
      return url.href;
    },
    drop: () => asAdmin(`drop database ${name} with (force)`),
  };
}
