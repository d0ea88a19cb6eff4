import { describe, expect, it } from '@jest/globals';
import { emailKey } from './email-key.js';

describe('the key of an email address', () => {
  it.each([
    ['Ada@Example.COM', ' ada@example.com\t'],
    ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
    ['ada@BÜCHER.example', 'ada@bu\u0308cher.example'],
    ['ada@bücher。example', 'ada@xn--bcher-kva.example'],
    ['ada@ﬁrm.example', 'ada@firm.example'],
    ['zoe\u0308@example.com', 'ZO\u00eb@example.com'],
    ['\u212Aim@example.com', 'kim@example.com'],
  ])('%j and %j are one', (a, b) => expect(emailKey(a)).toBe(emailKey(b)));

  it.each([
    ['ada+1@example.com', 'ada@example.com'],
    ['a.da@example.com', 'ada@example.com'],
    ['\u00cbve@example.com', '\u00ebve@example.com'],
    ['kım@example.com', 'kim@example.com'],
    ['ada@straße.example', 'ada@strasse.example'],
    ['ada@example.com', 'ada@example.com.evil.example'],
    ['ada@example.com@evil.example', 'ada@example.com'],
  ])('%j and %j are two', (a, b) => expect(emailKey(a)).not.toBe(emailKey(b)));

  it.each([
    '',
    '@',
    'ada',
    'ada@',
    'ada@xn--a.com',
    'ada@a b',
    'ada@example.com/x',
    'ada@ex%61mple.com',
    'ada@u:p@[::1]',
  ])('of %j, which is no address, is the text in lower case', (text) =>
    expect(emailKey(text.toUpperCase())).toBe(text),
  );

  it('of a key is that key', () => {
    for (const email of ['Zo\u0308e@BÜCHER.example', 'ada@xn--a.com', '\u212A@\u212A.example'])
      expect(emailKey(emailKey(email))).toBe(emailKey(email));
  });
});
