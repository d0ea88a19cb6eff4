import type { AuditEntryView } from '@burgee/contracts/http';
import { expect, it } from '@jest/globals';
import { matchesWords, wordsOf } from './match-words.js';

const entry = {
  user_name: 'Ada Lovelace',
  action: 'flag_update',
  flag_key: 'new-checkout',
  environment_name: 'Production',
  request_id: 'page-4711',
  comment: 'trial rollout',
  bypass_reason: 'outage',
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
  ['trial', true],
  ['outage', true],
  ['checkout staging', false],
  // Field names occur in every entry.
  ['rollout_percentage', false],
])('a search for %j matches: %s', (text, finds) => expect(matchesWords(entry, wordsOf(text))).toBe(finds));

it('S74 searches for up to ten distinct words', () => {
  const words = 'a b c d e f g h i j';
  expect(wordsOf(`${words} ${words}`)).toHaveLength(10);
  expect(() => wordsOf(`${words} k`)).toThrow(expect.objectContaining({ code: 'invalid_request' }));
});

it('S74 searches the first thousand characters of a text', () => {
  const withText = (text: string) => ({ ...entry, new_values: { text } }) as unknown as AuditEntryView;
  expect(matchesWords(withText(`${'x'.repeat(990)} word`), ['word'])).toBe(true);
  expect(matchesWords(withText(`${'x'.repeat(1_000)} word`), ['word'])).toBe(false);
});
