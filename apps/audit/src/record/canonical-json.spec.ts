import { expect, it } from '@jest/globals';
import canonicalize from 'canonicalize';
import fc from 'fast-check';

/*
 * The hash covers the text that the library writes. Another text for the same value would break a chain when an entry
 * is delivered twice or when another program verifies it.
 */

it('orders the keys of the example in RFC 8785, section 3.2.3, by code units', () => {
  const value = {
    '\u20ac': 'Euro Sign',
    '\r': 'Carriage Return',
    '\ufb33': 'Hebrew Letter Dalet With Dagesh',
    '1': 'One',
    '\u{1f600}': 'Emoji: Grinning Face',
    '\u0080': 'Control',
    '\u00f6': 'Latin Small Letter O With Diaeresis',
  };
  expect(canonicalize(value)).toBe(
    '{"\\r":"Carriage Return","1":"One","\u0080":"Control","\u00f6":"Latin Small Letter O With Diaeresis",' +
      '"\u20ac":"Euro Sign","\u{1f600}":"Emoji: Grinning Face","\ufb33":"Hebrew Letter Dalet With Dagesh"}',
  );
});

it('writes numbers and strings as in RFC 8785, section 3.2.2', () => {
  const numbers = [333333333.3333333, 1e30, 4.5, 2e-3, 0.000000000000000000000000001, -0];
  const value = { numbers, literals: [null, true, false], string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"/' };
  expect(canonicalize(value)).toBe(
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27,0],' +
      '"string":"\u20ac$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  );
});

it('orders numeric keys as strings, also in nested objects', () => {
  expect(canonicalize([{ 9: {}, 10: { b: 1, a: undefined } }])).toBe('[{"10":{"b":1},"9":{}}]');
});

/** The same value with the fields of each object in reverse order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).toReversed();
  return Object.fromEntries(fields.map(([name, one]) => [name, reversed(one)]));
}

it('writes the same text for any order of fields, and the text parses to the value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), (any) => {
      const value: unknown = JSON.parse(JSON.stringify(any));
      const text = canonicalize(value) as string;
      expect(canonicalize(reversed(value))).toBe(text);
      expect(JSON.parse(text)).toEqual(value);
    }),
    { numRuns: 40 },
  );
});

it.each([
  ['half a surrogate pair', '\ud800'],
  ['a number that JSON has not', NaN],
])('refuses %s', (_, value) => {
  expect(() => canonicalize({ value })).toThrow('not allowed');
});
