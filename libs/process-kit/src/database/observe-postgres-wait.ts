import { Durations, SECONDS } from '../metrics/fast-metrics.js';
import { metrics } from '../metrics/metrics.js';

/** Observes the seconds that a query spent in the queue for a connection, with or without success. */
export const observePostgresWait = new Durations(
  {
    name: 'burgee_postgres_connection_wait_seconds',
    help: 'Time that queries spent in the queue for a connection to Postgres, with or without success.',
    buckets: SECONDS,
  },
  metrics,
).of();
