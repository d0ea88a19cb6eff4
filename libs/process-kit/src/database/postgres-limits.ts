/** The limit of a query, and the total for a request that waits for connections and queries. */
const WITHIN_MILLISECONDS = 2_000;
/** The limit of the next step of a request that has used up that total, or nearly. */
const STEP_WITHIN_MILLISECONDS = 400;

/**
 * Limits that turn a dead or paused Postgres into a timely error; the drivers' defaults wait for ever. Limits that
 * Postgres enforces itself are settings of the roles: a pooler refuses them at the start of a connection. Connecting
 * takes six or seven round trips with TLS, so no request waits that long for it.
 */
export function postgresLimits(applicationName: string) {
  return {
    application_name: applicationName,
    connectionTimeoutMillis: 5_000,
    query_timeout: WITHIN_MILLISECONDS,
    keepAlive: true,
  };
}

/**
 * The limit of the next step of a request, a connection or a query. If Postgres stops responding at any step, the
 * request ends within the sum of both limits. A request that waited longer on a responding Postgres met a slow one,
 * which is not dead.
 * @param waited milliseconds that the client has waited; undefined without a request
 * @param silent milliseconds since Postgres last responded; readiness checks query it every second
 * @returns milliseconds
 */
export function stepWithin(waited: number | undefined, silent: number): number {
  if (waited === undefined) return WITHIN_MILLISECONDS;
  if (waited < WITHIN_MILLISECONDS) return Math.max(STEP_WITHIN_MILLISECONDS, WITHIN_MILLISECONDS - waited);
  if (silent < STEP_WITHIN_MILLISECONDS) return WITHIN_MILLISECONDS;
  return silent < WITHIN_MILLISECONDS ? STEP_WITHIN_MILLISECONDS : 1;
}
