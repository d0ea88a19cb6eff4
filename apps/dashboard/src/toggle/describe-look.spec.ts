import { expect, it } from '@jest/globals';
import { describeLook } from './describe-look.js';
import { valueText } from './describe-value.js';

const UNSEEN = 'Differs only in characters that cannot be seen';
const ALIKE = 'Looks the same, but has other characters';
const lookOf = (before: string | undefined, after: string | undefined) =>
  describeLook(before === undefined ? before : valueText(before), after === undefined ? after : valueText(after));

it.each([
  ['a zero width', 'alice@example.com', 'alice\u200B@example.com', [UNSEEN]],
  ['a character that is drawn as nothing', 'alice@example.com', 'alice@exam\uFFFCple.com', [UNSEEN]],
  ['a byte order mark', 'ab', 'a\uFEFFb', [UNSEEN]],
  ['an override', 'abc', '\u202Eabc', [UNSEEN]],
  ['a blank at the end', 'NO', 'NO ', [UNSEEN]],
  ['another blank', 'a b', 'a\u00A0b', [UNSEEN]],
  ['another number of blanks', 'a b', 'a  b', [UNSEEN]],
  ['isolates around Hebrew', 'שלום', '\u2068שלום\u2069', [UNSEEN]],
  [
    'a letter of another script',
    'alice@example.com',
    '\u0430lice@example.com',
    [ALIKE, 'Mixes Cyrillic and Latin letters'],
  ],
  ['all letters of another script', 'cop', '\u0441\u043E\u0440', [ALIKE]],
  ['a full-width letter', 'NO', '\uFF2EO', [ALIKE]],
  ['a hyphen of the same script', 'pro-1', 'pro\u20101', [ALIKE]],
  ['other letters of the same script', 'gaid', '\u0261\u0251\u0131d', [ALIKE]],
  ['a slash and a colon', 'http://a', 'http\uA789\u2044\u2044a', [ALIKE]],
  ['letters and digits', 'Il|O', 'l1I0', [ALIKE]],
  ['a number to text', '10', 'lO', [ALIKE]],
])('a change of %s is said', (_, before, after, hints) => expect(lookOf(before, after)).toEqual(hints));

it.each([
  ['on', 'off'],
  ['a b', 'ab'],
  ['a”b', 'ab'],
  ['alice', 'bob'],
  ['', ' a'],
  ['東京タワー', 'Tokyo タワー'],
  ['Скачать', 'Скачать для iOS'],
  ['{"title":"Привет"}', '{"title":"Hello, мир"}'],
  ['same', 'same'],
])('a change from %j to %j needs no hint', (before, after) => expect(lookOf(before, after)).toEqual([]));

it('a mix of scripts is said of one value too', () => {
  expect(lookOf(undefined, 'p\u0430ypal')).toEqual(['Mixes Latin and Cyrillic letters']);
  expect(lookOf('p\u0430ypal', 'off')).toEqual(['Mixes Latin and Cyrillic letters']);
  expect(lookOf(undefined, undefined)).toEqual([]);
});
