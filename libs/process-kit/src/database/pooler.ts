import { randomUUID } from 'node:crypto';
import type pg from 'pg';

/** What stands between a connection and Postgres: nothing, or a pooler, which may keep prepared statements or not. */
export type Pooler = 'none' | 'keeps-statements' | 'loses-statements';

/** A statement of this process alone. */
const PROBE = `burgee-${randomUUID()}`;
const DUPLICATE_STATEMENT = '42P05';

/**
 * Finds out what a new connection leads to, in one round trip where there is no pooler. No pooler says what it is, or its
 * version, so its deeds count. It cannot know the process id of the backend that will run the next transaction, so it gives
 * the client another one. And one that keeps prepared statements (PgBouncer from 1.21 on, with `max_prepared_statements`)
 * gives them names of its own, because clients may use the same.
 */
export async function detectPooler(client: pg.Client): Promise<Pooler> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  if ('processID' in client && rows[0]?.pid === client.processID) return 'none';
  return (await losesStatements(client)) ? 'loses-statements' : 'keeps-statements';
}

async function losesStatements(client: pg.Client): Promise<boolean> {
  try {
    const { rows } = await client.query<{ lost: boolean }>({
      name: PROBE,
      text: 'select exists (select from pg_prepared_statements where name = $1) as lost',
      values: [PROBE],
    });
    return rows[0]?.lost ?? true;
  } catch (error) {
    // Another connection of this process has asked on the same backend.
    if (error instanceof Error && 'code' in error && error.code === DUPLICATE_STATEMENT) return true;
    throw error;
  }
}
