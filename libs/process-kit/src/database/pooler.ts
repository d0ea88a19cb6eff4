import { randomUUID } from 'node:crypto';
import type pg from 'pg';

/** The pooler between a connection and Postgres, if any, which may support prepared statements or not. */
export type Pooler = 'none' | 'keeps-statements' | 'loses-statements';

/** A statement name that only this process uses. */
const PROBE = `burgee-${randomUUID()}`;
const DUPLICATE_STATEMENT = '42P05';

/**
 * Detects a pooler on a new connection, in one round trip where there is none. No pooler reports its name or version,
 * so its behavior decides. It cannot know the process id of the backend for the next transaction, so it reports a
 * different one to the client. A pooler that supports prepared statements (PgBouncer from 1.21 on, with
 * `max_prepared_statements`) renames them, because clients may use the same names.
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
    // Another connection of this process has run the probe on the same backend.
    if (error instanceof Error && 'code' in error && error.code === DUPLICATE_STATEMENT) return true;
    throw error;
  }
}
