import ipaddr from 'ipaddr.js';

type Address = ReturnType<typeof ipaddr.process>;

const IPV6_BLOCK = 64;
const IPV6_SITE = 48;
/** The networks around a block, widest first: the least that a registry gives a provider; the usual of an organization; of a home. */
const WIDER = { ipv4: [24], ipv6: [32, 48, 56] };

function networkOf(address: Address, bits: number): string {
  const bytes = address.toByteArray().map((byte, index) => (index < bits / 8 ? byte : 0));
  return `${ipaddr.fromByteArray(bytes).toString()}/${bits}`;
}

/**
 * The addresses that are limited together: one IPv4 address, or the /64 of an IPv6 address, because one customer has that many at
 * least. Text that is no address stands for itself.
 */
export function addressBlock(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4' ? parsed.toString() : networkOf(parsed, IPV6_BLOCK);
}

/** The addresses that one organization usually has at least: one IPv4 address, or the /48 of an IPv6 address. */
export function addressSite(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4' ? parsed.toString() : networkOf(parsed, IPV6_SITE);
}

/** The networks that an address is in, widest first; the last is its block. Somebody with a wide one has any number of blocks. */
export function addressNetworks(address: string): string[] {
  if (!ipaddr.isValid(address)) return [address];
  const parsed = ipaddr.process(address);
  return [...WIDER[parsed.kind()].map((bits) => networkOf(parsed, bits)), addressBlock(address)];
}
