import type { FlagView } from '@burgee/contracts/http';
import { expect, it } from '@jest/globals';
import { detailsOf, toDetailsRequest } from './details-draft.js';

const flag = { name: 'Checkout', description: null, tags: ['web'], owner_id: null } as unknown as FlagView;
const before = detailsOf(flag);

it('sends no unchanged field', () => {
  expect(toDetailsRequest(before, before)).toEqual({});
  expect(toDetailsRequest({ ...before, name: ' New ' }, before)).toEqual({ name: 'New' });
});

it('sets and clears tags, owner and description', () => {
  const full = { ...before, description: 'Goes in May.', tags: [], owner: 'ada' };
  expect(toDetailsRequest(full, before)).toEqual({ description: 'Goes in May.', tags: [], owner_id: 'ada' });
  expect(toDetailsRequest(before, full)).toEqual({ description: null, tags: ['web'], owner_id: null });
});
