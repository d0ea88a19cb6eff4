import ipaddr from 'ipaddr.js';

type Address = ReturnType<typeof ipaddr.process>;

const IPV6_BLOCK = 64;
const IPV6_SITE = 48;
/**
 * Prefix lengths of the networks around a block, widest first: a registry's smallest allocation to a provider, then the
 * usual one of an organization and of a home.
 */
const WIDER = { ipv4: [24], ipv6: [32, 48, 56] };

function networkOf(address: Address, bits: number): string {
  const bytes = address.toByteArray().map((byte, index) => (index < bits / 8 ? byte : 0));
  return `${ipaddr.fromByteArray(bytes).toString()}/${bits}`;
}

/**
 * The addresses that are limited together: one IPv4 address, or the /64 of an IPv6 address, because one customer has at
 * least that many. Text that is no address stands for itself.
 */
export function addressBlock(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4' ? parsed.toString() : networkOf(parsed, IPV6_BLOCK);
}

/** The usual minimum of an organization: one IPv4 address, or the /48 of an IPv6 address. */
export function addressSite(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4' ? parsed.toString() : networkOf(parsed, IPV6_SITE);
}

/**
 * The networks that contain an address, widest first; the last is its block. A client with a wide network has any
 * number of blocks.
 */
export function addressNetworks(address: string): string[] {
  if (!ipaddr.isValid(address)) return [address];
  const parsed = ipaddr.process(address);
  return [...WIDER[parsed.kind()].map((bits) => networkOf(parsed, bits)), addressBlock(address)];
}
