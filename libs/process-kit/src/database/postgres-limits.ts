/**
 * Limits that turn a dead or paused Postgres into an error in time; the drivers' defaults wait for ever. Those that Postgres
 * keeps itself are settings of the roles: a pooler refuses them at the start of a connection. To connect takes six or seven
 * round trips with TLS, so nobody who has to answer in time waits for it that long.
 */
export function postgresLimits(applicationName: string) {
  return {
    application_name: applicationName,
    connectionTimeoutMillis: 5_000,
    query_timeout: 2_000,
    keepAlive: true,
  };
}
