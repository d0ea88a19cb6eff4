import { connectToPostgres, postgresConnection, readConfig } from '@burgee/process-kit';
import type pg from 'pg';
import { OWNER_SETTINGS } from './migrate/database-owner.js';

/** Connects to the database of DATABASE_URL, and disconnects after `use`. */
export async function withDatabase<T>(use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connectToPostgres(postgresConnection(readConfig(OWNER_SETTINGS)));
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
