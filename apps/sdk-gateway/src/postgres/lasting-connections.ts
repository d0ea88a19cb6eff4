import { setTimeout as delay } from 'node:timers/promises';
import { driverCode, observePostgresWait } from '@burgee/process-kit';
import type pg from 'pg';
import { TooLate } from '../in-time.js';

const RECONNECT_MILLISECONDS = 250;
const CLOSE_WITHIN_MILLISECONDS = 1_000;
/** The connection was lost, or Postgres ended it (admin_shutdown, crash_shutdown). */
const CONNECTION_BROKE = new Set(['CONNECTION_LOST', 'ECONNRESET', 'EPIPE', '57P01', '57P02']);

/**
 * The views' error on a standby. The address may lead to the primary by now, which an open connection never notices.
 */
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
  /** Number of connections. */
  connections: number;
  /** Queries per connection at a time; more than one uses pg's `pipeline`. */
  queriesAtOnce: number;
  /** Queries that may wait for a connection. */
  waitingAtMost: number;
}

/**
 * Connections that are opened in the background and reopened when they are lost. Connecting takes several round trips,
 * and no query waits for that while another connection is open. pg's pool binds a query to the connection that it opens
 * for it.
 */
export class LastingConnections {
  private readonly all = new Set<pg.Client>();
  private readonly open = new Set<Connection>();
  private readonly waiting = new Set<QueuedQuery>();
  private readonly stopped = new AbortController();
  /** Connections that failed to open, until the next attempt. */
  private failing = 0;
  private failure = new Error('postgres has not been connected to');

  /** @param create returns a client that is not connected yet */
  constructor(
    private readonly create: () => pg.Client,
    private readonly options: LastingConnectionsOptions,
  ) {
    for (let n = 0; n < options.connections; n++) void this.keep();
  }

  /**
   * Runs a query. When its connection breaks, Postgres may be back already, so the query is sent again on another.
   * @param withinMs how long it waits for a connection, in milliseconds
   * @throws the connection error at once while no connection can be opened; TooLate when none is free in time, or too
   * many queries wait
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

  /** Resolves when the connection is lost again. */
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
