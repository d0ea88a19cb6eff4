import type { DataSource, EntityManager } from 'typeorm';

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
