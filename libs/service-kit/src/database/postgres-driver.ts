import { callbackify } from 'node:util';
import { overloaded } from '@burgee/contracts/wire';
import { currentRequestWaits, observePostgresWait, PostgresClient, stepWithin } from '@burgee/process-kit';
import pg from 'pg';

/** The most requests that wait for a connection; further ones are refused. Jobs and messages always wait. */
const WAITING_AT_MOST = 200;

type Release = (error?: Error | boolean) => void;
type ConnectCallback = (error: Error | undefined, client: pg.PoolClient | undefined, release: Release) => void;

/** When a connection of the pool last got a response, by `performance.now()`. */
let answeredAt = performance.now();
const nextStepWithin = () => stepWithin(currentRequestWaits(), performance.now() - answeredAt);

function noteAnswer(): void {
  answeredAt = performance.now();
}

class PooledClient extends PostgresClient {
  override query(...args: unknown[]): never {
    const result: unknown = super.query(...args);
    if (result instanceof Promise) result.then(noteAnswer, () => undefined);
    return result as never;
  }

  protected override queryWithin(): number {
    return nextStepWithin();
  }
}

/** Bounds the wait for a connection by the limit of a step. A connection that opens later serves the next request. */
class PostgresPool extends pg.Pool {
  constructor(config: pg.PoolConfig) {
    super({ ...config, Client: PooledClient as unknown as pg.PoolConfig['Client'] });
  }

  private waiting = 0;

  override connect(callback?: ConnectCallback): never {
    const taken = this.take();
    if (!callback) return taken as never;
    callbackify(() => taken)((error, client) =>
      callback(error ?? undefined, client, (failure) => client?.release(failure || client.isDropped)),
    );
    return undefined as never;
  }

  private async take(): Promise<pg.PoolClient & PooledClient> {
    if (this.waiting >= WAITING_AT_MOST && currentRequestWaits() !== undefined)
      throw overloaded('Too many requests are waiting for the database.');
    this.waiting++;
    const beganAt = performance.now();
    try {
      return await this.connectInTime();
    } finally {
      this.waiting--;
      observePostgresWait((performance.now() - beganAt) / 1_000);
    }
  }

  private connectInTime(): Promise<pg.PoolClient & PooledClient> {
    return new Promise((resolve, reject) => {
      let over = false;
      const timer = setTimeout(() => {
        over = true;
        reject(Object.assign(new Error('no connection to postgres in time'), { code: 'CONNECT_TIMEOUT' }));
      }, nextStepWithin());
      super.connect((error, client) => {
        clearTimeout(timer);
        if (over) client?.release();
        else if (client) resolve(client as pg.PoolClient & PooledClient);
        else reject(error ?? new Error('no connection'));
      });
    });
  }
}

/** The driver that TypeORM uses in place of pg. */
export const POSTGRES_DRIVER = { ...pg, Pool: PostgresPool };
