/** What work takes of a core, in seconds, and what one process holds: written by `npm run sizing -- --measure --write`. */
export interface Figures {
  /** Where and when, as a sentence. */
  measured: string;
  /** Flags of the environment that was read and decided. */
  flags: number;
  /** GET /api/v1/flags, the whole set. */
  read: NumbersOf<'gateway' | 'postgres' | 'edge'>;
  /** The same, 304. */
  notModified: NumbersOf<'gateway' | 'postgres' | 'edge'>;
  /** A decision of one flag. */
  decision: NumbersOf<'gateway' | 'postgres' | 'edge'>;
  /** A decision of all flags. */
  bulkDecision: NumbersOf<'gateway' | 'postgres' | 'edge'>;
  /** To open a stream. */
  opening: NumbersOf<'gateway' | 'postgres' | 'edge'>;
  /** A change, on its way to one more stream. */
  delivery: NumbersOf<'gateway' | 'edge'>;
  /** A second of an open stream, while nothing changes. */
  idleSecond: NumbersOf<'gateway' | 'edge'>;
  /** A change in all that it passes, streams aside. */
  change: NumbersOf<'apiGateway' | 'auth' | 'flagsAdmin' | 'audit' | 'gateway' | 'postgres' | 'nats' | 'redis'>;
  /** KiB of memory of an open stream. */
  streamKib: NumbersOf<'gateway' | 'edge'>;
  /** MiB of memory of a process after little work. */
  processMib: NumbersOf<'apiGateway' | 'auth' | 'flagsAdmin' | 'audit' | 'usage' | 'gateway' | 'edge'>;
  /** Bytes that a change takes in the audit trail, indexes included. */
  auditBytes: number;
}

type NumbersOf<Name extends string> = Record<Name, number>;
