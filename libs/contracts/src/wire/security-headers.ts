/** On every answer that is no page: nothing in it is to be run, framed or guessed at. HSTS is a setting of api-gateway. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
};
