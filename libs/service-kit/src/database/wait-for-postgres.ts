import { setTimeout as delay } from 'node:timers/promises';
import { type Dependencies, PostgresClient, type PostgresConnection, postgresLimits } from '@burgee/process-kit';

const RETRY_MILLISECONDS = 500;

/** What a service needs from Postgres before it starts. */
export interface NeededTable {
  postgres: PostgresConnection;
  /** One of the service's own tables. It becomes readable once the migration is complete, grants included. */
  table: string;
}

/** Resolves when Postgres responds and the database is ready for this service, without a time limit. */
export async function waitForPostgres(
  service: string,
  needed: NeededTable,
  dependencies: Pick<Dependencies, 'expect' | 'up' | 'down'>,
): Promise<void> {
  dependencies.expect('postgres');
  for (; ; await delay(RETRY_MILLISECONDS)) {
    try {
      await read(service, needed);
      dependencies.up('postgres');
      return;
    } catch (error) {
      dependencies.down('postgres', error);
    }
  }
}

async function read(service: string, { postgres, table }: NeededTable): Promise<void> {
  const client = new PostgresClient({ ...postgres, ...postgresLimits(`burgee ${service}`) });
  try {
    await client.connect();
    await client.query(`select from ${table} limit 0`);
  } finally {
    await client.end();
  }
}
