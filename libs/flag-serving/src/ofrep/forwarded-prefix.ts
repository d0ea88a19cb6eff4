import type { IncomingHttpHeaders } from 'node:http';

const PREFIX = /^(?:\/[\w.~%-]+){1,8}$/;

/**
 * What a proxy takes away from the paths that it passes on, such as `/flags`. Whoever sends it changes nothing but their own
 * answer. '' where there is none, or where it could be no path.
 */
export function forwardedPrefix({ 'x-forwarded-prefix': prefix }: IncomingHttpHeaders): string {
  const path = typeof prefix === 'string' ? prefix.replace(/\/$/, '') : '';
  return PREFIX.test(path) ? path : '';
}
