import { murmur3 } from '@burgee/evaluation';
import { expect, it } from '@jest/globals';
import { environmentHash } from './environment-hash.js';

const ADDRESS = 'http://127.0.0.1';

it('is the same for one environment, and does not reveal its key', () => {
  expect(environmentHash(ADDRESS, 'key')).toBe(environmentHash(ADDRESS, 'key'));
  expect(environmentHash(ADDRESS, 'key')).not.toContain('key');
});

it.each<[string, [string, string], [string, string]]>([
  ['with 32 equal bits', [ADDRESS, 'k73676'], [ADDRESS, 'k87094']],
  ['with equal concatenations of address and key', [ADDRESS, '/akey'], [`${ADDRESS}/a`, 'key']],
])('gives two environments %s different hashes', (_what, one, other) => {
  expect(environmentHash(...one)).not.toBe(environmentHash(...other));
});

it('those 32 bits are equal', () => {
  expect(murmur3(`${ADDRESS} k73676`)).toBe(murmur3(`${ADDRESS} k87094`));
});
