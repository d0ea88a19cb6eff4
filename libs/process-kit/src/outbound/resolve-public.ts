import { lookup, Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { refusedAddress } from './refused-address.js';

/** All addresses of a name, or none. */
export type Resolve = (host: string) => Promise<string[]>;

/** Whether private addresses are allowed, and the setting that allows them. */
export interface Allowed {
  allowPrivate: boolean;
  /** What operators set to allow more, for messages: "WEBHOOKS_ALLOW_PRIVATE=on for flags-admin". */
  setting: string;
}

/** The addresses of a host. Each is checked, and they are tried in order. */
const ADDRESSES_AT_MOST = 100;

/** A request must not connect to the host. */
export class TargetRefused extends Error {}

/**
 * Queries name servers directly, because getaddrinfo would occupy one of this process's four threads until the slowest
 * name server of any tenant answers.
 */
export function askNameServers(timeoutMs: number): Resolve {
  return async (host) => {
    const resolver = new Resolver({ timeout: timeoutMs, tries: 1 });
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    return found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
  };
}

/** Resolves like every program of this machine, including names of its own network. */
export const askSystem: Resolve = async (host) => (await lookup(host, { all: true })).map(({ address }) => address);

/**
 * The present addresses of a host. One private address refuses the host, because a mixture is a sign of an attack.
 * @throws TargetRefused
 */
export async function resolvePublic(
  host: string,
  resolve: Resolve,
  { allowPrivate, setting }: Allowed,
): Promise<string[]> {
  const addresses = isIP(host) ? [host] : await resolve(host).catch(() => []);
  if (addresses.length === 0) throw new TargetRefused('the host name does not resolve');
  if (addresses.length > ADDRESSES_AT_MOST)
    throw new TargetRefused(`the host name has more than ${ADDRESSES_AT_MOST} addresses`);
  if (!allowPrivate && addresses.some((address) => refusedAddress(address) !== undefined))
    throw new TargetRefused(`the host has a private or reserved address; operators can allow these with ${setting}`);
  return addresses;
}

/** Pins a socket to these addresses, even if the host resolves to others later. */
export function pinnedTo(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  const [first = { address: '', family: 0 }] = found;
  return (_host, options, done) => {
    if (options.all) done(null, found);
    else done(null, first.address, first.family);
  };
}
