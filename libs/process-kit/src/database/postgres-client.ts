import { callbackify } from 'node:util';
import pg from 'pg';
import { driverCode } from './driver-code.js';
import { detectPooler, type Pooler } from './pooler.js';
import { statementName } from './statement-name.js';

type QueryArguments = Parameters<pg.Client['query']>;

/**
 * pg's client. Queries with parameters become prepared statements: the code has a bounded number of such texts, and planning
 * ours anew each time costs Postgres more than running them. Behind a pooler that loses prepared statements they stay unnamed.
 *
 * A connection whose query timed out is destroyed: Postgres may be paused, and the next query on it, first of all a
 * ROLLBACK, would wait two more seconds behind the one that hangs.
 */
export class PostgresClient extends pg.Client {
  /** Known once it is connected. */
  pooler: Pooler | undefined;

  constructor(config?: pg.ClientConfig) {
    super(config);
    // An error without a listener would end the process, and a connection may break while nobody else listens. Its next
    // query fails, which reports the error.
    this.on('error', () => undefined);
  }

  // pg's pool passes a callback.
  override connect(callback?: unknown): never {
    const connected = super.connect().then(() => this.detect());
    if (typeof callback !== 'function') return connected.then(() => this) as never;
    callbackify(() => connected)(callback as (error: Error | null) => void);
    return undefined as never;
  }

  override query(...args: unknown[]): never {
    const [text, values, ...rest] = args;
    const named = this.pooler !== undefined && this.pooler !== 'loses-statements';
    const prepared = named && typeof text === 'string' && Array.isArray(values) && values.length > 0;
    const passed = prepared ? [{ name: statementName(text), text, values }, ...rest] : args;
    const result: unknown = super.query(...(passed as QueryArguments));
    if (result instanceof Promise) result.catch((error: Error) => this.dropWhenGivenUp(error));
    return result as never;
  }

  private async detect(): Promise<void> {
    try {
      this.pooler = await detectPooler(this);
    } catch (error) {
      this.drop();
      throw error;
    }
  }

  private dropWhenGivenUp(error: Error): void {
    if (driverCode(error) === 'QUERY_TIMEOUT') this.drop();
  }

  private drop(): void {
    (this as unknown as { connection: pg.Connection }).connection.stream.destroy();
  }
}
