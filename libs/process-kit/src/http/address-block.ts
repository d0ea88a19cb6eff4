import ipaddr from 'ipaddr.js';

const IPV6_BLOCK = 64;

/**
 * The addresses that are limited together: one IPv4 address, or the /64 of an IPv6 address, because one customer has that many at
 * least. Text that is no address stands for itself.
 */
export function addressBlock(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const bytes = parsed.toByteArray().map((byte, index) => (index < IPV6_BLOCK / 8 ? byte : 0));
  return `${ipaddr.fromByteArray(bytes).toString()}/${IPV6_BLOCK}`;
}
