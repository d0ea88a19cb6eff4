import { describe, expect, it } from '@jest/globals';
import { forwardedPrefix } from './forwarded-prefix.js';

describe('forwardedPrefix', () => {
  it.each([
    ['/flags', '/flags'],
    ['/flags/', '/flags'],
    ['/a/b-c', '/a/b-c'],
  ])('%s is the prefix %s', (header, prefix) => {
    expect(forwardedPrefix({ 'x-forwarded-prefix': header })).toBe(prefix);
  });

  it.each(['', '/', 'flags', '//evil.example.com', 'https://evil.example.com', '/a?b', '/a"b', '/a/'.repeat(9)])(
    '%p is none',
    (header) => {
      expect(forwardedPrefix({ 'x-forwarded-prefix': header })).toBe('');
    },
  );

  it('none where there is no header', () => {
    expect(forwardedPrefix({})).toBe('');
  });
});
