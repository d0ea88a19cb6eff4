import { describe, expect, it } from '@jest/globals';
import { safeReturn } from './safe-return.js';

describe('where to go after signing in', () => {
  it.each(['/', '/projects/1/flags?search=a&state=on', '/projects/1#top'])('keeps %s', (back) =>
    expect(safeReturn(back)).toBe(back),
  );

  it.each([
    'https://evil.example',
    '//evil.example',
    String.raw`/\evil.example`,
    '/\t/evil.example',
    '/.//evil.example',
    '/projects/..//evil.example',
    '/%2e//evil.example',
    '///evil.example',
    'javascript:alert(1)',
    '/sign-in?back=/sign-in',
    '/register',
    '',
    7,
    undefined,
    ['/'],
  ])('ignores %j', (back) => expect(safeReturn(back)).toBeUndefined());
});
