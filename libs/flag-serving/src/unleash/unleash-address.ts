import { UNLEASH_PREFIX } from '@burgee/contracts/wire';

/** The routes of Unleash's client API. */
export type UnleashAddress =
  | { kind: 'features'; isFrontend: false }
  | { kind: 'stream'; isFrontend: false }
  | { kind: 'register' | 'metrics' | 'bulk'; isFrontend: false }
  | { kind: 'toggles'; isFrontend: true; query: string }
  | { kind: 'register' | 'metrics'; isFrontend: true };

const READ = ['GET', 'HEAD'];
const POST = ['POST'];

/** Paths below the prefix, with the methods of each. */
const ADDRESSES: ReadonlyMap<string, { address: UnleashAddress; methods: readonly string[] }> = new Map([
  ['client/features', { address: { kind: 'features', isFrontend: false }, methods: READ }],
  ['client/streaming', { address: { kind: 'stream', isFrontend: false }, methods: READ }],
  ['client/register', { address: { kind: 'register', isFrontend: false }, methods: POST }],
  ['client/metrics', { address: { kind: 'metrics', isFrontend: false }, methods: POST }],
  ['client/metrics/bulk', { address: { kind: 'bulk', isFrontend: false }, methods: POST }],
  ['frontend', { address: { kind: 'toggles', isFrontend: true, query: '' }, methods: [...READ, ...POST] }],
  ['frontend/client/register', { address: { kind: 'register', isFrontend: true }, methods: POST }],
  ['frontend/client/metrics', { address: { kind: 'metrics', isFrontend: true }, methods: POST }],
]);

/** A route, its path as in `UNLEASH_ADDRESSES`, and its methods. */
interface FoundUnleashAddress {
  path: string;
  address: UnleashAddress;
  methods: readonly string[];
}

/** @returns undefined for every other URL */
export function parseUnleashAddress(url: string): FoundUnleashAddress | undefined {
  if (!url.startsWith(UNLEASH_PREFIX)) return undefined;
  const end = url.includes('?') ? url.indexOf('?') : url.length;
  // Some SDKs add a slash to the configured URL.
  const path = url.slice(0, url[end - 1] === '/' ? end - 1 : end);
  const found = ADDRESSES.get(path.slice(UNLEASH_PREFIX.length));
  if (!found) return undefined;
  const { address, methods } = found;
  return { path, methods, address: address.kind === 'toggles' ? { ...address, query: url.slice(end + 1) } : address };
}

/** All of them. */
export const UNLEASH_ADDRESSES: readonly { path: string; methods: readonly string[] }[] = [...ADDRESSES].map(
  ([path, { methods }]) => ({ path: UNLEASH_PREFIX + path, methods }),
);
