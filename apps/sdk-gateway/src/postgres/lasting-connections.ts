import { setTimeout as delay } from 'node:timers/promises';
import { driverCode, observePostgresWait } from '@burgee/process-kit';
import type pg from 'pg';
import { TooLate } from '../in-time.js';

const RECONNECT_MILLISECONDS = 250;
const CLOSE_WITHIN_MILLISECONDS = 1_000;
/** The connection was lost, or Postgres ended it (admin_shutdown, crash_shutdown). */
const CONNECTION_BROKE = new Set(['CONNECTION_LOST', 'ECONNRESET', 'EPIPE', '57P01', '57P02']);

/** What the views answer on a standby. The address may lead to the primary by now, which a lasting connection never sees. */
const STANDBY = '25006';

const codeOf = (error: unknown) => (error instanceof Error && driverCode(error)) || '';
const broke = (error: unknown) => CONNECTION_BROKE.has(codeOf(error));

interface Connection {
  client: pg.Client;
  running: number;
}

interface QueuedQuery {
  give: (connection: Connection) => void;
  fail: (error: Error) => void;
}

export interface LastingConnectionsOptions {
  /** How many there are. */
  connections: number;
  /** How many queries one of them runs at a time; more than one takes pg's `pipeline`. */
  queriesAtOnce: number;
  /** How many more queries wait for them. */
  waitingAtMost: number;
}

/**
 * Connections that are made in the background and made again when they are lost: to connect takes several round trips, and
 * no query waits for that as long as another connection is there. pg's pool binds a query to the connection it makes for it.
 */
export class LastingConnections {
  private readonly all = new Set<pg.Client>();
  private readonly open = new Set<Connection>();
  private readonly waiting = new Set<QueuedQuery>();
  private readonly stopped = new AbortController();
  /** Those that could not be made, until they are tried again. */
  private failing = 0;
  private failure = new Error('postgres has not been connected to');

  /** @param create a client that is not connected yet */
  constructor(
    private readonly create: () => pg.Client,
    private readonly options: LastingConnectionsOptions,
  ) {
    for (let n = 0; n < options.connections; n++) void this.keep();
  }

  /**
   * A connection that breaks says nothing about Postgres, which may be back already: the query is then sent again, on another.
   * @param withinMs how long it waits for a connection, in milliseconds
   * @throws at once what connecting failed with, while none could be made; TooLate when no connection is free in time, or too many wait
   */
  async query<R extends pg.QueryResultRow>(text: string, values: unknown[], withinMs: number): Promise<R[]> {
    const until = performance.now() + withinMs;
    try {
      return await this.run(text, values, until);
    } catch (error) {
      if (broke(error)) return this.run(text, values, until);
      throw error;
    }
  }

  /** Does not wait long for a Postgres that may be unreachable. */
  async end(): Promise<void> {
    this.stopped.abort();
    const closed = Promise.all([...this.all].map((client) => client.end().catch(() => undefined)));
    await Promise.race([closed, delay(CLOSE_WITHIN_MILLISECONDS, undefined, { ref: false })]);
  }

  private async run<R extends pg.QueryResultRow>(text: string, values: unknown[], until: number): Promise<R[]> {
    const connection = this.takeAtOnce() ?? (await this.next(until));
    try {
      return (await connection.client.query<R>(text, values)).rows;
    } catch (error) {
      if (broke(error) || codeOf(error) === STANDBY) this.drop(connection);
      throw error;
    } finally {
      connection.running--;
      this.serve();
    }
  }

  private takeAtOnce(): Connection | undefined {
    const connection = this.take();
    if (connection) observePostgresWait(0);
    return connection;
  }

  private take(): Connection | undefined {
    for (const connection of this.open)
      if (connection.running < this.options.queriesAtOnce) {
        connection.running++;
        return connection;
      }
    return undefined;
  }

  private drop(connection: Connection): void {
    this.open.delete(connection);
    void connection.client.end().catch(() => undefined);
  }

  private next(until: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      if (this.isDown) {
        reject(this.failure);
        return;
      }
      if (this.waiting.size >= this.options.waitingAtMost) {
        reject(new TooLate('too many queries wait for postgres'));
        return;
      }
      const beganAt = performance.now();
      const settle = () => {
        observePostgresWait((performance.now() - beganAt) / 1_000);
        clearTimeout(timer);
        this.waiting.delete(waiting);
      };
      const waiting: QueuedQuery = {
        give: (connection) => {
          settle();
          resolve(connection);
        },
        fail: (error) => {
          settle();
          reject(error);
        },
      };
      const timer = setTimeout(
        () => waiting.fail(new TooLate('no connection to postgres was free in time')),
        Math.max(until - performance.now(), 0),
      );
      this.waiting.add(waiting);
    });
  }

  private get isDown(): boolean {
    return this.failing === this.options.connections;
  }

  private serve(): void {
    for (const { give } of this.waiting) {
      const connection = this.take();
      if (!connection) return;
      give(connection);
    }
  }

  private async keep(): Promise<void> {
    const { signal } = this.stopped;
    while (!signal.aborted) {
      try {
        await this.connectOnce();
      } catch (error) {
        this.failure = error as Error;
        this.failing++;
        if (this.isDown) for (const { fail } of this.waiting) fail(this.failure);
        await delay(RECONNECT_MILLISECONDS, undefined, { signal }).catch(() => undefined);
        this.failing--;
      }
    }
  }

  /** Resolves when the connection has been lost again. */
  private async connectOnce(): Promise<void> {
    const client = this.create();
    const lost = new Promise((resolve) => {
      client.once('end', resolve);
      client.once('error', resolve);
    });
    this.all.add(client);
    try {
      await client.connect();
      const connection = { client, running: 0 };
      this.open.add(connection);
      this.serve();
      await lost;
      this.open.delete(connection);
    } finally {
      this.all.delete(client);
      void client.end().catch(() => undefined);
    }
  }
}
