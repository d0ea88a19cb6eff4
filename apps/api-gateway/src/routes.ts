import type { Level } from '@burgee/admission';

export const UPSTREAMS = ['auth', 'flags-admin', 'audit', 'usage', 'sdk-gateway'] as const;
export type Upstream = (typeof UPSTREAMS)[number];

/** The destination of a path. The name stands for all paths of its kind. */
export interface Route {
  service: Upstream;
  name: string;
}

const ROUTES: readonly [RegExp, Upstream, string][] = [
  [/^\/api\/v1\/flags$/, 'sdk-gateway', '/api/v1/flags'],
  [/^\/api\/v1\//, 'sdk-gateway', '/api/v1'],
  [/^\/ofrep\//, 'sdk-gateway', '/ofrep'],
  [/^\/unleash\/api\//, 'sdk-gateway', '/unleash/api'],
  [/^\/api\/auth\/me\/export\/projects$/, 'flags-admin', '/api/auth'],
  [/^\/api\/auth(\/|$)/, 'auth', '/api/auth'],
  [/^\/api\/operations$/, 'auth', '/api/operations'],
  [/^\/api\/administration\/(accounts\/[^/]+\/)?projects(\/|$)/, 'flags-admin', '/api/administration'],
  [/^\/api\/administration(\/|$)/, 'auth', '/api/administration'],
  [/^\/api\/(flags|projects)\/[^/]+\/audit(\/(export|latest|verify))?$/, 'audit', '…/audit'],
  [/^\/api\/(flags|projects)\/[^/]+\/usage$/, 'usage', '…/usage'],
  [/^\/api\/projects\/[^/]+\/environments\/[^/]+\/usage$/, 'usage', '…/usage'],
  [/^\/api\/tokens(\/|$)/, 'auth', '/api/tokens'],
  [/^\/api\/projects\/[^/]+\/tokens(\/[^/]+)?$/, 'auth', '…/tokens'],
  [/^\/api\/projects\/[^/]+\/trusts(\/[^/]+)?$/, 'auth', '…/trusts'],
  [/^\/api\/flags(\/|$)/, 'flags-admin', '/api/flags'],
  [/^\/api\/projects(\/|$)/, 'flags-admin', '/api/projects'],
  [/^\/api\/environments(\/|$)/, 'flags-admin', '/api/environments'],
  [/^\/api\/invitations(\/|$)/, 'flags-admin', '/api/invitations'],
  [/^\/api\/notices(\/|$)/, 'flags-admin', '/api/notices'],
  [/^\/api\/switch-off\//, 'flags-admin', '/api/switch-off'],
];

/**
 * The service for a path. This authorizes nothing: each service guards its own routes, so a path in an unusual spelling
 * at worst reaches a service without that route.
 */
export function routeTo(path: string): Route | undefined {
  const found = ROUTES.find(([pattern]) => pattern.test(path));
  return found && { service: found[1], name: found[2] };
}

/**
 * Whether a path has a segment `..`, plain or encoded. No route has one, and clients resolve theirs before they send.
 */
export function hasDotSegment(path: string): boolean {
  return path
    .replace(/%2e/gi, '.')
    .split(/\/|\\|%2f|%5c/i)
    .includes('..');
}

/**
 * A service has ten connections to Postgres, and each request may hold one: reads and writes of one flow leave some
 * free.
 */
export const LEVELS = {
  read: { seats: 6, seatsOfFlow: 3, seatsOfBusyFlow: 1, waitingAtMost: 2_000, waitAtMostMs: 9_000 },
  write: { seats: 6, seatsOfFlow: 3, seatsOfBusyFlow: 1, waitingAtMost: 2_000, waitAtMostMs: 9_000 },
  /** Requests with many values: an account gets one at a time. */
  bulk: { seats: 4, seatsOfFlow: 1, waitingAtMost: 500, waitAtMostMs: 9_000 },
  /** Each holds a document of megabytes in memory. */
  import: { seats: 1, seatsOfFlow: 1, waitingAtMost: 100, waitAtMostMs: 50_000 },
  /** For anonymous clients, and what hashes passwords. auth queues both. */
  public: { seats: 32, seatsOfFlow: 16, waitingAtMost: 2_000, waitAtMostMs: 9_000 },
  /** Requests that wait for clients or other processes. */
  wait: { seats: 200, seatsOfFlow: 8, waitingAtMost: 500, waitAtMostMs: 9_000, isIdle: true },
} as const satisfies Record<string, Level>;

export type LevelName = keyof typeof LEVELS;

/** Exceptions to the rule that GET is a read and everything else a write. */
export const DIFFERENT: readonly [method: string, path: RegExp, level: LevelName][] = [
  ['GET', /^\/api\/operations$/, 'wait'],
  ['GET', /^\/api\/projects\/[^/]+\/export$/, 'bulk'],
  ['GET', /^\/api\/projects\/[^/]+\/audit\/(export|verify)$/, 'bulk'],
  ['POST', /^\/api\/environments\/[^/]+\/explain$/, 'read'],
  // A value for each flag.
  ['POST', /^\/api\/projects\/[^/]+\/environments$/, 'bulk'],
  ['POST', /^\/api\/environments\/[^/]+\/(changes|restore)$/, 'bulk'],
  ['POST', /^\/api\/projects\/[^/]+\/(flags\/changes|flags\/[^/]+\/restore|promote)$/, 'bulk'],
  ['POST', /^\/api\/projects\/[^/]+\/change-requests\/[^/]+\/actions$/, 'bulk'],
  ['DELETE', /^\/api\/projects\/[^/]+(\/environments\/[^/]+)?$/, 'bulk'],
  ['POST', /^\/api\/projects\/[^/]+\/import$/, 'import'],
  // Changing a password hashes twice, in the queue of sign-ins.
  [
    'POST',
    /^\/api\/auth\/(login|logout|register|password|proof|forgot-password|token-exchange|links\/(look-up|reset|sign-in|verify)|oidc\/[^/]+\/[\w-]+)$/,
    'public',
  ],
  ['POST', /^\/api\/(invitations\/look-up|switch-off\/[^/]+)$/, 'public'],
  // These wait for a provider.
  ['GET', /^\/api\/auth\/(providers|oidc\/[^/]+\/(start|callback))$/, 'public'],
  ['GET', /^\/api\/administration\/providers$/, 'public'],
  ['POST', /^\/api\/administration\/providers\/[^/]+\/try$/, 'public'],
];

/** Routes that may wait until clients have the change. */
const MAY_WAIT: readonly [method: string, path: RegExp][] = [
  ['PATCH', /^\/api\/flags\/[^/]+\/environments\/[^/]+(\/toggle)?$/],
  ['DELETE', /^\/api\/flags\/[^/]+$/],
  ['POST', /^\/api\/flags\/[^/]+\/(un)?archive$/],
  ['POST', /^\/api\/projects\/[^/]+\/(flags\/changes|promote)$/],
];

/** Decoded like in the service, for any spelling. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The level of a request to the dashboard's API. @param url with its query */
export function levelOf(method: string, url: string): LevelName {
  const [given = '', query = ''] = url.split('?', 2);
  const [path, verb] = [decoded(given), method === 'HEAD' ? 'GET' : method];
  const fits = ([of, pattern]: readonly [string, RegExp, ...unknown[]]) => of === verb && pattern.test(path);
  if (query !== '' && MAY_WAIT.some(fits) && new URLSearchParams(query).get('wait') === 'applied') return 'wait';
  return DIFFERENT.find(fits)?.[2] ?? (verb === 'GET' ? 'read' : 'write');
}

const LONGEST_MILLISECONDS = 60_000;
const DEFAULT_MILLISECONDS = 5_000;
const WAITS_FOR_CLIENTS = /^[^?]*\?(?:.*&)?wait=applied(?:&|$)/;
const TIMEOUT = /[?&]timeout=(\d{1,5})(ms|s)(?:&|$)/;

/** Additional time in milliseconds for a change that waits until clients have it. */
export function extraTimeOf(url: string): number {
  if (!WAITS_FOR_CLIENTS.test(url)) return 0;
  const [, number, unit] = TIMEOUT.exec(url) ?? [];
  if (number === undefined) return DEFAULT_MILLISECONDS;
  return Math.min(Number(number) * (unit === 's' ? 1_000 : 1), LONGEST_MILLISECONDS);
}

/** A service that sends no byte of a response for this long does not answer. Event streams, by content type, are exempt. */
export const SILENT_AT_MOST_MILLISECONDS = 10_000;
/** The same for a few queries: as long as Postgres may take for one. */
const FEW_QUERIES_MILLISECONDS = 2_000;
/** Additional time for an import. */
const IMPORT_MILLISECONDS = 50_000;

/**
 * How long a service may be silent, in milliseconds from sending it the request: time in the queue does not count.
 * @param level undefined where the service has no levels
 */
export function silentAtMost(level: LevelName | undefined, url: string): number {
  const fewQueries = level === 'read' || level === 'write';
  const longer = level === 'import' ? IMPORT_MILLISECONDS : extraTimeOf(url);
  return (fewQueries ? FEW_QUERIES_MILLISECONDS : SILENT_AT_MOST_MILLISECONDS) + longer;
}
