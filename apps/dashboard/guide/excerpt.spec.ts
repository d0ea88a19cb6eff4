import { expect, it } from '@jest/globals';
import { excerpt } from './excerpt.js';

const shown = (words: string, terms: string[]) =>
  excerpt(words, terms)
    .map(({ text, matches }) => (matches ? `[${text}]` : text))
    .join('');

it('marks what was found, in any case', () => {
  expect(shown('Freeze an environment; a freeze ends.', ['freeze'])).toBe('[Freeze] an environment; a [freeze] ends.');
});

it('begins near the first match of a long text, at a word', () => {
  const long = `${'word '.repeat(60)}webhook ${'more '.repeat(60)}`;
  expect(shown(long, ['webhook'])).toMatch(/^… (word )+\[webhook\] (more )+.* …$/);
});

it('shows the beginning when the match is in a title', () => {
  expect(shown('Some text.', ['other'])).toBe('Some text.');
});

it('takes characters of regular expressions as they are', () => {
  expect(shown('Set a(b to c.', ['a(b'])).toBe('Set [a(b] to c.');
});
