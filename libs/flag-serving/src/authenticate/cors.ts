import { OFREP_PREFIX, SDK_VARY, UNLEASH_PREFIX, USAGE_PATH } from '@burgee/contracts/wire';

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

/** Names that Unleash's SDKs give their own headers, of which each version has others. */
const UNLEASH_HEADER = /^(x-)?unleash-[a-z-]{1,40}$/;
const UNLEASH_HEADERS_AT_MOST = 20;

function unleashHeaders(requested: string): string {
  const names = requested
    .toLowerCase()
    .split(',', 100)
    .map((name) => name.trim());
  return [
    ALLOWED_WITH_OFREP,
    ...names.filter((name) => UNLEASH_HEADER.test(name)).slice(0, UNLEASH_HEADERS_AT_MOST),
  ].join(', ');
}

function allowedHeaders(url: string, requested: string): string {
  if (url.startsWith(UNLEASH_PREFIX)) return unleashHeaders(requested);
  if (url === USAGE_PATH) return `${ALLOWED_HEADERS}, content-type`;
  return url.startsWith(OFREP_PREFIX) ? ALLOWED_WITH_OFREP : ALLOWED_HEADERS;
}

/**
 * @param url that the preflight asks about
 * @param requested the headers that it asks for
 */
export function preflightHeaders(allowOrigin: string, url = '', requested = ''): Record<string, string> {
  return {
    'access-control-allow-origin': allowOrigin,
    'access-control-allow-methods': 'GET, HEAD, POST',
    'access-control-allow-headers': allowedHeaders(url, requested),
    'access-control-max-age': '600',
    'content-length': '0',
  };
}
