import { unavailable } from '@burgee/contracts/wire';
import type { Logger } from 'pino';
import type { DataSource, EntityManager } from 'typeorm';

/**
 * Waits for all concurrent operations, because a transaction must end after its statements.
 * @throws the first failure in the given order, not in time: statements after a failed one also fail
 */
export async function allSettled<T extends readonly unknown[]>(
  works: readonly [...{ [K in keyof T]: Promise<T[K]> }],
): Promise<T> {
  const results = await Promise.allSettled(works);
  return results.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  }) as unknown as T;
}

interface Connection {
  query(text: string): Promise<unknown>;
}

/**
 * Like TypeORM's `transaction`, which waits for BEGIN alone. The connection is in pipeline mode, so BEGIN travels with
 * the first statements of `work`, and concurrent statements take one round trip.
 * @param work must end after all of its statements
 */
export async function inTransaction<T>(database: DataSource, work: (manager: EntityManager) => Promise<T>): Promise<T> {
  const runner = database.createQueryRunner();
  try {
    const connection = (await runner.connect()) as Connection;
    // Sent synchronously. The query runner sends its statements a moment later, so BEGIN comes first.
    const begun = connection.query('begin');
    const [beginning, working] = await Promise.allSettled([begun, work(runner.manager)]);
    if (beginning.status === 'fulfilled' && working.status === 'fulfilled') {
      await runner.query('commit');
      return working.value;
    }
    // A broken connection has no transaction.
    await runner.query('rollback').catch(() => undefined);
    throw beginning.status === 'rejected' ? beginning.reason : (working as PromiseRejectedResult).reason;
  } finally {
    await runner.release();
  }
}

/** A change in two steps, each with at least one round trip. */
export interface LockAndChange<L, T> {
  /** Locks and reads. Its result or error is ignored on another timeline. */
  lock: (manager: EntityManager) => Promise<L>;
  change: (manager: EntityManager, locked: L) => Promise<T>;
}

/** @returns undefined, without effect, when another server wrote last */
function attempt<L, T>(
  database: DataSource,
  { lock, change }: LockAndChange<L, T>,
): Promise<{ result: T } | undefined> {
  return inTransaction(database, async (manager) => {
    const asked = manager.sql<{ own: boolean | null }[]>`
      select timeline = flags.current_timeline() as own from flags.installation`;
    const [timeline, locked] = await Promise.allSettled([asked, lock(manager)]);
    if (timeline.status === 'rejected') throw timeline.reason;
    const [row] = timeline.value;
    if (!row?.own) return undefined;
    if (locked.status === 'rejected') throw locked.reason;
    return { result: await change(manager, locked.value) };
  });
}

/**
 * Runs a change in a transaction on the timeline of Burgee's last write. Another timeline means that a standby was
 * promoted or Postgres was recovered to a point in time, and two such servers may count their timelines alike. So the
 * first writer commits a new epoch before its change.
 * @throws unavailable when the timeline changes again before the retry
 */
export async function onOwnTimeline<L, T>(
  database: DataSource,
  logger: Pick<Logger, 'warn'>,
  steps: LockAndChange<L, T>,
): Promise<T> {
  const first = await attempt(database, steps);
  if (first) return first.result;
  const [row] = await database.sql<{ begun: boolean }[]>`select flags.follow_timeline() as begun`;
  if (row?.begun) logger.warn('postgres has a new timeline (a promotion or a recovery), a new epoch begins');
  const second = await attempt(database, steps);
  if (!second) throw unavailable();
  return second.result;
}
