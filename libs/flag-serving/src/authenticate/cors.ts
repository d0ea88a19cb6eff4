import { SDK_VARY } from '@burgee/contracts/wire';

/**
 * What every answer of the SDK API says of its caller: `Vary`, and CORS. Never `*`, never credentials: the one origin, or
 * nothing.
 */
export function corsHeaders(allowOrigin: string | undefined): Record<string, string> {
  if (allowOrigin === undefined) return { vary: SDK_VARY };
  return {
    vary: SDK_VARY,
    'access-control-allow-origin': allowOrigin,
    'access-control-expose-headers': 'ETag, Retry-After, Burgee-Freshness',
  };
}

/** Of a preflight, whether its origin is allowed or not. */
export const PREFLIGHT_VARY = `${SDK_VARY}, Access-Control-Request-Method, Access-Control-Request-Headers`;

export function preflightHeaders(allowOrigin: string): Record<string, string> {
  return {
    'access-control-allow-origin': allowOrigin,
    'access-control-allow-methods': 'GET, HEAD, POST',
    'access-control-allow-headers': 'x-sdk-key, if-none-match, last-event-id',
    'access-control-max-age': '600',
    'content-length': '0',
  };
}
