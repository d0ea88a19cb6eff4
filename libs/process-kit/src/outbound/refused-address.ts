import ipaddr from 'ipaddr.js';

/** The Azure metadata service. It is reachable only from Azure instances, but is in no reserved block. */
const PUBLIC_METADATA = new Set(['168.63.129.16']);

/** `::a.b.c.d`, deprecated. Some systems use the IPv4 address in it. */
const IPV4_COMPATIBLE = ipaddr.IPv6.parseCIDR('::/96');

/** Where a network reaches IPv4 from IPv6 only; the last 32 bits are the IPv4 address (RFC 6052, 3.1). */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/** The part of IPv6 that is routed on the public internet. Private networks use unassigned blocks. */
const IPV6_PUBLIC = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Why a request to an address that users name must not connect, or undefined. Only addresses on the public internet are allowed: no
 * loopback, private, link-local, unique local or shared (CGNAT) address, and none that embeds such an address.
 */
export function refusedAddress(text: string): string | undefined {
  if (!ipaddr.isValid(text)) return 'no address';
  const address = ipaddr.process(text);
  if (address instanceof ipaddr.IPv6 && address.match(IPV4_COMPATIBLE)) return 'ipv4Compatible';
  if (address instanceof ipaddr.IPv6 && address.match(NAT64))
    return refusedAddress(address.toByteArray().slice(12).join('.'));
  const range = address.range();
  if (range !== 'unicast') return range;
  if (address instanceof ipaddr.IPv6 && !address.match(IPV6_PUBLIC)) return 'unassigned';
  return PUBLIC_METADATA.has(address.toString()) ? 'metadata' : undefined;
}
