import { driverCode } from '@burgee/process-kit';
import pg from 'pg';

type QueryArguments = Parameters<pg.Client['query']>;

const names = new Map<string, string>();

/** The same text always has the same name, so that each connection parses and plans it once. */
function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = `q${names.size}`;
  names.set(text, name);
  return name;
}

/**
 * Queries with parameters become prepared statements. The code has a bounded number of such texts, and planning
 * ours anew each time costs Postgres more than running them.
 *
 * A connection whose query timed out is destroyed: Postgres may be paused, and the next query on it, first of all a
 * ROLLBACK, would wait two more seconds behind the one that hangs.
 */
class PreparingClient extends pg.Client {
  override query(...args: unknown[]): never {
    const [text, values, ...rest] = args;
    const prepared = typeof text === 'string' && Array.isArray(values) && values.length > 0;
    const passed = prepared ? [{ name: nameOf(text), text, values }, ...rest] : args;
    const result: unknown = super.query(...(passed as QueryArguments));
    if (result instanceof Promise) result.catch((error: Error) => this.dropWhenGivenUp(error));
    return result as never;
  }

  private dropWhenGivenUp(error: Error): void {
    if (driverCode(error) === 'QUERY_TIMEOUT')
      (this as unknown as { connection: pg.Connection }).connection.stream.destroy();
  }
}

class PreparingPool extends pg.Pool {
  constructor(config: pg.PoolConfig) {
    super({ ...config, Client: PreparingClient } as pg.PoolConfig);
    // Between the pool and TypeORM a connection has no error listener for a moment. One that breaks right then, such as
    // one just opened as Postgres dies, would end the process. Its next query fails, which reports the error.
    this.on('connect', (client) => client.on('error', () => undefined));
  }
}

/** The driver that TypeORM uses instead of pg. */
export const PREPARING_DRIVER = { ...pg, Pool: PreparingPool };
