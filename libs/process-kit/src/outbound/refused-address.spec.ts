import { describe, expect, it } from '@jest/globals';
import { refusedAddress } from './refused-address.js';

describe('an address that requests of users may connect to', () => {
  it.each([
    ['loopback', '127.0.0.1'],
    ['loopback, any of its block', '127.8.9.10'],
    ['loopback of IPv6', '::1'],
    ['unspecified', '0.0.0.0'],
    ['unspecified of IPv6', '::'],
    ['private 10/8', '10.1.2.3'],
    ['private 172.16/12', '172.31.255.254'],
    ['private 192.168/16', '192.168.0.1'],
    ['link-local, with the metadata of clouds', '169.254.169.254'],
    ['link-local of IPv6', 'fe80::1'],
    ['unique local', 'fd00:ec2::254'],
    ['shared (CGNAT), with metadata', '100.100.100.200'],
    ['metadata of Azure', '168.63.129.16'],
    ['metadata of Oracle', '192.0.0.192'],
    ['multicast', '224.0.0.1'],
    ['multicast of IPv6', 'ff02::1'],
    ['broadcast', '255.255.255.255'],
    ['reserved', '240.0.0.1'],
    ['documentation', '192.0.2.1'],
    ['benchmarking', '198.18.0.1'],
    ['site-local, deprecated', 'fec0::1'],
    ['mapped loopback', '::ffff:127.0.0.1'],
    ['mapped private, in hex', '::ffff:0a00:0001'],
    ['compatible loopback', '::127.0.0.1'],
    ['6to4 of a private one', '2002:0a00:0001::1'],
    ['NAT64 of a private one', '64:ff9b::10.0.0.1'],
    ['local NAT64', '64:ff9b:1::a00:1'],
    ['Teredo', '2001:0:7f00:1::1'],
    ['ORCHID', '2001:20::1'],
    ['of Yggdrasil', '200:1234::1'],
    ['in an unassigned block', '400::1'],
    ['of the other half of IPv6, unassigned', '8000::1'],
    ['no address', 'localhost'],
    ['with a zone', 'fe80::1%eth0'],
  ])('is not %s', (_, address) => {
    expect(refusedAddress(address)).toBeDefined();
  });

  it.each([
    '93.184.215.14',
    '8.8.8.8',
    '172.32.0.1',
    '100.128.0.1',
    '2606:4700::6810:84e5',
    '::ffff:8.8.8.8',
    '64:ff9b::8.8.8.8',
  ])('is %s, which is public', (address) => {
    expect(refusedAddress(address)).toBeUndefined();
  });
});
