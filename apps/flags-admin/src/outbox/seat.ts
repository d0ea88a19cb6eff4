import { setTimeout as delay } from 'node:timers/promises';
import { postgresLimits } from '@burgee/service-kit';
import pg from 'pg';

export const LEADER_LOCK = 7_214_002;
/** Postgres ends a session that says nothing for so long, and with it the lead of a replica that is paused or cut off. */
const SILENT_AT_MOST_MILLISECONDS = 5_000;
const HEARTBEAT_MILLISECONDS = 500;
const GOODBYE_WITHIN_MILLISECONDS = 1_000;

/**
 * A replica's seat at the outbox: a connection of its own, on which it asks for the lead, holds it and reads what is
 * open. Who has lost the lead, and does not know it yet, reads nothing.
 */
export class Seat {
  private readonly client: pg.Client;
  private heart: NodeJS.Timeout | undefined;
  private fault: Error | undefined;

  constructor(databaseUrl: string) {
    this.client = new pg.Client({
      connectionString: databaseUrl,
      ...postgresLimits('burgee flags-admin relay'),
      options: `-c idle_session_timeout=${SILENT_AT_MOST_MILLISECONDS}`,
    });
    this.client.on('error', (error) => (this.fault ??= error));
  }

  async take(): Promise<void> {
    await this.client.connect();
    this.heart = setInterval(() => this.beat(), HEARTBEAT_MILLISECONDS).unref();
  }

  /** @returns whether this replica leads from now on, as long as this connection lives */
  async askForLead(): Promise<boolean> {
    const [row] = await this.query<{ leads: boolean }>('select pg_try_advisory_lock($1) as leads', [LEADER_LOCK]);
    return row?.leads ?? false;
  }

  /** @throws as soon as the connection, and so the lead, is lost */
  async query<T extends object>(text: string, values: unknown[]): Promise<T[]> {
    if (this.fault) throw this.fault;
    const { rows } = await this.client.query<T>(text, values);
    return rows;
  }

  /** Gives the lead up; does not wait long for a Postgres that may be out of reach. */
  async leave(): Promise<void> {
    clearInterval(this.heart);
    const gone = this.client.end().catch(() => undefined);
    await Promise.race([gone, delay(GOODBYE_WITHIN_MILLISECONDS, undefined, { ref: false })]);
  }

  /** Keeps the session alive while messages are waited for; a beat that fails ends it. */
  private beat(): void {
    this.client.query('select 1').catch((error: Error) => {
      this.fault ??= error;
      clearInterval(this.heart);
      void this.client.end().catch(() => undefined);
    });
  }
}
