import type pg from 'pg';

/** A message that was refused repeatedly. */
export interface DeadLetter {
  event_id: string;
  kind: string;
  /** The action of an audit message. */
  action: string | null;
  project_id: string | null;
  created_at: Date;
  last_error: string | null;
}

/** waiting: neither delivered nor refused so far. */
export interface Redelivery {
  event_id: string;
  outcome: 'delivered' | 'refused' | 'waiting';
  last_error: string | null;
}

/** The dead-lettered messages of an outbox, for operators. Any role that may update the table will do. */
export class DeadLetters {
  /** @param table with its schema, such as `flags.outbox`; a constant of the code, because it becomes part of statements */
  constructor(
    private readonly client: pg.ClientBase,
    private readonly table: string,
  ) {}

  /** Oldest first. */
  async list(): Promise<DeadLetter[]> {
    const { rows } = await this.client.query<DeadLetter>(`
      select event_id, kind, payload ->> 'action' as action, payload ->> 'project_id' as project_id, created_at, last_error
      from ${this.table} where dead_lettered_at is not null order by created_at, event_id`);
    return rows;
  }

  /**
   * Lets the relay try these messages again with a reset count. @returns the ids among these that were dead-lettered
   */
  async release(eventIds: readonly string[]): Promise<string[]> {
    const { rows } = await this.client.query<{ event_id: string }>(
      `update ${this.table} set dead_lettered_at = null, attempts = 0, retry_at = null
       where dead_lettered_at is not null and event_id = any($1::uuid[]) returning event_id`,
      [eventIds],
    );
    return rows.map(({ event_id }) => event_id);
  }

  /** The outcomes of released messages. */
  async outcomes(eventIds: readonly string[]): Promise<Redelivery[]> {
    const { rows } = await this.client.query<Redelivery>(
      `select id as event_id, last_error, case
         when o.event_id is null or delivered_at is not null then 'delivered'
         when dead_lettered_at is not null then 'refused'
         else 'waiting' end as outcome
       from unnest($1::uuid[]) id left join ${this.table} o on o.event_id = id`,
      [eventIds],
    );
    return rows;
  }
}
