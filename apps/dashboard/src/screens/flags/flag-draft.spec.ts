import { expect, it } from '@jest/globals';
import { EMPTY_FLAG, suggestKey, toFlagRequest } from './flag-draft.js';

it.each([
  ['New Checkout!', 'new-checkout'],
  ["What's new / here", 'whats-new-here'],
  ['Größe', 'gre'],
  ['--.a_b.c-', 'a_b.c-'],
  ['ALL CAPS 2', 'all-caps-2'],
])('%j typed as a key becomes %j', (typed, key) => expect(suggestKey(typed)).toBe(key));

it('sends only what was filled in', () => {
  const draft = { ...EMPTY_FLAG, key: 'checkout', name: ' ' };
  expect(toFlagRequest(draft)).toEqual({ key: 'checkout', type: 'boolean' });
  const full = { ...draft, tags: ['web'], owner: 'ada', kind: 'release' as const, endsOn: '2027-01-31' };
  expect(toFlagRequest(full)).toEqual({
    key: 'checkout',
    type: 'boolean',
    tags: ['web'],
    owner_id: 'ada',
    kind: 'release',
    ends_on: '2027-01-31',
  });
});
