import { describe, expect, it } from '@jest/globals';
import { safePath } from './safe-path.js';

describe('the page after a sign-in', () => {
  it.each(['/', '/projects/1/flags?search=a&state=on', '/projects/1#top'])('is %s', (back) =>
    expect(safePath(back)).toBe(back),
  );

  it.each([
    undefined,
    '',
    'https://evil.example',
    '//evil.example',
    String.raw`/\evil.example`,
    '/\t/evil.example',
    '/.//evil.example',
    '/projects/..//evil.example',
    '/%2e//evil.example',
    'javascript:alert(1)',
    '/sign-in?back=/sign-in',
    '/api/auth/logout',
  ])('is the start page instead of %j', (back) => expect(safePath(back)).toBe('/'));
});
