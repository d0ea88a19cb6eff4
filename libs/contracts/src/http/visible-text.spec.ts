import { describe, expect, it } from '@jest/globals';
import { isVisible, markHidden, nameFault, normalizeName } from './visible-text.js';

describe('a name', () => {
  it.each([
    'Ada',
    "Zoë O'Neil-Łukasz",
    '注文 2',
    'می\u200Cخواهم',
    'क्\u200Dष',
    '❤\uFE0F',
    '👩\u{1F3FD}\u200D🚀',
    'O',
    '🏳\uFE0F\u200D🌈',
    '-',
  ])('may be %s', (name) => expect([nameFault(name), markHidden(name)]).toEqual([undefined, name]));

  it.each([
    ['a line break', 'a\nb'],
    ['another one', 'a\u2028b'],
    ['NUL', 'a\0'],
    ['a zero width', 'a\u200Bb'],
    ['an override', '\u202Eabc'],
    ['an isolate', '\u2066abc\u2069'],
    ['a joiner between Latin letters', 'a\u200Db'],
    ['a non-joiner between Latin letters', 'a\u200Cb'],
    ['a soft hyphen', 'a\u00ADb'],
    ['a filler', '\u3164'],
    ['a tag', 'a\u{E0041}'],
    ['a place for an object', 'Al\uFFFCice'],
    ['a symbol that is drawn as nothing', 'Shop\u{1D159}'],
    ['a blank among symbols', 'a\u2800b'],
    ['a format of numbers', '\u06001'],
    ['a private character', 'a\uE000'],
    ['an unassigned character', 'a\u0378'],
    ['half a letter', 'a\uD83D'],
    ['a byte order mark', '\uFEFFa'],
  ])('has no %s', (_, name) => expect(nameFault(name)).toMatch('not shown'));

  it.each([' ', '\u00A0', '\u3000', ''])('has a visible character: %j', (name) =>
    expect(nameFault(normalizeName(name))).toBe('must contain a visible character'),
  );

  it('is stored composed, trimmed, and with spaces for other blanks', () => {
    expect(normalizeName('\u3000Ada\u00A0Lovelace ')).toBe('Ada Lovelace');
    expect(normalizeName('Zoe\u0308')).toBe('Zoë');
  });
});

it('text is seen only with a character that is drawn', () => {
  expect(['\uFFFC', '\u2800', '\u{1D159}', '\u3164', '\uE000', ' .'].map(isVisible)).toEqual([
    ...Array.from({ length: 5 }, () => false),
    true,
  ]);
});

it('text shows a mark for each character that is not seen', () => {
  expect(markHidden('a\u200B\nb\u202E\u00A0c')).toBe('aU+200BU+000AbU+202EU+00A0c');
  expect(['a\uFFFC', 'a\uE000'].map(markHidden)).toEqual(['aU+FFFC', 'aU+E000']);
  expect([' ', ' a b'].map(markHidden)).toEqual(['U+0020', 'U+0020a b']);
});
