import { expect, it } from '@jest/globals';
import { isolate, showValue } from './shown-text.js';

const mark = (code: string) => `\u2066U+${code}\u2069`;

it.each([
  ['a zero width', 'alice\u200B@example.com', `alice${mark('200B')}@example.com`],
  ['an override', 'a\u202Eb', `a${mark('202E')}b`],
  ['isolates', '\u2066a\u2069', `${mark('2066')}a${mark('2069')}`],
  ['a tag', 'a\u{E0041}', `a${mark('E0041')}`],
  ['a joiner, also where Unicode has it', '👩\u200D🚀', `👩${mark('200D')}🚀`],
  ['an unusual blank', 'a\u00A0b\u2800', `a${mark('00A0')}b${mark('2800')}`],
  ['a place for an object, which browsers draw as nothing', 'ali\uFFFCce', `ali${mark('FFFC')}ce`],
  ['a note without a head, and a filler', 'a\u{1D159}\u{16FE4}', `a${mark('1D159')}${mark('16FE4')}`],
  ['private and unassigned characters', 'a\uE000\u0378', `a${mark('E000')}${mark('0378')}`],
  ['half a letter', 'a\uD83D', `a${mark('D83D')}`],
  ['a line break, which stays', '{\n}', `{${mark('000A')}\n}`],
  ['spaces at the ends', ' a b ', `${mark('0020')}a b${mark('0020')}`],
  ['nothing but spaces', '  ', mark('0020').repeat(2)],
])('a value shows %s', (_, value, shown) => expect(showValue(value)).toBe(shown));

it.each(['', 'true', '{"a": 1}', 'U+200B', 'Zoë', '注文', '🏁'])('a value of visible letters stays: %j', (value) =>
  expect(showValue(value)).toBe(value),
);

it('text from right to left does not turn what stands around it', () => {
  expect([isolate('שלום'), isolate('Ada'), showValue('שלום ')]).toEqual([
    '\u2068שלום\u2069',
    'Ada',
    `\u2068שלום${mark('0020')}\u2069`,
  ]);
});
