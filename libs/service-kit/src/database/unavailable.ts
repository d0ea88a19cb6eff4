const SOCKET_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]);
/** Classes 08 connection, 53 resources, 57 operator intervention, 58 system; then single states. */
const SQLSTATE = /^(08|53|57P|58)|^(25006|40001|40P01|55P03|57014)$/;
const DRIVER_TEXTS =
  /timeout exceeded when trying to connect|Query read timeout|Connection terminated|not queryable|Cannot use a pool after|Driver not Connected|Connection is not established|query runner (was )?already released/i;

/** Whether an error means that Postgres cannot be asked now, as against a fault in what was asked. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let e = error, depth = 0; e instanceof Error && depth < 5; e = e.cause ?? driverError(e), depth++) {
    const code = 'code' in e && typeof e.code === 'string' ? e.code : '';
    if (SOCKET_CODES.has(code) || SQLSTATE.test(code) || DRIVER_TEXTS.test(e.message)) return true;
    if (e instanceof AggregateError && e.errors.some(isDatabaseUnavailable)) return true;
  }
  return false;
}

function driverError(error: Error): unknown {
  return 'driverError' in error ? error.driverError : undefined;
}

/** Whether Postgres refused a value as such (SQLSTATE class 22): the last net under the checks at the door. */
export function isUnstorable(error: unknown): boolean {
  const driver = error instanceof Error ? driverError(error) : undefined;
  return driver instanceof Error && 'code' in driver && String(driver.code).startsWith('22');
}

/** The constraint a write ran against, when that is why it failed. */
export function violatedConstraint(error: unknown): string | undefined {
  const driver = error instanceof Error ? (driverError(error) ?? error) : undefined;
  if (typeof driver !== 'object' || driver === null || !('code' in driver) || driver.code !== '23505') return undefined;
  return 'constraint' in driver && typeof driver.constraint === 'string' ? driver.constraint : undefined;
}
