/** The routes of OFREP. */
export type OfrepAddress =
  | { kind: 'single'; flagKey: string }
  /** `configTag`: the position that an event named; the answer must not be older. */
  | { kind: 'bulk'; configTag: string | undefined }
  | { kind: 'events'; token: string };

const BULK = '/ofrep/v1/evaluate/flags';
const BELOW_BULK = `${BULK}/`;
const PLAIN_KEY = /^[\w.-]+$/;
const EVENTS = '/ofrep/v1/events';

/** @returns undefined for every other URL, and for an invalid percent-encoding */
export function parseOfrepAddress(url: string): OfrepAddress | undefined {
  const [encodedPath = '', query = ''] = url.split('?', 2);
  if (encodedPath === BULK) return bulk(query);
  const flagKey = encodedPath.startsWith(BELOW_BULK) ? encodedPath.slice(BELOW_BULK.length) : '';
  if (PLAIN_KEY.test(flagKey)) return { kind: 'single', flagKey };
  return parseUnusual(encodedPath, query);
}

/** Percent-encoded, or another route. */
function parseUnusual(encodedPath: string, query: string): OfrepAddress | undefined {
  try {
    const segments = encodedPath.split('/').map(decodeURIComponent);
    const path = segments.slice(0, 5).join('/');
    if (path === BULK && segments.length === 5) return bulk(query);
    const flagKey = segments[5];
    if (path === BULK && segments.length === 6 && flagKey) return { kind: 'single', flagKey };
    if (segments.join('/') !== EVENTS) return undefined;
    return { kind: 'events', token: new URLSearchParams(query).get('token') ?? '' };
  } catch {
    return undefined;
  }
}

const bulk = (query: string): OfrepAddress => ({
  kind: 'bulk',
  configTag: query === '' ? undefined : (new URLSearchParams(query).get('flagConfigEtag') ?? undefined),
});

/** The URL of an environment's events. @param prefix the path prefix of a proxy */
export const eventsAddress = (token: string, prefix = ''): string => `${prefix}${EVENTS}?token=${token}`;
