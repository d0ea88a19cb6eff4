import { unavailable } from '@burgee/contracts/wire';
import type { Logger } from 'pino';
import type { DataSource, EntityManager } from 'typeorm';
import { inTransaction } from './in-transaction.js';

/** A change in two steps, each of which costs a round trip or more. */
export interface Steps<L, T> {
  /** Locks and reads; what it throws, and what it finds, counts only on the own timeline. */
  lock: (manager: EntityManager) => Promise<L>;
  change: (manager: EntityManager, locked: L) => Promise<T>;
}

/** @returns undefined, with nothing done, when another server wrote last */
function attempt<L, T>(database: DataSource, { lock, change }: Steps<L, T>): Promise<{ result: T } | undefined> {
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
  steps: Steps<L, T>,
): Promise<T> {
  const first = await attempt(database, steps);
  if (first) return first.result;
  const [row] = await database.sql<{ begun: boolean }[]>`select flags.follow_timeline() as begun`;
  if (row?.begun) logger.warn('postgres has a new timeline (a promotion or a recovery), a new epoch begins');
  const second = await attempt(database, steps);
  if (!second) throw unavailable();
  return second.result;
}
