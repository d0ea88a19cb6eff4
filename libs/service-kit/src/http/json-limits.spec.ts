import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { jsonShape, plainTextFault } from './json-limits.js';

describe('the shape of JSON', () => {
  it('S136 has as many values, and as many levels, as what is parsed', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 20, stringUnit: 'grapheme-ascii' }), fc.nat(20), (value, atMost) => {
        const json = JSON.stringify(value, null, 1);
        const fault = jsonShape(json, atMost);
        expect(fault === undefined).toBe(plainTextFault(value, atMost) === undefined);
      }),
    );
  });

  it.each([
    ['zeros', `[${'0,'.repeat(65_000)}0]`],
    ['empty lists', `[${'[],'.repeat(40_000)}[]]`],
    ['names', `{${Array.from({ length: 13_000 }, (_, n) => `"n${n}":0`).join(',')}}`],
    ['objects, each with another name', `[${Array.from({ length: 10_000 }, (_, n) => `{"n${n}":0}`).join(',')}]`],
  ])('S136 ends at the first of too many %s', (_what, json) => {
    expect(jsonShape(json)).toEqual({ pointer: '', detail: 'must not contain more than 200 values' });
  });

  it('S136 ends at the first level of too many', () => {
    expect(jsonShape('['.repeat(100_000))?.detail).toBe('must not be nested deeper than 16 levels');
  });

  it.each(['"a,b[{', '{"a":"\\",,,,"}', ',,', ']]]', '"', ''])('says nothing of %j', (json) => {
    expect(jsonShape(json, 5)).toBeUndefined();
  });
});
