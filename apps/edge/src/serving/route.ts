import {
  EDGE_ACCESS_PATH,
  EDGE_APPLIED_PATH,
  OFREP_PREFIX,
  STREAM_APPLIED_PATH,
  UNLEASH_PREFIX,
  USAGE_PATH,
} from '@burgee/contracts/wire';
import {
  type OfrepAddress,
  parseOfrepAddress,
  parseUnleashAddress,
  UNLEASH_ADDRESSES,
  type UnleashAddress,
} from '@burgee/flag-serving';

/** A route of this edge. */
export type Route =
  | {
      kind:
        | 'flags'
        | 'stream'
        | 'ticket'
        | 'access'
        | 'applied'
        | 'acknowledged'
        | 'usage'
        | 'preflight'
        | 'library'
        | 'live'
        | 'ready'
        | 'unknown';
    }
  | { kind: 'events'; token: string }
  | { kind: 'decisions'; address: Exclude<OfrepAddress, { kind: 'events' }> }
  | { kind: 'unleash'; address: UnleashAddress }
  | { kind: 'other-method'; allowed: readonly string[] };

const READ = ['GET', 'HEAD'];
/** Paths with their methods, preflights apart. */
const ADDRESSES: Record<
  string,
  {
    kind:
      | 'flags'
      | 'stream'
      | 'ticket'
      | 'access'
      | 'applied'
      | 'acknowledged'
      | 'usage'
      | 'library'
      | 'live'
      | 'ready';
    methods: string[];
  }
> = {
  '/api/v1/flags': { kind: 'flags', methods: READ },
  '/api/v1/stream': { kind: 'stream', methods: READ },
  '/api/v1/stream/ticket': { kind: 'ticket', methods: ['POST'] },
  [EDGE_ACCESS_PATH]: { kind: 'access', methods: READ },
  [EDGE_APPLIED_PATH]: { kind: 'applied', methods: ['POST'] },
  [STREAM_APPLIED_PATH]: { kind: 'acknowledged', methods: ['POST'] },
  [USAGE_PATH]: { kind: 'usage', methods: ['POST'] },
  '/sdk.js': { kind: 'library', methods: READ },
  '/livez': { kind: 'live', methods: READ },
  '/readyz': { kind: 'ready', methods: READ },
  '/health': { kind: 'ready', methods: READ },
};
/** Prefixes where pages of other origins may call. */
const PREFLIGHTS_AT = ['/api/v1/', OFREP_PREFIX, UNLEASH_PREFIX];

function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

const isBelow = (path: string, starts: readonly string[]) => starts.some((start) => path.startsWith(start));
const isPreflighted = (path: string) => isBelow(path, PREFLIGHTS_AT);

function otherMethod(path: string, methods: readonly string[]): Route {
  return { kind: 'other-method', allowed: [...methods, ...(isPreflighted(path) ? ['OPTIONS'] : [])].toSorted() };
}

function ofrepRoute(method: string, url: string, path: string): Route {
  const address = parseOfrepAddress(url);
  if (!address) return { kind: 'unknown' };
  if (address.kind === 'events')
    return READ.includes(method) ? { kind: 'events', token: address.token } : otherMethod(path, READ);
  return method === 'POST' ? { kind: 'decisions', address } : otherMethod(path, ['POST']);
}

function unleashRoute(method: string, url: string, path: string): Route {
  const found = parseUnleashAddress(url);
  if (!found) return { kind: 'unknown' };
  return found.methods.includes(method)
    ? { kind: 'unleash', address: found.address }
    : otherMethod(path, found.methods);
}

/** Routes the raw URL. @param closed disabled path prefixes */
export function routeOf(method: string, url: string, closed: readonly string[] = []): Route {
  const [sent = ''] = url.split('?', 1);
  const path = decoded(sent);
  if (isBelow(path, closed)) return { kind: 'unknown' };
  if (method === 'OPTIONS' && isPreflighted(sent)) return { kind: 'preflight' };
  const address = Object.hasOwn(ADDRESSES, path) ? ADDRESSES[path] : undefined;
  if (!address && path.startsWith(UNLEASH_PREFIX)) return unleashRoute(method, url, path);
  if (!address) return path.startsWith(OFREP_PREFIX) ? ofrepRoute(method, url, path) : { kind: 'unknown' };
  if (!address.methods.includes(method)) return otherMethod(path, address.methods);
  return { kind: address.kind };
}

const NAMES: ReadonlyMap<string, string> = new Map(Object.entries(ADDRESSES).map(([path, { kind }]) => [kind, path]));

/** The name in logs and metrics, from a small set for any URL. */
export const nameOfRoute = ({ kind }: Route): string => NAMES.get(kind) ?? kind;

/** All routes, for the internal port. */
export const routes = (closed: readonly string[]): readonly { method: string; path: string }[] =>
  ROUTES.filter(({ path }) => !isBelow(path, closed));

const ROUTES = [
  ...Object.entries(ADDRESSES).flatMap(([path, { methods }]) => methods.map((method) => ({ method, path }))),
  { method: 'POST', path: '/ofrep/v1/evaluate/flags' },
  { method: 'POST', path: '/ofrep/v1/evaluate/flags/:key' },
  { method: 'GET', path: '/ofrep/v1/events' },
  ...UNLEASH_ADDRESSES.flatMap(({ path, methods }) => methods.map((method) => ({ method, path }))),
];
