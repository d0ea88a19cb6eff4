import { expect, it } from '@jest/globals';
import { valueText } from './describe-value.js';
import { mayDeceive } from './may-deceive.js';

const may = (before: string, after: string) => mayDeceive(valueText(before), valueText(after));

it.each([
  ['alice', 'a1ice'],
  ['Il|', 'lI1'],
  ['O', '0'],
  ['pro-1', 'pro\u20101'],
  ['a”', 'a'],
  ['a b', 'a  b'],
])('a change from %j to %j may deceive', (before, after) => expect(may(before, after)).toBe(true));

it.each([
  ['NO', 'SE'],
  ['50', '100'],
  ['', 'blue'],
])('a change from %j to %j does not', (before, after) => expect(may(before, after)).toBe(false));

it('one value may deceive by its own characters only', () => {
  expect(mayDeceive(undefined, '“l0O”')).toBe(false);
  expect(mayDeceive('“é”', undefined)).toBe(true);
});
