import type { PostgresConnection } from '@burgee/process-kit';

/**
 * What happens to audit messages in the transaction that deletes them after delivery. Parts of a statement, and also
 * constants of the code.
 */
export interface ConsumeSpent {
  /**
   * Common table expressions over `arrived` (event_id, project_id). The last is `held` (event_id): these messages stay,
   * and are sent again.
   */
  hold: string;
  /** A data-modifying statement over `spent`: the deleted messages, each of them once. */
  consume: string;
}

/** The location of a service's outbox, and its retention. */
export interface OutboxOptions {
  /** Names the leader's connection in Postgres. */
  service: string;
  /** Without a pooler, for the leader's lock. */
  postgres: PostgresConnection;
  /**
   * The table with its schema, such as `flags.outbox`. Must be a constant of the code: it becomes part of statements.
   */
  table: string;
  /** An SQL expression for the current epoch; `null::text` where messages have none. Also a constant of the code. */
  epoch: string;
  consumeSpent?: ConsumeSpent;
  /** Retention of delivered changes, from which streams resume. */
  retentionHours: number;
}

export const OUTBOX_OPTIONS = Symbol('outbox options');
