import { callbackify } from 'node:util';
import { PostgresClient } from '@burgee/process-kit';
import pg from 'pg';

/** A request waits no longer for a connection; one that is made meanwhile is there for the next. */
const CONNECTION_WITHIN_MILLISECONDS = 2_000;

type Release = (error?: Error | boolean) => void;
type Taken = (error: Error | undefined, client: pg.PoolClient | undefined, release: Release) => void;

class PostgresPool extends pg.Pool {
  constructor(config: pg.PoolConfig) {
    super({ ...config, Client: PostgresClient as unknown as pg.PoolConfig['Client'] });
  }

  override connect(callback?: Taken): never {
    const waiting = new Promise<pg.PoolClient>((resolve, reject) => {
      let over = false;
      const timer = setTimeout(() => {
        over = true;
        reject(Object.assign(new Error('no connection to postgres in time'), { code: 'CONNECT_TIMEOUT' }));
      }, CONNECTION_WITHIN_MILLISECONDS);
      super.connect((error, client) => {
        clearTimeout(timer);
        if (over) client?.release();
        else if (client) resolve(client);
        else reject(error ?? new Error('no connection'));
      });
    });
    if (!callback) return waiting as never;
    callbackify(() => waiting)((error, client) =>
      callback(error ?? undefined, client, (failure) => client?.release(failure)),
    );
    return undefined as never;
  }
}

/** The driver that TypeORM uses instead of pg. */
export const POSTGRES_DRIVER = { ...pg, Pool: PostgresPool };
