import { Durations, SECONDS } from '../metrics/fast-metrics.js';
import { metrics } from '../metrics/metrics.js';

/** Observes for how many seconds a query waited for a connection, whether it got one or not. */
export const observePostgresWait = new Durations(
  {
    name: 'burgee_postgres_connection_wait_seconds',
    help: 'How long queries waited for a connection to Postgres; those that got none, too.',
    buckets: SECONDS,
  },
  metrics,
).of();
