import { OFREP_PREFIX, SDK_VARY, UNLEASH_PREFIX, USAGE_PATH } from '@burgee/contracts/wire';

/**
 * The `Vary` and CORS headers of every SDK API response. The allowed origin is one exact origin or absent, never `*`,
 * and never with credentials.
 */
export function corsHeaders(allowOrigin: string | undefined): Record<string, string> {
  if (allowOrigin === undefined) return { vary: SDK_VARY };
  return {
    vary: SDK_VARY,
    'access-control-allow-origin': allowOrigin,
    'access-control-expose-headers': 'ETag, Retry-After, Burgee-Freshness, Burgee-As-Of',
  };
}

/** `Vary` of a preflight, whether its origin is allowed or not. */
export const PREFLIGHT_VARY = `${SDK_VARY}, Access-Control-Request-Method, Access-Control-Request-Headers`;

const ALLOWED_HEADERS = 'x-sdk-key, if-none-match, last-event-id, burgee-min-position';
/** OFREP also needs JSON and the headers in which its clients send a key. */
const ALLOWED_WITH_OFREP = `${ALLOWED_HEADERS}, content-type, authorization, x-api-key`;

/** A field name (RFC 9110, 5.6.2). */
const FIELD_NAME = /^[!#$%&'*+.^_`|~\da-z-]+$/;
const REQUESTED_AT_MOST = 50;
const REQUESTED_CHARACTERS_AT_MOST = 2_048;

/**
 * The other headers that a page of a registered origin asks to send: libraries for tracing and monitoring add some to every
 * `fetch`, and SDKs of Unleash have their own. Burgee reads none of them, so the names are allowed as they are.
 */
function requestedNames(requested: string): string[] {
  const names = requested
    .slice(0, 2 * REQUESTED_CHARACTERS_AT_MOST)
    .toLowerCase()
    .split(',', 2 * REQUESTED_AT_MOST);
  let characters = 0;
  return names
    .map((name) => name.trim())
    .filter((name) => name !== '*' && FIELD_NAME.test(name))
    .slice(0, REQUESTED_AT_MOST)
    .filter(({ length }) => {
      const fits = characters + length <= REQUESTED_CHARACTERS_AT_MOST;
      if (fits) characters += length;
      return fits;
    });
}

function ownHeaders(url: string): string {
  if (url === USAGE_PATH) return `${ALLOWED_HEADERS}, content-type`;
  return url.startsWith(OFREP_PREFIX) || url.startsWith(UNLEASH_PREFIX) ? ALLOWED_WITH_OFREP : ALLOWED_HEADERS;
}

function allowedHeaders(url: string, requested: string): string {
  const own = ownHeaders(url);
  const others = requestedNames(requested).filter((name) => !own.split(', ').includes(name));
  return [own, ...new Set(others)].join(', ');
}

/**
 * @param url the URL that the preflight is for
 * @param requested the headers that it requests
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
