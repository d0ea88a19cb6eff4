import { describe, expect, it } from '@jest/globals';
import { describeMethods } from './sign-in-methods.js';

describe('the ways to sign in, in the page', () => {
  it('are an attribute that no name of a provider leaves', () => {
    const methods = { password: true, providers: [{ id: '1', name: '"><script>alert(1)</script>&amp;' }] };
    const element = describeMethods(methods);
    expect(element).toMatch(/^<meta name="burgee-sign-in" content="[^"<>]*>*[^"<]*" \/>$/);
    const read = element
      .replace(/^.*content="/, '')
      .replace('" />', '')
      .replaceAll('&lt;', '<')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&');
    expect(JSON.parse(read)).toEqual(methods);
  });

  it.each([{ password: true, providers: [] }, null, {}, 'down'])('are left out without providers: %j', (answer) => {
    expect(describeMethods(answer)).toBe('');
  });
});
