const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Other methods are repeated only after these, because the others turn them into GET. */
const KEEPS_METHOD = new Set([307, 308]);
const TIMES_AT_MOST = 5;

/** An address without a query, which may contain a secret. */
const shown = ({ origin, pathname }: URL) => origin + pathname;

/**
 * Fetches with a key, a cookie or a password, which reach no other origin: `fetch` alone sends them wherever a redirect
 * leads. The rule of the client library.
 * @throws `redirect_refused` for a redirect to another origin, or one that would change the method
 */
export async function fetchWithinOrigin(url: string, init: RequestInit = {}): Promise<Response> {
  let at = new URL(url);
  for (let times = 0; ; times++) {
    const response = await fetch(at, { ...init, redirect: 'manual' });
    const location = response.headers.get('location');
    if (!REDIRECTS.has(response.status) || location === null) return response;
    await response.body?.cancel();
    const target = URL.canParse(location, at.href) ? new URL(location, at) : undefined;
    const isRead = ['GET', 'HEAD'].includes(init.method ?? 'GET');
    // A stream can be sent once.
    const isSpent = init.body instanceof ReadableStream;
    const isSafe = !isSpent && target?.origin === at.origin && (isRead || KEEPS_METHOD.has(response.status));
    if (!target || !isSafe || times === TIMES_AT_MOST)
      throw Object.assign(
        new Error(
          `${shown(at)} redirects to ${target ? shown(target) : 'no address'} (${response.status}, redirect_refused). ` +
            'Keys and passwords are sent to no other address: name the one where Burgee answers.',
        ),
        { code: 'redirect_refused' },
      );
    at = target;
  }
}
