/** Codes for driver errors without one. */
type OwnCode = 'CONNECT_TIMEOUT' | 'QUERY_TIMEOUT' | 'CONNECTION_LOST';

/**
 * pg, its pool and TypeORM report timeouts and lost connections as plain errors that differ only in their text. This
 * table is the only code that knows these texts; all other code uses the codes, and a driver that changes its texts
 * fails the spec of this file.
 */
const TEXTS: readonly [RegExp, OwnCode][] = [
  [/^Query read timeout$/, 'QUERY_TIMEOUT'],
  [/timeout exceeded when trying to connect|^timeout expired$/, 'CONNECT_TIMEOUT'],
  [/^Connection terminated|is not queryable|^Cannot use a pool after/, 'CONNECTION_LOST'],
  [/^Driver not Connected$|is not established|query runner (was )?already released/i, 'CONNECTION_LOST'],
];

/** The code of a driver's error: SQLSTATE of Postgres, Node's code of a socket error, or one of ours. */
export function driverCode(error: Error): string | undefined {
  // Nothing listens at a Unix socket that is missing, or that this user may not open.
  if ('syscall' in error && error.syscall === 'connect' && 'code' in error && /^(ENOENT|EACCES)$/.test(`${error.code}`))
    return 'ECONNREFUSED';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return TEXTS.find(([text]) => text.test(error.message))?.[1];
}
