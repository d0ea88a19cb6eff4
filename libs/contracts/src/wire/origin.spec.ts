import { describe, expect, it } from '@jest/globals';
import { isWellFormedOrigin } from './origin.js';

describe('the form of an origin', () => {
  it.each([
    'https://shop.example.com',
    'http://localhost:3000',
    'https://[2001:db8::1]:8443',
    `https://${'a'.repeat(253)}:65535`,
    'https://a_b"c.example',
    'capacitor://localhost',
    'app://.',
    `chrome-extension://${'a'.repeat(32)}`,
  ])('%.40s has it', (text) => expect(isWellFormedOrigin(text)).toBe(true));

  it.each([
    '',
    '*',
    'null',
    'https://',
    'ftp://shop.example.com',
    'file://host',
    'wss://shop.example.com',
    'app://',
    'app://LOCALHOST',
    'https://*.example.com',
    `${'a'.repeat(65)}://localhost`,
    'https://Shop.example.com',
    'https://shop.example.com/',
    'https://user@shop.example.com',
    'https://shop.example.com https://evil.example',
    'https://shop.example.com:123456',
    'https://[not-an-address]',
    'https://shop.example.com\n',
    'https://bücher.example',
    `https://${'a'.repeat(15_000)}`,
  ])('%.40j has not', (text) => expect(isWellFormedOrigin(text)).toBe(false));
});
