import { describe, expect, it } from '@jest/globals';
import { addressBlock, addressNetworks, addressSite } from './address-block.js';

describe('the block of an address', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::ffff:c000:201', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['::1', '::/64'],
    ['', ''],
    ['unknown', 'unknown'],
  ])('of %j is %j', (address, block) => expect(addressBlock(address)).toBe(block));
});

describe('the networks of an address', () => {
  it.each([
    ['192.0.2.1', ['192.0.2.0/24', '192.0.2.1']],
    ['::ffff:192.0.2.1', ['192.0.2.0/24', '192.0.2.1']],
    ['2001:db8:1:234::5', ['2001:db8::/32', '2001:db8:1::/48', '2001:db8:1:200::/56', '2001:db8:1:234::/64']],
    ['unknown', ['unknown']],
  ])('of %j are %j, the widest first', (address, networks) => expect(addressNetworks(address)).toEqual(networks));
});

describe('the site of an address', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:234::5', '2001:db8:1::/48'],
    ['unknown', 'unknown'],
  ])('of %j is %j', (address, site) => expect(addressSite(address)).toBe(site));
});
