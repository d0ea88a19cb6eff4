import { describe, expect, it } from '@jest/globals';
import { isCrossSite } from './fastify.js';

const OWN = { method: 'POST', protocol: 'https', host: 'flags.example.com' };

describe('cross-site requests', () => {
  it.each([
    ['no browser: neither header', {}, false],
    ['its own page', { secFetchSite: 'same-origin', origin: 'https://flags.example.com' }, false],
    [
      'its own page, with a host in capitals',
      { host: 'Flags.Example.com', origin: 'https://flags.example.com' },
      false,
    ],
    [
      'its own page, with the port of https',
      { host: 'flags.example.com:443', origin: 'https://flags.example.com' },
      false,
    ],
    ['a host with the port of http', { host: 'flags.example.com:80', origin: 'https://flags.example.com' }, true],
    ['a host with a user', { host: 'evil.example@flags.example.com', origin: 'https://flags.example.com' }, true],
    ['typed by the user', { secFetchSite: 'none' }, false],
    ['another site', { secFetchSite: 'cross-site', origin: 'https://evil.example' }, true],
    ['a sibling domain', { secFetchSite: 'same-site', origin: 'https://shop.example.com' }, true],
    ['an old browser on another site', { origin: 'https://evil.example' }, true],
    ['another port', { origin: 'https://flags.example.com:8443' }, true],
    ['another scheme', { origin: 'http://flags.example.com' }, true],
    ['an opaque origin', { origin: 'null' }, true],
    ['a forged pair', { secFetchSite: 'same-origin', origin: 'https://evil.example' }, true],
  ])('%s', (_what, source, refused) => expect(isCrossSite({ ...OWN, ...source })).toBe(refused));

  it('reading is free, except exports, which the history records', () => {
    const link = { ...OWN, method: 'GET', secFetchSite: 'cross-site' };
    expect([isCrossSite(link), isCrossSite({ ...link, isExport: true })]).toEqual([false, true]);
    expect(isCrossSite({ ...link, isExport: true, secFetchSite: 'none' })).toBe(false);
  });
});
