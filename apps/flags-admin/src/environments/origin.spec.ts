import { isWellFormedOrigin } from '@burgee/contracts/wire';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { originOf } from './origin.js';

describe('the origin of a registered URL', () => {
  it.each([
    ['https://shop.example.com', 'https://shop.example.com'],
    ['https://Shop.Example.com:443/cart?x=1#top', 'https://shop.example.com'],
    ['http://localhost:3000/', 'http://localhost:3000'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ])('of %s is %s', (url, origin) => expect(originOf(url)).toBe(origin));

  it.each([
    'shop.example.com',
    'ftp://shop.example.com',
    'javascript:alert(1)',
    'https://user@shop.example.com',
    'https://',
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
    const registered = (one: string) => {
      try {
        return originOf(one);
      } catch {
        return undefined;
      }
    };
    fc.assert(
      fc.property(url, (one) => {
        const origin = registered(one);
        fc.pre(origin !== undefined);
        expect(isWellFormedOrigin(origin ?? '')).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});
