export const UPSTREAMS = ['auth', 'flags-admin', 'audit', 'usage', 'sdk-gateway'] as const;
export type Upstream = (typeof UPSTREAMS)[number];

/** Where a path leads. The name stands for all paths of its kind. */
export interface Route {
  service: Upstream;
  name: string;
}

const ROUTES: readonly [RegExp, Upstream, string][] = [
  [/^\/api\/v1\/flags$/, 'sdk-gateway', '/api/v1/flags'],
  [/^\/api\/v1\//, 'sdk-gateway', '/api/v1'],
  [/^\/ofrep\//, 'sdk-gateway', '/ofrep'],
  [/^\/unleash\/api\//, 'sdk-gateway', '/unleash/api'],
  [/^\/api\/auth(\/|$)/, 'auth', '/api/auth'],
  [/^\/api\/operations$/, 'auth', '/api/operations'],
  [/^\/api\/(flags|projects)\/[^/]+\/audit(\/(export|latest|verify))?$/, 'audit', '…/audit'],
  [/^\/api\/(flags|projects)\/[^/]+\/usage$/, 'usage', '…/usage'],
  [/^\/api\/projects\/[^/]+\/environments\/[^/]+\/usage$/, 'usage', '…/usage'],
  [/^\/api\/flags(\/|$)/, 'flags-admin', '/api/flags'],
  [/^\/api\/projects(\/|$)/, 'flags-admin', '/api/projects'],
  [/^\/api\/environments(\/|$)/, 'flags-admin', '/api/environments'],
  [/^\/api\/invitations(\/|$)/, 'flags-admin', '/api/invitations'],
];

/**
 * Which service answers a path. This authorizes nothing: each service guards its own routes, so a path
 * written in an unusual way at worst reaches a service that does not have it.
 */
export function routeTo(path: string): Route | undefined {
  const found = ROUTES.find(([pattern]) => pattern.test(path));
  return found && { service: found[1], name: found[2] };
}

/** Whether a path has a segment `..`, plain or encoded. No address has one, and clients resolve theirs before they call. */
export function hasDotSegment(path: string): boolean {
  return path
    .replace(/%2e/gi, '.')
    .split(/\/|\\|%2f|%5c/i)
    .includes('..');
}
