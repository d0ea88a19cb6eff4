import { setTimeout as delay } from 'node:timers/promises';
import { every, PostgresClient, postgresLimits, type Repetition } from '@burgee/process-kit';
import type pg from 'pg';
import type { OutboxOptions } from './outbox-options.js';

/** The first half of the advisory lock's key; the second half is the hash of the table's name. */
const LOCK_CLASS = 7_214_002;
/** Postgres ends a session after this silence, and with it the lock of a replica that is paused or cut off. */
const SESSION_TIMEOUT_MILLISECONDS = 5_000;
const HEARTBEAT_MILLISECONDS = 500;
const CLOSE_TIMEOUT_MILLISECONDS = 1_000;

/** A session's lock does not work through a pooler, where each transaction may use another session. */
export class BehindPooler extends Error {}

/**
 * The lock that makes one replica the leader of an outbox: a Postgres advisory lock on its own plain pg connection,
 * without a pooler. The leader reads the outbox on that same connection, so a replica that has lost the lock without
 * noticing reads nothing.
 */
export class LeaderLock {
  private readonly client: PostgresClient;
  private heartbeats: Repetition | undefined;
  private failure: Error | undefined;

  constructor(private readonly options: Pick<OutboxOptions, 'service' | 'postgres' | 'table'>) {
    this.client = new PostgresClient({
      ...options.postgres,
      ...postgresLimits(`burgee ${options.service} relay`),
    });
    this.client.on('error', (error) => (this.failure ??= error));
  }

  /** @throws BehindPooler */
  async connect(): Promise<void> {
    await this.client.connect();
    if (this.client.pooler !== 'none') throw new BehindPooler('a pooler is between this replica and Postgres');
    await this.client.query(`set idle_session_timeout = ${SESSION_TIMEOUT_MILLISECONDS}`);
    this.heartbeats = every(HEARTBEAT_MILLISECONDS, () => this.heartbeat());
  }

  /** @returns whether this replica is the leader from now on, while this connection lives */
  async tryAcquire(): Promise<boolean> {
    const [row] = await this.query<{ acquired: boolean }>('select pg_try_advisory_lock($1, hashtext($2)) as acquired', [
      LOCK_CLASS,
      this.options.table,
    ]);
    return row?.acquired ?? false;
  }

  /** @throws as soon as the connection is lost, and with it the lock */
  async query<T extends object>(text: string, values: unknown[]): Promise<T[]> {
    if (this.failure) throw this.failure;
    const client: pg.Client = this.client;
    const { rows } = await client.query<T>(text, values);
    return rows;
  }

  /** Releases the lock; does not wait long for a Postgres that may be unreachable. */
  async release(): Promise<void> {
    this.heartbeats?.stop();
    const closed = this.client.end().catch(() => undefined);
    await Promise.race([closed, delay(CLOSE_TIMEOUT_MILLISECONDS, undefined, { ref: false })]);
  }

  /** Keeps the session alive while the leader waits for replies; a failed heartbeat ends the session. */
  private async heartbeat(): Promise<void> {
    try {
      await this.client.query('select 1');
    } catch (error) {
      this.failure ??= error as Error;
      this.heartbeats?.stop();
      void this.client.end().catch(() => undefined);
    }
  }
}
