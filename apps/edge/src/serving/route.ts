import { EDGE_ACCESS_PATH, OFREP_PREFIX, UNLEASH_PREFIX } from '@burgee/contracts/wire';
import {
  type OfrepAddress,
  parseOfrepAddress,
  parseUnleashAddress,
  type StreamQuery,
  streamQuery,
  UNLEASH_ADDRESSES,
  type UnleashAddress,
} from '@burgee/flag-serving';

/** What a request asks of this edge. */
export type Route =
  | { kind: 'flags' | 'ticket' | 'access' | 'preflight' | 'library' | 'live' | 'ready' | 'unknown' }
  | { kind: 'stream'; query: StreamQuery }
  | { kind: 'events'; token: string }
  | { kind: 'decisions'; address: Exclude<OfrepAddress, { kind: 'events' }> }
  | { kind: 'unleash'; address: UnleashAddress }
  | { kind: 'other-method'; allowed: readonly string[] };

const READ = ['GET', 'HEAD'];
/** Each address that is no preflight's, and the methods that it takes. */
const ADDRESSES: Record<
  string,
  { kind: 'flags' | 'stream' | 'ticket' | 'access' | 'library' | 'live' | 'ready'; methods: string[] }
> = {
  '/api/v1/flags': { kind: 'flags', methods: READ },
  '/api/v1/stream': { kind: 'stream', methods: READ },
  '/api/v1/stream/ticket': { kind: 'ticket', methods: ['POST'] },
  [EDGE_ACCESS_PATH]: { kind: 'access', methods: READ },
  '/sdk.js': { kind: 'library', methods: READ },
  '/livez': { kind: 'live', methods: READ },
  '/readyz': { kind: 'ready', methods: READ },
  '/health': { kind: 'ready', methods: READ },
};
/** Where pages of other origins may call. */
const PREFLIGHTS_AT = ['/api/v1/', OFREP_PREFIX, UNLEASH_PREFIX];

function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

const isPreflighted = (path: string) => PREFLIGHTS_AT.some((start) => path.startsWith(start));

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

/** Of the address as it was sent. */
export function routeOf(method: string, url: string): Route {
  const [sent = '', query] = url.split('?', 2);
  if (method === 'OPTIONS' && isPreflighted(sent)) return { kind: 'preflight' };
  const path = decoded(sent);
  const address = Object.hasOwn(ADDRESSES, path) ? ADDRESSES[path] : undefined;
  if (!address && path.startsWith(UNLEASH_PREFIX)) return unleashRoute(method, url, path);
  if (!address) return path.startsWith(OFREP_PREFIX) ? ofrepRoute(method, url, path) : { kind: 'unknown' };
  if (!address.methods.includes(method)) return otherMethod(path, address.methods);
  return address.kind === 'stream' ? { kind: 'stream', query: streamQuery(query) } : { kind: address.kind };
}

const NAMES: ReadonlyMap<string, string> = new Map(Object.entries(ADDRESSES).map(([path, { kind }]) => [kind, path]));

/** As logs and metrics name it: few, whatever callers ask for. */
export const nameOfRoute = ({ kind }: Route): string => NAMES.get(kind) ?? kind;

/** All addresses, for the internal port. */
export const ROUTES: readonly { method: string; path: string }[] = [
  ...Object.entries(ADDRESSES).flatMap(([path, { methods }]) => methods.map((method) => ({ method, path }))),
  { method: 'POST', path: '/ofrep/v1/evaluate/flags' },
  { method: 'POST', path: '/ofrep/v1/evaluate/flags/:key' },
  { method: 'GET', path: '/ofrep/v1/events' },
  ...UNLEASH_ADDRESSES.flatMap(({ path, methods }) => methods.map((method) => ({ method, path }))),
];
