import { OFREP_PREFIX, SDK_VARY } from '@burgee/contracts/wire';

/**
 * What every answer of the SDK API says of its caller: `Vary`, and CORS. Never `*`, never credentials: the one origin, or
 * nothing.
 */
export function corsHeaders(allowOrigin: string | undefined): Record<string, string> {
  if (allowOrigin === undefined) return { vary: SDK_VARY };
  return {
    vary: SDK_VARY,
    'access-control-allow-origin': allowOrigin,
    'access-control-expose-headers': 'ETag, Retry-After, Burgee-Freshness, Burgee-As-Of',
  };
}

/** Of a preflight, whether its origin is allowed or not. */
export const PREFLIGHT_VARY = `${SDK_VARY}, Access-Control-Request-Method, Access-Control-Request-Headers`;

const ALLOWED_HEADERS = 'x-sdk-key, if-none-match, last-event-id, burgee-min-position';
/** What OFREP needs besides: JSON, and the headers that its clients carry a key in. */
const ALLOWED_WITH_OFREP = `${ALLOWED_HEADERS}, content-type, authorization, x-api-key`;

/** @param url that the preflight asks about */
export function preflightHeaders(allowOrigin: string, url = ''): Record<string, string> {
  return {
    'access-control-allow-origin': allowOrigin,
    'access-control-allow-methods': 'GET, HEAD, POST',
    'access-control-allow-headers': url.startsWith(OFREP_PREFIX) ? ALLOWED_WITH_OFREP : ALLOWED_HEADERS,
    'access-control-max-age': '600',
    'content-length': '0',
  };
}
