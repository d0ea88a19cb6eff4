export type Upstream = 'auth' | 'flags-admin' | 'audit' | 'sdk-gateway';

const ROUTES: readonly [RegExp, Upstream][] = [
  [/^\/api\/v1\//, 'sdk-gateway'],
  [/^\/api\/auth(\/|$)/, 'auth'],
  [/^\/api\/(flags|projects)\/[^/]+\/audit(\/latest)?$/, 'audit'],
  [/^\/api\/(flags|projects)(\/|$)/, 'flags-admin'],
];

/**
 * Which service answers a path. Nothing is allowed or refused here: each service guards its own routes, so a path
 * that is written in an odd way at worst reaches a service that does not know it.
 */
export function routeTo(path: string): Upstream | undefined {
  return ROUTES.find(([pattern]) => pattern.test(path))?.[1];
}
