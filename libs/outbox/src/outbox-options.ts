import type { PostgresConnection } from '@burgee/process-kit';

/**
 * What is made of audit messages that are deleted because audit has them, in the same transaction. Parts of a statement, constants of
 * the code as well.
 */
export interface ConsumeSpent {
  /** Common table expressions over `arrived` (event_id, project_id). The last is `held` (event_id): these messages stay, and are sent again. */
  hold: string;
  /** A data-modifying statement over `spent`: the messages that are deleted. Each is there once. */
  consume: string;
}

/** Where a service keeps its outbox, and for how long. */
export interface OutboxOptions {
  /** Names the leader's connection in Postgres. */
  service: string;
  /** Without a pooler, for the leader's lock. */
  postgres: PostgresConnection;
  /** The table with its schema, such as `flags.outbox`. Only ever a constant of the code: it becomes part of statements. */
  table: string;
  /** An SQL expression for the current epoch; `null::text` where messages have none. A constant of the code as well. */
  epoch: string;
  consumeSpent?: ConsumeSpent;
  /** How long delivered changes stay: streams resume from them. */
  retentionHours: number;
}

export const OUTBOX_OPTIONS = Symbol('outbox options');
