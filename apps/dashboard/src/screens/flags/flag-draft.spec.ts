import { expect, it } from '@jest/globals';
import { suggestKey } from './flag-draft.js';

it.each([
  ['New Checkout!', 'new-checkout'],
  ["What's new / here", 'whats-new-here'],
  ['Größe', 'gre'],
  ['--.a_b.c-', 'a_b.c-'],
  ['ALL CAPS 2', 'all-caps-2'],
])('%j typed as a key becomes %j', (typed, key) => expect(suggestKey(typed)).toBe(key));
