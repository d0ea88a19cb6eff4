import { lookup, Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { refusedAddress } from './refused-address.js';

/** All addresses of a name; none when it has none. */
export type Resolve = (host: string) => Promise<string[]>;

/** Of a host: each is compared with what is private, and tried in turn. */
const ADDRESSES_AT_MOST = 100;

/** A webhook's host that is not to be connected to. */
export class TargetRefused extends Error {}

/**
 * Asks name servers directly: getaddrinfo takes one of this process's four threads for as long as the slowest name server of
 * any tenant likes.
 */
export function askNameServers(timeoutMs: number): Resolve {
  return async (host) => {
    const resolver = new Resolver({ timeout: timeoutMs, tries: 1 });
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    return found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
  };
}

/** As every program of this machine resolves names: also those of its own network. */
export const askSystem: Resolve = async (host) => (await lookup(host, { all: true })).map(({ address }) => address);

/**
 * The addresses that a host has now, all of which may be connected to. One that may not refuses the host: who mixes them means
 * no good. @throws TargetRefused
 */
export async function resolvePublic(host: string, resolve: Resolve, allowPrivate: boolean): Promise<string[]> {
  const addresses = isIP(host) ? [host] : await resolve(host).catch(() => []);
  if (addresses.length === 0) throw new TargetRefused('the host name does not resolve');
  if (addresses.length > ADDRESSES_AT_MOST)
    throw new TargetRefused(`the host name has more than ${ADDRESSES_AT_MOST} addresses`);
  if (!allowPrivate && addresses.some((address) => refusedAddress(address) !== undefined))
    throw new TargetRefused(
      'the host has a private or reserved address; operators can allow these with WEBHOOKS_ALLOW_PRIVATE=on',
    );
  return addresses;
}

/** Gives a socket these addresses and no other, however its host resolves meanwhile. */
export function pinnedTo(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  const [first = { address: '', family: 0 }] = found;
  return (_host, options, done) => {
    if (options.all) done(null, found);
    else done(null, first.address, first.family);
  };
}
