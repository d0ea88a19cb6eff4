/** Core seconds per unit of work, and the capacity of one process: written by `npm run sizing -- --measure --write`. */
export interface Figures {
  /** Where and when, as a sentence. */
  measured: string;
  /** Flags in the measured environment. */
  flags: number;
  /** GET /api/v1/flags, the whole set. */
  read: NumbersOf<'gateway' | 'postgres' | 'edge'>;
  /** The same, 304. */
  notModified: NumbersOf<'gateway' | 'postgres' | 'edge'>;
  /** A decision of one flag. */
  decision: NumbersOf<'gateway' | 'postgres' | 'edge'>;
  /** A decision of all flags. */
  bulkDecision: NumbersOf<'gateway' | 'postgres' | 'edge'>;
  /** Opening a stream. */
  opening: NumbersOf<'gateway' | 'postgres' | 'edge'>;
  /** Delivering a change to one more stream. */
  delivery: NumbersOf<'gateway' | 'edge'>;
  /** One second of an idle stream. */
  idleSecond: NumbersOf<'gateway' | 'edge'>;
  /** A change through all services, without its streams. */
  change: NumbersOf<'apiGateway' | 'auth' | 'flagsAdmin' | 'audit' | 'gateway' | 'postgres' | 'nats' | 'redis'>;
  /** KiB of memory of an open stream. */
  streamKib: NumbersOf<'gateway' | 'edge'>;
  /** MiB of memory of a nearly idle process. */
  processMib: NumbersOf<'apiGateway' | 'auth' | 'flagsAdmin' | 'audit' | 'usage' | 'gateway' | 'edge'>;
  /** Bytes per change in the audit trail, with indexes. */
  auditBytes: number;
}

type NumbersOf<Name extends string> = Record<Name, number>;
