/** To a query, and all in all to a request that waits for connections and queries. */
const WITHIN_MILLISECONDS = 2_000;
/** To the next step of a request that has used that up, or nearly. */
const STEP_WITHIN_MILLISECONDS = 400;

/**
 * Limits that turn a dead or paused Postgres into an error in time; the drivers' defaults wait for ever. Those that Postgres
 * keeps itself are settings of the roles: a pooler refuses them at the start of a connection. To connect takes six or seven
 * round trips with TLS, so nobody who has to answer in time waits for it that long.
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
 * How long the next step of a request, a connection or a query, may be waited for. Whatever step a Postgres that stops answering
 * meets, the request ends within the sum of both limits. One that waited longer while Postgres answered has met a slow one,
 * which is not dead.
 * @param waited for how many milliseconds the caller has waited; undefined: nobody does
 * @param silent for how many milliseconds Postgres has answered nobody; readiness asks it each second
 * @returns milliseconds
 */
export function stepWithin(waited: number | undefined, silent: number): number {
  if (waited === undefined) return WITHIN_MILLISECONDS;
  if (waited < WITHIN_MILLISECONDS) return Math.max(STEP_WITHIN_MILLISECONDS, WITHIN_MILLISECONDS - waited);
  if (silent < STEP_WITHIN_MILLISECONDS) return WITHIN_MILLISECONDS;
  return silent < WITHIN_MILLISECONDS ? STEP_WITHIN_MILLISECONDS : 1;
}
