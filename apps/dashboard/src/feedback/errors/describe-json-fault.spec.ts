import { describe, expect, it } from '@jest/globals';
import { describeJsonFault } from './describe-json-fault.js';

const isJson = (text: string) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

describe('a fault in JSON', () => {
  it.each([
    '1',
    ' -0.5e+3 ',
    'null',
    '"a \\u00e9 \\" b"',
    '[]',
    '{}',
    '{"a": [1, {"b": "c"}, true], "d": null}',
    '',
    ' ',
    '{',
    '[1,]',
    '{"a" 1}',
    "{'a': 1}",
    '{a: 1}',
    '{"a": 01}',
    '{"a": 1.}',
    'TRUE',
    '1E5',
    '"\\x"',
    '"\n"',
    '"open',
    '{"a": 1} x',
    '[nul]',
    '1 2',
    'NaN',
  ])('agrees with the browser about %j', (text) => expect(describeJsonFault(text) === undefined).toBe(isJson(text)));

  it('is not reported for input that is nested too deeply', () =>
    expect(describeJsonFault('['.repeat(1_000_000))).toBeUndefined());

  it.each([
    ['{\n  "a": 1\n  "b": 2\n}', 'Invalid JSON: unexpected " at line 3, column 3.'],
    ['{a: 1}', 'Invalid JSON: unexpected a at line 1, column 2. Names and strings need double quotes.'],
    [
      '{"a":\n "open}',
      'Invalid JSON: the string at line 2, column 2 has no closing quote or contains a character that must be escaped, like \\n.',
    ],
    ['[1,', 'Invalid JSON: the input ends too early, at line 1, column 4.'],
    ['{}', undefined],
  ])('%j: %s', (text, expected) => expect(describeJsonFault(text)).toBe(expected));
});
