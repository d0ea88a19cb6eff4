import type { FlagView } from '@burgee/contracts/http';
import { expect, it } from '@jest/globals';
import { detailsOf, toDetailsRequest } from './details-draft.js';

const flag = { name: 'Checkout', description: null, tags: ['web'], owner_id: null } as unknown as FlagView;
const before = detailsOf(flag);

it('sends no unchanged field', () => {
  expect(toDetailsRequest(before, before)).toEqual({});
  expect(toDetailsRequest({ ...before, name: ' New ' }, before)).toEqual({ name: 'New' });
});

it('sets and clears every other field', () => {
  const full = {
    ...before,
    description: 'Goes in May.',
    tags: [],
    owner: 'ada',
    kind: 'release' as const,
    endsOn: '2027-01-31',
  };
  expect(toDetailsRequest(full, before)).toEqual({
    description: 'Goes in May.',
    tags: [],
    owner_id: 'ada',
    kind: 'release',
    ends_on: '2027-01-31',
  });
  expect(toDetailsRequest(before, full)).toEqual({
    description: null,
    tags: ['web'],
    owner_id: null,
    kind: null,
    ends_on: null,
  });
});
