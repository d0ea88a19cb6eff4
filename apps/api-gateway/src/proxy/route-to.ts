export type Upstream = 'auth' | 'flags-admin' | 'audit' | 'sdk-gateway';

const ROUTES: readonly [RegExp, Upstream][] = [
  [/^\/(api\/v1|ofrep|unleash\/api)\//, 'sdk-gateway'],
  [/^\/api\/auth(\/|$)/, 'auth'],
  [/^\/api\/(flags|projects)\/[^/]+\/audit(\/latest)?$/, 'audit'],
  [/^\/api\/(flags|projects|environments|invitations)(\/|$)/, 'flags-admin'],
];

/**
 * Which service answers a path. This authorizes nothing: each service guards its own routes, so a path
 * written in an unusual way at worst reaches a service that does not have it.
 */
export function routeTo(path: string): Upstream | undefined {
  return ROUTES.find(([pattern]) => pattern.test(path))?.[1];
}

/** Whether a path has a segment `..`, plain or encoded. No address has one, and clients resolve theirs before they call. */
export function hasDotSegment(path: string): boolean {
  return path
    .replace(/%2e/gi, '.')
    .split(/\/|\\|%2f|%5c/i)
    .includes('..');
}
