import { unavailable } from '@burgee/contracts/wire';
import type { Logger } from 'pino';
import type { DataSource, EntityManager } from 'typeorm';

/** @returns undefined, with nothing done, when another server wrote last */
function attempt<T>(
  database: DataSource,
  change: (manager: EntityManager) => Promise<T>,
): Promise<{ result: T } | undefined> {
  return database.transaction(async (manager) => {
    const [row] = await manager.sql<{ own: boolean | null }[]>`
      select timeline = flags.current_timeline() as own from flags.installation`;
    return row?.own ? { result: await change(manager) } : undefined;
  });
}

/**
 * Runs a change in a transaction, on the timeline that Burgee last wrote under. On another one a standby was promoted, or
 * Postgres recovered to a point in time, and two servers that did so may count their timelines alike. So a new epoch is
 * committed first, by whichever writer comes first.
 * @throws unavailable when the server changes again meanwhile
 */
export async function onOwnTimeline<T>(
  database: DataSource,
  logger: Pick<Logger, 'warn'>,
  change: (manager: EntityManager) => Promise<T>,
): Promise<T> {
  const first = await attempt(database, change);
  if (first) return first.result;
  const [row] = await database.sql<{ begun: boolean }[]>`select flags.follow_timeline() as begun`;
  if (row?.begun) logger.warn('postgres has a new timeline (a promotion or a recovery), a new epoch begins');
  const second = await attempt(database, change);
  if (!second) throw unavailable();
  return second.result;
}
