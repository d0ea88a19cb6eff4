/** CORS answers of the SDK API. Never `*`, never credentials: the one origin, or nothing. */
export function corsHeaders(allowOrigin: string | undefined): Record<string, string> {
  if (allowOrigin === undefined) return {};
  return {
    'access-control-allow-origin': allowOrigin,
    'access-control-expose-headers': 'ETag, Retry-After, Burgee-Freshness',
  };
}

export function preflightHeaders(allowOrigin: string): Record<string, string> {
  return {
    'access-control-allow-origin': allowOrigin,
    'access-control-allow-methods': 'GET, HEAD, POST',
    'access-control-allow-headers': 'x-sdk-key, if-none-match, last-event-id',
    'access-control-max-age': '600',
    'content-length': '0',
  };
}
