import { setTimeout as delay } from 'node:timers/promises';
import { driverCode } from '@burgee/process-kit';
import type pg from 'pg';
import { TooLate } from '../in-time.js';

const RECONNECT_MILLISECONDS = 250;
const CLOSE_WITHIN_MILLISECONDS = 1_000;
/** The connection was lost, or Postgres ended it (admin_shutdown, crash_shutdown). */
const CONNECTION_BROKE = new Set(['CONNECTION_LOST', 'ECONNRESET', 'EPIPE', '57P01', '57P02']);

interface Connection {
  client: pg.Client;
  running: number;
}

interface Waiting {
  give: (connection: Connection) => void;
  fail: (error: Error) => void;
}

export interface KeptConnectionsOptions {
  /** How many there are. */
  connections: number;
  /** How many queries one of them runs at a time; more than one takes pg's `pipeline`. */
  queriesAtOnce: number;
}

/**
 * Connections that are made in the background and made again when they are lost: to connect takes several round trips, and
 * no query waits for that as long as another connection is there. pg's pool binds a query to the connection it makes for it.
 */
export class KeptConnections {
  private readonly all = new Set<pg.Client>();
  private readonly open: Connection[] = [];
  private readonly waiting = new Set<Waiting>();
  private readonly stopped = new AbortController();
  private connecting = 0;
  private failure = new Error('postgres has not been connected to');

  /** @param create a client that is not connected yet */
  constructor(
    private readonly create: () => pg.Client,
    private readonly options: KeptConnectionsOptions,
  ) {
    for (let n = 0; n < options.connections; n++) void this.keep();
  }

  /**
   * A connection that breaks says nothing about Postgres, which may be back already: the query is then sent again, on another.
   * @param withinMs how long it waits for a connection, in milliseconds
   * @throws at once what connecting failed with, while no connection is there or being made
   */
  async query<R extends pg.QueryResultRow>(text: string, values: unknown[], withinMs: number): Promise<R[]> {
    const until = performance.now() + withinMs;
    try {
      return await this.run(text, values, until);
    } catch (error) {
      if (error instanceof Error && CONNECTION_BROKE.has(driverCode(error) ?? '')) return this.run(text, values, until);
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
    const connection = this.take() ?? (await this.next(until));
    try {
      return (await connection.client.query<R>(text, values)).rows;
    } finally {
      connection.running--;
      this.serve();
    }
  }

  private take(): Connection | undefined {
    const connection = this.open.find(({ running }) => running < this.options.queriesAtOnce);
    if (connection) connection.running++;
    return connection;
  }

  private next(until: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      if (this.isDown) {
        reject(this.failure);
        return;
      }
      const settle = () => {
        clearTimeout(timer);
        this.waiting.delete(waiting);
      };
      const waiting: Waiting = {
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
    return this.open.length === 0 && this.connecting === 0;
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
        if (this.isDown) for (const { fail } of this.waiting) fail(this.failure);
        await delay(RECONNECT_MILLISECONDS, undefined, { signal }).catch(() => undefined);
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
    this.connecting++;
    try {
      await client.connect().finally(() => this.connecting--);
      const connection = { client, running: 0 };
      this.open.push(connection);
      this.serve();
      await lost;
      this.open.splice(this.open.indexOf(connection), 1);
    } finally {
      this.all.delete(client);
      void client.end().catch(() => undefined);
    }
  }
}
