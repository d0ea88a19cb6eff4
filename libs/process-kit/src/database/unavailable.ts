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
/** Classes 08 connection, 53 resources, 57 operator intervention, 58 system; then a write on a standby. */
const SQLSTATE = /^(08|53|57P|58)|^25006$/;
/** A lock conflict, or a statement above its time limit: Postgres is up. */
const BUSY = /^(40001|40P01|55P03|57014)$/;

/** Whether an error means that Postgres is unavailable, busy or refuses us, and not that the query is wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return (
    Boolean(refusalOf(error)) ||
    isDatabaseBusy(error) ||
    hasCode(error, (code) => CODES.has(code) || SQLSTATE.test(code))
  );
}

/** Whether a statement exceeded its time limit or its wait for a lock. The next one may succeed at once. */
export const isDatabaseBusy = (error: unknown): boolean => hasCode(error, (code) => BUSY.test(code));

/** Whether a statement exceeded its time limit, by Postgres's clock or by ours, and not its wait for a lock. */
export const tookTooLong = (error: unknown): boolean =>
  hasCode(error, (code) => code === '57014' || code === 'QUERY_TIMEOUT');

function hasCode(error: unknown, fits: (code: string) => boolean): boolean {
  for (let e = error, depth = 0; e instanceof Error && depth < 5; e = e.cause ?? driverError(e), depth++) {
    if (fits(driverCode(e) ?? '')) return true;
    if (e instanceof AggregateError && e.errors.some((one) => Boolean(refusalOf(one)) || hasCode(one, fits)))
      return true;
  }
  return false;
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
