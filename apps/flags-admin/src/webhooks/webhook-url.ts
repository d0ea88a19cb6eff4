import { refusedAddress } from './refused-address.js';

/** Lower ports belong to mail servers, shells and others that could misinterpret a request. */
const FIRST_FREE_PORT = 1_024;

/** Appended to faults that operators can allow. */
const UNLESS_ALLOWED = '; operators can allow others with WEBHOOKS_ALLOW_PRIVATE=on';

const withoutBrackets = (host: string) => host.replace(/^\[|\]$/g, '');

/** The host of a URL in the form for resolvers, sockets and logs. */
export const hostOf = (url: URL): string => withoutBrackets(url.hostname);

const isAddress = (host: string) => /^[\d.]+$/.test(host) || host.includes(':');

/** The fault of a webhook URL, or undefined. Names are resolved when a delivery is sent. */
export function webhookUrlFault(text: string, allowPrivate: boolean): string | undefined {
  if (!URL.canParse(text)) return 'must be an address such as https://hooks.example.com/burgee';
  const url = new URL(text);
  if (url.username || url.password) return 'must not contain a user or password';
  if (url.hash) return 'must not contain a fragment';
  if (url.protocol === 'http:' && allowPrivate) return undefined;
  if (url.protocol !== 'https:') return `must start with https://${url.protocol === 'http:' ? UNLESS_ALLOWED : ''}`;
  if (allowPrivate) return undefined;
  if (url.port !== '' && Number(url.port) < FIRST_FREE_PORT)
    return `must use port 443 or one above 1,023${UNLESS_ALLOWED}`;
  const host = hostOf(url);
  if (isAddress(host) && refusedAddress(host) !== undefined) return `must be a public address${UNLESS_ALLOWED}`;
  return undefined;
}
