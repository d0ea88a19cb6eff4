import { isWellFormedOrigin } from '@burgee/contracts/wire';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { originOf, originsOf } from './origin.js';

describe('the origin of a registered URL', () => {
  it.each([
    ['https://shop.example.com', 'https://shop.example.com'],
    ['https://Shop.Example.com:443/cart?x=1#top', 'https://shop.example.com'],
    ['http://localhost:3000/', 'http://localhost:3000'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ['http://tauri.localhost', 'http://tauri.localhost'],
    ['capacitor://localhost', 'capacitor://localhost'],
    ['Capacitor://LocalHost/index.html?x=1#top', 'capacitor://localhost'],
    ['ionic://localhost:80', 'ionic://localhost:80'],
    ['tauri://localhost', 'tauri://localhost'],
    ['app://.', 'app://.'],
    ['app://[::1]:3000', 'app://[::1]:3000'],
    [
      'chrome-extension://abcdefghijklmnopabcdefghijklmnop/popup.html',
      'chrome-extension://abcdefghijklmnopabcdefghijklmnop',
    ],
    ['moz-extension://1F2D6A1E-0000-4000-8000-000000000000', 'moz-extension://1f2d6a1e-0000-4000-8000-000000000000'],
  ])('of %s is %s', (url, origin) => expect(originOf(url)).toBe(origin));

  it.each([
    'shop.example.com',
    'ftp://shop.example.com',
    'javascript:alert(1)',
    'javascript://shop.example.com',
    'https://user@shop.example.com',
    'app://user:password@localhost',
    'https://',
    'app:///index.html',
    'localhost:3000',
    'null',
    '*',
    'file:///index.html',
    'file://localhost/index.html',
    'blob:https://shop.example.com',
    'wss://shop.example.com',
    'https://*.shop.example.com',
    'app://*',
    'app://bücher',
    `${'a'.repeat(65)}://localhost`,
  ])('%s has none', (url) => {
    const pointers = [expect.objectContaining({ pointer: '/url' })];
    expect(() => originOf(url)).toThrow(
      expect.objectContaining({ code: 'invalid_request', options: { errors: pointers } }),
    );
  });

  it('limits the host to 253 characters', () => {
    const host = `${'a.'.repeat(126)}a`;
    expect(originOf(`https://${host}:8080/cart`)).toBe(`https://${host}:8080`);
    expect(() => originOf(`https://a${host}`)).toThrow('The host of the URL is too long: at most 253 characters.');
  });

  it('appears once in a list, whose wrong item is named', () => {
    expect(originsOf(['https://a.example/x', 'ionic://localhost', 'https://A.example'])).toEqual([
      'https://a.example',
      'ionic://localhost',
    ]);
    expect(() => originsOf(['https://a.example', 'null'])).toThrow(
      expect.objectContaining({ options: { errors: [expect.objectContaining({ pointer: '/more_origins/1' })] } }),
    );
  });

  it('S58 has the form of an origin, which gateways look up', () => {
    const host = fc.oneof(
      fc.domain(),
      fc.ipV4(),
      fc.ipV6().map((address) => `[${address}]`),
      fc.string({ minLength: 1, maxLength: 253 }),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 63 }),
    );
    const url = fc
      .tuple(fc.constantFrom('http', 'https', 'HTTPS'), host, fc.option(fc.nat(65_535)), fc.webPath())
      .map(([scheme, name, port, path]) => `${scheme}://${name}${port === null ? '' : `:${port}`}${path}`)
      .filter((one) => URL.canParse(one));
    const isRefused = ({ username, password, hostname }: URL) =>
      username !== '' || password !== '' || hostname.length > 253 || hostname.includes('*');
    fc.assert(
      fc.property(url, (one) => {
        const parsed = new URL(one);
        fc.pre(!isRefused(parsed));
        expect(originOf(one)).toBe(parsed.origin);
        expect(isWellFormedOrigin(parsed.origin)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});
