import type { IncomingHttpHeaders } from 'node:http';

const PREFIX = /^(?:\/[\w.~%-]+){1,8}$/;

/**
 * The path prefix that a proxy strips, such as `/flags`. A client that forges it changes only its own response. '' when
 * it is absent or no valid path.
 */
export function forwardedPrefix({ 'x-forwarded-prefix': prefix }: IncomingHttpHeaders): string {
  const path = typeof prefix === 'string' ? prefix.replace(/\/$/, '') : '';
  return PREFIX.test(path) ? path : '';
}
