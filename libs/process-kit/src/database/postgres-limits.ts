/** Limits that turn a dead or paused Postgres into an error in time; the drivers' defaults wait for ever. */
export function postgresLimits(applicationName: string) {
  return {
    application_name: applicationName,
    connectionTimeoutMillis: 1_000,
    query_timeout: 2_000,
    statement_timeout: 2_000,
    lock_timeout: 1_000,
    idle_in_transaction_session_timeout: 5_000,
    keepAlive: true,
  };
}
