import { describe, expect, it } from '@jest/globals';
import { chooseEncoding, matchesTag } from './respond.js';

describe('encoding', () => {
  it.each([
    [undefined, 'identity'],
    ['identity', 'identity'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['br;q=0.5, gzip;q=0.9', 'gzip'],
    ['br;q=0, gzip;q=0', 'identity'],
    ['*', 'br'],
    ['GZIP', 'gzip'],
    ['identity;q=1, gzip;q=0.5', 'identity'],
    ['deflate', 'identity'],
    ['gzip;q=x', 'identity'],
  ])('%p: %s', (header, encoding) => expect(chooseEncoding(header)).toBe(encoding));

  it('S37 is identity for a header of more than 500 characters, which is not read', () => {
    expect(chooseEncoding(`gzip${','.repeat(496)}`)).toBe('gzip');
    expect(chooseEncoding(`gzip${','.repeat(497)}`)).toBe('identity');
  });
});

describe('If-None-Match', () => {
  it.each([
    [undefined, false],
    ['"e-1"', true],
    ['W/"e-1"', true],
    ['"e-0", "e-1"', true],
    ['"e-1-gzip"', true],
    ['W/"e-1-br"', true],
    ['"e-0", W/"e-1-gzip"', true],
    ['"e-1-u1"', false],
    ['*', true],
    ['"e-10"', false],
    ['e-1', false],
  ])('%p: %p', (header, matches) => expect(matchesTag(header, 'W/"e-1"')).toBe(matches));

  it('S37 matches nothing with more than 500 characters, which are not read', () => {
    expect(matchesTag(`"e-1"${','.repeat(495)}`, 'W/"e-1"')).toBe(true);
    expect(matchesTag(`"e-1"${','.repeat(496)}`, 'W/"e-1"')).toBe(false);
  });
});
