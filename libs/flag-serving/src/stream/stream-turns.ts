import type { Logger } from 'pino';
import type { TenantQueue } from '../source/tenant-queue.js';
import type { Line } from './limits/admission-queue.js';
import type { Write } from './snapshot-pacer.js';

/** Lets the tenants whose changes are sent to many streams take turns, and everything else with them. */
export interface SendTurns {
  run(tenant: string, steps: Iterator<unknown>): Promise<void>;
}

/** Where the streams of tenants wait: to be read the past, to be sent to, and with snapshots for many. */
export interface StreamTurns {
  past: Pick<TenantQueue, 'run' | 'tenantOf'>;
  send: SendTurns;
  snapshots: Pick<Line<Write>, 'add' | 'takeNext'>;
}

/** Begins the part of a trace in which changes are sent to streams. @returns what ends it, where traces are on */
export type TraceSending = (sent: {
  environmentId: string;
  revision: number;
  streams: number;
  /** Of the changes, each once. */
  traceparents: readonly string[];
}) => (() => void) | undefined;

export interface StreamOptions {
  logger: Pick<Logger, 'debug'>;
  traceSending?: TraceSending | undefined;
  /** For recent events of all environments. */
  eventBytesAtMost: number;
}
