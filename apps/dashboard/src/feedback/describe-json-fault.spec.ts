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

describe('what is wrong with JSON', () => {
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
  ])('%j is a fault where the browser finds one, and only there', (text) =>
    expect(describeJsonFault(text) === undefined).toBe(isJson(text)),
  );

  it('is not said of what is nested too deeply to tell', () =>
    expect(describeJsonFault('['.repeat(1_000_000))).toBeUndefined());

  it.each([
    ['{\n  "a": 1\n  "b": 2\n}', 'This is not valid JSON: " is unexpected in line 3, column 3.'],
    ['{a: 1}', 'This is not valid JSON: a is unexpected in line 1, column 2. Names and texts need double quotes.'],
    [
      '{"a":\n "open}',
      'This is not valid JSON: the text in line 2, column 2 has no closing quote, or a character that has to be written as an escape, like \\n.',
    ],
    ['[1,', 'This is not valid JSON: it is not complete, and ends in line 1, column 4.'],
    ['{}', undefined],
  ])('%j: %s', (text, expected) => expect(describeJsonFault(text)).toBe(expected));
});
