/** What work takes of a core, in seconds, and what one process holds: written by `npm run sizing -- --measure --write`. */
export interface Figures {
  /** Where and when, as a sentence. */
  measured: string;
  /** Flags of the environment that was read and decided. */
  flags: number;
  /** GET /api/v1/flags, the whole set. */
  read: Of<'gateway' | 'postgres' | 'edge'>;
  /** The same, 304. */
  notModified: Of<'gateway' | 'postgres' | 'edge'>;
  /** A decision of one flag. */
  decision: Of<'gateway' | 'postgres' | 'edge'>;
  /** A decision of all flags. */
  bulkDecision: Of<'gateway' | 'postgres' | 'edge'>;
  /** To open a stream. */
  opening: Of<'gateway' | 'postgres' | 'edge'>;
  /** A change, on its way to one more stream. */
  delivery: Of<'gateway' | 'edge'>;
  /** A second of an open stream, while nothing changes. */
  idleSecond: Of<'gateway' | 'edge'>;
  /** A change in all that it passes, streams aside. */
  change: Of<'apiGateway' | 'auth' | 'flagsAdmin' | 'audit' | 'gateway' | 'postgres' | 'nats' | 'redis'>;
  /** KiB of memory of an open stream. */
  streamKib: Of<'gateway' | 'edge'>;
  /** MiB of memory of a process after little work. */
  processMib: Of<'apiGateway' | 'auth' | 'flagsAdmin' | 'audit' | 'usage' | 'gateway' | 'edge'>;
  /** Bytes that a change takes in the audit trail, indexes included. */
  auditBytes: number;
}

type Of<Name extends string> = Record<Name, number>;
