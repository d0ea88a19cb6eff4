import { unavailable } from '@burgee/contracts/wire';
import type { Logger } from 'pino';
import type { DataSource, EntityManager } from 'typeorm';

/**
 * Waits for all, which have begun together. A transaction ends only after its statements have.
 * @throws the first failure in the order given, not in time: what follows a statement that failed fails as well
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
 * As TypeORM's `transaction`, which waits for BEGIN alone. The connection is in pipeline mode, so BEGIN travels with the first
 * statements of `work`, and statements that it begins together take one round trip.
 * @param work ends after all of its statements have
 */
export async function inTransaction<T>(database: DataSource, work: (manager: EntityManager) => Promise<T>): Promise<T> {
  const runner = database.createQueryRunner();
  try {
    const connection = (await runner.connect()) as Connection;
    // Sent here and now. The runner sends what it is given a moment later, so nothing overtakes it.
    const begun = connection.query('begin');
    const [beginning, working] = await Promise.allSettled([begun, work(runner.manager)]);
    if (beginning.status === 'fulfilled' && working.status === 'fulfilled') {
      await runner.query('commit');
      return working.value;
    }
    // A connection that broke has no transaction any more.
    await runner.query('rollback').catch(() => undefined);
    throw beginning.status === 'rejected' ? beginning.reason : (working as PromiseRejectedResult).reason;
  } finally {
    await runner.release();
  }
}

/** A change in two steps, each of which costs a round trip or more. */
export interface LockAndChange<L, T> {
  /** Locks and reads; what it throws, and what it finds, counts only on the own timeline. */
  lock: (manager: EntityManager) => Promise<L>;
  change: (manager: EntityManager, locked: L) => Promise<T>;
}

/** @returns undefined, with nothing done, when another server wrote last */
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
 * Runs a change in a transaction, on the timeline that Burgee last wrote under. On another one a standby was promoted, or
 * Postgres recovered to a point in time, and two servers that did so may count their timelines alike. So a new epoch is
 * committed first, by whichever writer comes first.
 * @throws unavailable when the server changes again meanwhile
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
