import { expect, it } from '@jest/globals';
import { ownerChoices } from './owner-choices.js';

it('the owners to filter by are oneself, nobody, and others once each by name', () => {
  const flags = [
    { owner_id: 'z', owner_name: 'Zoe' },
    { owner_id: 'me', owner_name: 'Mia' },
    { owner_id: null, owner_name: null },
    { owner_id: 'a', owner_name: 'Ada' },
    { owner_id: 'z', owner_name: 'Zoe' },
  ];
  expect(ownerChoices(flags, 'me').map(({ value }) => value)).toEqual(['', 'me', 'none', 'a', 'z']);
});
