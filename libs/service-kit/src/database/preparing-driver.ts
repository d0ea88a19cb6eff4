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

const GIVEN_UP = 'Query read timeout';

/**
 * Queries with parameters become prepared statements. Every such text in Burgee is a constant of the code, and planning
 * ours anew each time costs Postgres more than running them.
 *
 * A connection on which a query was given up is dropped: Postgres may be paused, and whatever came next on it, a ROLLBACK
 * first of all, would wait its own two seconds behind the one that hangs.
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
    if (error.message === GIVEN_UP) (this as unknown as { connection: pg.Connection }).connection.stream.destroy();
  }
}

class PreparingPool extends pg.Pool {
  constructor(config: pg.PoolConfig) {
    super({ ...config, Client: PreparingClient } as pg.PoolConfig);
    // Between the pool and TypeORM a connection has for a moment no owner who listens: one that breaks right then, such as
    // one just made as Postgres dies, would end the process. Its next query fails, and that is how it is noticed.
    this.on('connect', (client) => client.on('error', () => undefined));
  }
}

/** What TypeORM takes in the place of pg. */
export const PREPARING_DRIVER = { ...pg, Pool: PreparingPool };
