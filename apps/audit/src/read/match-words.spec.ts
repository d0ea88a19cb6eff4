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
