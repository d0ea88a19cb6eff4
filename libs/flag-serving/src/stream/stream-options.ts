import type { Logger } from 'pino';

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
