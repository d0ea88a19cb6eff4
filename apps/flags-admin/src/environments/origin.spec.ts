import { describe, expect, it } from '@jest/globals';
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

  it('has a host of at most 253 characters', () => {
    const host = `${'a.'.repeat(126)}a`;
    expect(originOf(`https://${host}:8080/cart`)).toBe(`https://${host}:8080`);
    expect(() => originOf(`https://a${host}`)).toThrow('The host of a URL has at most 253 characters.');
  });
});
