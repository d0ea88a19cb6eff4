import { describe, expect, it } from '@jest/globals';
import { isCrossSite } from './fastify.js';

const OWN = { method: 'POST', protocol: 'https', host: 'flags.example.com' };

describe('cross-site requests', () => {
  it.each([
    ['no browser: neither header', {}, false],
    ['its own page', { secFetchSite: 'same-origin', origin: 'https://flags.example.com' }, false],
    ['typed by the user', { secFetchSite: 'none' }, false],
    ['another site', { secFetchSite: 'cross-site', origin: 'https://evil.example' }, true],
    ['a sibling domain', { secFetchSite: 'same-site', origin: 'https://shop.example.com' }, true],
    ['an old browser on another site', { origin: 'https://evil.example' }, true],
    ['another port', { origin: 'https://flags.example.com:8443' }, true],
    ['another scheme', { origin: 'http://flags.example.com' }, true],
    ['an opaque origin', { origin: 'null' }, true],
    ['a forged pair', { secFetchSite: 'same-origin', origin: 'https://evil.example' }, true],
  ])('%s', (_what, source, refused) => expect(isCrossSite({ ...OWN, ...source })).toBe(refused));

  it('reading is free', () => {
    expect(isCrossSite({ ...OWN, method: 'GET', secFetchSite: 'cross-site' })).toBe(false);
  });
});
