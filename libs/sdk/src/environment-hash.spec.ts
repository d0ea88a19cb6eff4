import { murmur3 } from '@burgee/evaluation';
import { expect, it } from '@jest/globals';
import { environmentHash } from './environment-hash.js';

const ADDRESS = 'http://127.0.0.1';

it('is the same for one environment, and does not tell its key', () => {
  expect(environmentHash(ADDRESS, 'key')).toBe(environmentHash(ADDRESS, 'key'));
  expect(environmentHash(ADDRESS, 'key')).not.toContain('key');
});

it.each<[string, [string, string], [string, string]]>([
  ['of which 32 bits are equal', [ADDRESS, 'k73676'], [ADDRESS, 'k87094']],
  ['whose address and key are one text', [ADDRESS, '/akey'], [`${ADDRESS}/a`, 'key']],
])('two environments %s have two', (_what, one, other) => {
  expect(environmentHash(...one)).not.toBe(environmentHash(...other));
});

it('those 32 bits are equal', () => {
  expect(murmur3(`${ADDRESS} k73676`)).toBe(murmur3(`${ADDRESS} k87094`));
});
