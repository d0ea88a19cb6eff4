import { refusalOf } from '../health/refusal.js';
import { driverCode } from './driver-code.js';

const CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'CONNECT_TIMEOUT',
  'QUERY_TIMEOUT',
  'CONNECTION_LOST',
]);
/** Classes 08 connection, 53 resources, 57 operator intervention, 58 system; then single states. */
const SQLSTATE = /^(08|53|57P|58)|^(25006|40001|40P01|55P03|57014)$/;

/** Whether an error means that Postgres is unavailable or refuses us, and not that the query is wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (refusalOf(error)) return true;
  for (let e = error, depth = 0; e instanceof Error && depth < 5; e = e.cause ?? driverError(e), depth++) {
    const code = driverCode(e) ?? '';
    if (CODES.has(code) || SQLSTATE.test(code)) return true;
    if (e instanceof AggregateError && e.errors.some(isDatabaseUnavailable)) return true;
  }
  return false;
}

/** Whether Postgres cancelled a statement that took longer than it may. */
export function isStatementTimeout(error: unknown): boolean {
  const driver = error instanceof Error ? (driverError(error) ?? error) : undefined;
  return driver instanceof Error && driverCode(driver) === '57014';
}

function driverError(error: Error): unknown {
  return 'driverError' in error ? error.driverError : undefined;
}

/** Whether Postgres refused a value (SQLSTATE class 22), which validation should have refused before. */
export function isUnstorable(error: unknown): boolean {
  const driver = error instanceof Error ? driverError(error) : undefined;
  return driver instanceof Error && 'code' in driver && String(driver.code).startsWith('22');
}

/** The constraint that a write violated, if that is why it failed. */
export function violatedConstraint(error: unknown): string | undefined {
  const driver = error instanceof Error ? (driverError(error) ?? error) : undefined;
  if (typeof driver !== 'object' || driver === null || !('code' in driver) || driver.code !== '23505') return undefined;
  return 'constraint' in driver && typeof driver.constraint === 'string' ? driver.constraint : undefined;
}
