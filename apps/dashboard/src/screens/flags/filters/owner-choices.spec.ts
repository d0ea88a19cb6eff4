import { expect, it } from '@jest/globals';
import { ownerChoices } from './owner-choices.js';

it('lists the reader, no owner, and each other owner once by name', () => {
  const flags = [
    { owner_id: 'z', owner_name: 'Zoe' },
    { owner_id: 'me', owner_name: 'Mia' },
    { owner_id: null, owner_name: null },
    { owner_id: 'a', owner_name: 'Ada' },
    { owner_id: 'z', owner_name: 'Zoe' },
  ];
  expect(ownerChoices(flags, 'me').map(({ value }) => value)).toEqual(['', 'me', 'none', 'a', 'z']);
});
