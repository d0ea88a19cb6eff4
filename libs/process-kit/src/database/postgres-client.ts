import { createHash } from 'node:crypto';
import { callbackify } from 'node:util';
import pg from 'pg';
import { type HostChoice, hostChoice, type PostgresConnection } from '../engines/postgres-connection.js';
import { driverCode } from './driver-code.js';
import { detectPooler, type Pooler } from './pooler.js';

/** SQLSTATE read_only_sql_transaction, which is what a standby answers to a write. */
const READ_ONLY = '25006';

const names = new Map<string, string>();

/**
 * The name under which a statement is prepared: a hash of its text, 32 hex digits. Processes whose statements meet on a
 * pooled connection never mean different texts by one name.
 */
function statementName(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = createHash('sha256').update(text).digest('hex').slice(0, 32);
  names.set(text, name);
  return name;
}

type QueryArguments = Parameters<pg.Client['query']>;

/**
 * pg's client, with TLS from settings and several hosts. It tries one host; when that does not answer, or takes no writes where
 * the address asks for one that does, the next connection tries the next host.
 *
 * Queries with parameters become prepared statements: the code has a bounded number of such texts, and planning
 * ours anew each time costs Postgres more than running them. Behind a pooler that loses prepared statements they stay unnamed.
 *
 * A connection whose query timed out is destroyed: Postgres may be paused, and the next query on it, first of all a
 * ROLLBACK, would wait two more seconds behind the one that hangs.
 */
export class PostgresClient extends pg.Client {
  /** Known once it is connected. */
  pooler: Pooler | undefined;
  // Not enumerable: whoever logs an error of the pool logs its client, and these hold the password.
  readonly #choice: HostChoice;
  readonly #chosen: string | undefined;
  #gathers = false;

  constructor({ connectionString, tls, ...config }: PostgresConnection & pg.ClientConfig) {
    const choice = hostChoice({ connectionString, ...(tls && { tls }) });
    const chosen = choice.config;
    super({ ...config, ...chosen });
    this.#choice = choice;
    this.#chosen = chosen.connectionString;
    // An error without a listener would end the process, and a connection may break while nobody else listens. Its next
    // query fails, which reports the error.
    this.on('error', () => undefined);
  }

  // pg's pool passes a callback.
  override connect(callback?: unknown): never {
    const connected = this.open();
    if (typeof callback !== 'function') return connected as never;
    callbackify(() => connected)(callback as (error: Error | null) => void);
    return undefined as never;
  }

  override query(...args: unknown[]): never {
    const [text, values, ...rest] = args;
    const passed = typeof text === 'string' ? [this.statement(text, values), values, ...rest] : args;
    this.gather();
    const result: unknown = super.query(...(passed as QueryArguments));
    if (result instanceof Promise) result.catch((error: Error) => this.dropWhenGivenUp(error));
    return result as never;
  }

  /** How many milliseconds the next query may take. @returns undefined for the limit of the connection */
  protected queryWithin(): number | undefined {
    return undefined;
  }

  /** Sends the statements of one turn of the event loop in one write, which costs more than a small statement. */
  private gather(): void {
    if (this.#gathers || this.pooler === undefined) return;
    this.#gathers = true;
    const { socket } = this;
    socket.cork();
    // Runs after the callbacks of all promises that are settled by now.
    process.nextTick(() => {
      this.#gathers = false;
      socket.uncork();
    });
  }

  private statement(text: string, values: unknown): object {
    // A connection in the making is there for all: no single caller says how long it may take.
    if (this.pooler === undefined) return { text };
    const prepared = this.pooler !== 'loses-statements' && Array.isArray(values) && values.length > 0;
    return { ...(prepared && { name: statementName(text) }), text, query_timeout: this.queryWithin() };
  }

  private async open(): Promise<this> {
    try {
      await super.connect();
      await this.check();
      return this;
    } catch (error) {
      this.#choice.leave(this.#chosen);
      throw error;
    }
  }

  /** Finds out what this new connection leads to. */
  private async check(): Promise<void> {
    try {
      this.pooler = await detectPooler(this);
      if (this.#choice.writable) await this.refuseReadOnly();
    } catch (error) {
      this.drop();
      throw error;
    }
  }

  private async refuseReadOnly(): Promise<void> {
    const { rows } = await super.query<{ transaction_read_only: string }>('show transaction_read_only');
    if (rows[0]?.transaction_read_only !== 'on') return;
    throw Object.assign(new Error(`postgres at ${this.host} is a standby, or read-only`), { code: READ_ONLY });
  }

  private dropWhenGivenUp(error: Error): void {
    if (driverCode(error) === 'QUERY_TIMEOUT') this.drop();
  }

  /** Whether its connection was destroyed. pg says so a moment later, and the pool would lend it once more until then. */
  get isDropped(): boolean {
    return this.socket.destroyed;
  }

  private get socket() {
    return (this as unknown as { connection: pg.Connection }).connection.stream;
  }

  private drop(): void {
    this.socket.destroy();
  }
}

/**
 * A connection to the first host that will do, for a command.
 * @throws what the last of them answers
 */
export async function connectToPostgres(
  connection: PostgresConnection,
  limits: pg.ClientConfig = {},
): Promise<pg.Client & Pick<PostgresClient, 'pooler'>> {
  for (let left = hostChoice(connection).count; ; left--) {
    const client = new PostgresClient({ ...limits, ...connection });
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (left <= 1) throw error;
    }
  }
}
