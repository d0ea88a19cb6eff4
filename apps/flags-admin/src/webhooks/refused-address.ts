import ipaddr from 'ipaddr.js';

/** Answers instances of Azure and nobody else, and is in no reserved block. */
const PUBLIC_METADATA = new Set(['168.63.129.16']);

/** `::a.b.c.d`, deprecated, which some systems take for the IPv4 address in it. */
const IPV4_COMPATIBLE = ipaddr.IPv6.parseCIDR('::/96');

/** Where a network reaches IPv4 from IPv6 only; the last 32 bits are the IPv4 address (RFC 6052, 3.1). */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/** All of IPv6 that is routed on the public internet. What is not assigned yet, private networks use. */
const IPV6_PUBLIC = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Why a webhook may not connect to an address; undefined where it may. Only what is routed on the public internet may be reached:
 * so no loopback, private, link-local, unique local or shared (CGNAT) address, and none that carries such a one inside.
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
