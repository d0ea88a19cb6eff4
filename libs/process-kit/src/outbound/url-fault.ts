import { refusedAddress } from './refused-address.js';
import type { Allowed } from './resolve-public.js';

/** Lower ports belong to mail servers, shells and others that could misinterpret a request. */
const FIRST_FREE_PORT = 1_024;

/** Appended to faults that operators can allow. */
const unlessAllowed = (setting: string) => `; operators can allow others with ${setting}`;

const withoutBrackets = (host: string) => host.replace(/^\[|\]$/g, '');

/** The host of a URL in the form for resolvers, sockets and logs. */
export const hostOf = (url: URL): string => withoutBrackets(url.hostname);

const isAddress = (host: string) => /^[\d.]+$/.test(host) || host.includes(':');

/**
 * The fault of a URL to which a user wants requests to go, or undefined. Names are resolved when a request is sent.
 * @param example of a right one
 */
export function urlFault(text: string, example: string, { allowPrivate, setting }: Allowed): string | undefined {
  if (!URL.canParse(text)) return `must be an address such as ${example}`;
  const url = new URL(text);
  if (url.username || url.password) return 'must not contain a user or password';
  if (url.hash) return 'must not contain a fragment';
  if (url.protocol === 'http:' && allowPrivate) return undefined;
  if (url.protocol !== 'https:')
    return `must start with https://${url.protocol === 'http:' ? unlessAllowed(setting) : ''}`;
  if (allowPrivate) return undefined;
  if (url.port !== '' && Number(url.port) < FIRST_FREE_PORT)
    return `must use port 443 or one above 1,023${unlessAllowed(setting)}`;
  const host = hostOf(url);
  if (isAddress(host) && refusedAddress(host) !== undefined) return `must be a public address${unlessAllowed(setting)}`;
  return undefined;
}
