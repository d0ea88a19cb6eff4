import type { AuditEntryView } from '@burgee/contracts/http';
import { expect, it } from '@jest/globals';
import { matchesWords, wordsOf } from './match-words.js';

const entry = {
  user_name: 'Ada Lovelace',
  action: 'flag_update',
  flag_key: 'new-checkout',
  environment_name: 'Production',
  request_id: 'page-4711',
  old_values: { rollout_percentage: 10, targeting_value: null, tags: ['web'] },
  new_values: { rollout_percentage: 35, targeting_value: 'Größe' },
} as unknown as AuditEntryView;

it.each([
  ['LOVELACE checkout', true],
  ['production 35', true],
  ['10', true],
  ['web', true],
  ['größe', true],
  ['4711', true],
  ['checkout staging', false],
  // Names of fields are in every entry.
  ['rollout_percentage', false],
])('a search for %j finds it: %s', (text, finds) => expect(matchesWords(entry, wordsOf(text))).toBe(finds));

it('S74 looks for ten words at most, each once', () => {
  const words = 'a b c d e f g h i j';
  expect(wordsOf(`${words} ${words}`)).toHaveLength(10);
  expect(() => wordsOf(`${words} k`)).toThrow(expect.objectContaining({ code: 'invalid_request' }));
});

it('S74 looks at the first thousand characters of a text', () => {
  const withText = (text: string) => ({ ...entry, new_values: { text } }) as unknown as AuditEntryView;
  expect(matchesWords(withText(`${'x'.repeat(990)} word`), ['word'])).toBe(true);
  expect(matchesWords(withText(`${'x'.repeat(1_000)} word`), ['word'])).toBe(false);
});
