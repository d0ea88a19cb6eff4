import type { Level } from '@burgee/admission';

/** A service has ten connections to Postgres, and each request may hold one: reads and writes of one flow leave some free. */
export const LEVELS = {
  read: { seats: 6, seatsOfFlow: 3, seatsOfBusyFlow: 1, waitingAtMost: 2_000, waitAtMostMs: 9_000 },
  write: { seats: 6, seatsOfFlow: 3, seatsOfBusyFlow: 1, waitingAtMost: 2_000, waitAtMostMs: 9_000 },
  /** Of many values: an account makes one after the other. */
  bulk: { seats: 4, seatsOfFlow: 1, waitingAtMost: 500, waitAtMostMs: 9_000 },
  /** Each holds a document of megabytes. */
  import: { seats: 1, seatsOfFlow: 1, waitingAtMost: 100, waitAtMostMs: 50_000 },
  /** For people who have not signed in. Sign-in has a queue of its own. */
  public: { seats: 32, seatsOfFlow: 16, waitingAtMost: 2_000, waitAtMostMs: 9_000 },
  /** What waits for clients or other processes. */
  wait: { seats: 200, seatsOfFlow: 8, waitingAtMost: 500, waitAtMostMs: 9_000, isIdle: true },
} as const satisfies Record<string, Level>;

export type LevelName = keyof typeof LEVELS;

/** What differs from the rule that a GET reads and everything else writes. */
export const DIFFERENT: readonly [method: string, path: RegExp, level: LevelName][] = [
  ['GET', /^\/api\/operations$/, 'wait'],
  ['GET', /^\/api\/projects\/[^/]+\/export$/, 'bulk'],
  ['GET', /^\/api\/projects\/[^/]+\/audit\/(export|verify)$/, 'bulk'],
  ['POST', /^\/api\/environments\/[^/]+\/explain$/, 'read'],
  ['POST', /^\/api\/environments\/[^/]+\/(changes|restore)$/, 'bulk'],
  ['POST', /^\/api\/projects\/[^/]+\/(flags\/changes|flags\/[^/]+\/restore|promote)$/, 'bulk'],
  ['POST', /^\/api\/projects\/[^/]+\/change-requests\/[^/]+\/actions$/, 'bulk'],
  ['DELETE', /^\/api\/projects\/[^/]+(\/environments\/[^/]+)?$/, 'bulk'],
  ['POST', /^\/api\/projects\/[^/]+\/import$/, 'import'],
  ['POST', /^\/api\/auth\/(login|logout|register)$/, 'public'],
  ['POST', /^\/api\/invitations\/look-up$/, 'public'],
];

/** What may wait until clients have the change. */
const MAY_WAIT: readonly [method: string, path: RegExp][] = [
  ['PATCH', /^\/api\/flags\/[^/]+\/environments\/[^/]+(\/toggle)?$/],
  ['DELETE', /^\/api\/flags\/[^/]+$/],
  ['POST', /^\/api\/flags\/[^/]+\/(un)?archive$/],
  ['POST', /^\/api\/projects\/[^/]+\/(flags\/changes|promote)$/],
];

/** As the service reads it, however it is written. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Which level a request of the dashboard's API has. @param url with its query */
export function levelOf(method: string, url: string): LevelName {
  const [given = '', query = ''] = url.split('?', 2);
  const [path, verb] = [decoded(given), method === 'HEAD' ? 'GET' : method];
  const fits = ([of, pattern]: readonly [string, RegExp, ...unknown[]]) => of === verb && pattern.test(path);
  if (query !== '' && MAY_WAIT.some(fits) && new URLSearchParams(query).get('wait') === 'applied') return 'wait';
  return DIFFERENT.find(fits)?.[2] ?? (verb === 'GET' ? 'read' : 'write');
}
