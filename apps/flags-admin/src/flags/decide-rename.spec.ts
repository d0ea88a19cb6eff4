import { describe, expect, it } from '@jest/globals';
import { decideRename } from './decide-rename.js';

const FLAG = {
  name: 'New checkout',
  description: 'The one with fewer steps',
  tags: ['a', 'b'],
  owner_id: null,
  kind: null,
  ends_on: '2027-01-31',
};

describe('renaming a flag', () => {
  it('is served when the name changes', () => {
    expect(decideRename(FLAG, { name: 'Checkout' })).toEqual({
      before: { name: 'New checkout' },
      after: { name: 'Checkout' },
      next: { ...FLAG, name: 'Checkout' },
      isServed: true,
    });
  });

  it('is not served when only the description changes, and null clears it', () => {
    expect(decideRename(FLAG, { name: FLAG.name, description: null })).toMatchObject({
      after: { description: null },
      isServed: false,
    });
  });

  it('sorts and deduplicates tags, replaces the old ones, and serves neither tags nor owner', () => {
    expect(decideRename(FLAG, { tags: ['c', 'a', 'c'], owner_id: 'u' })).toMatchObject({
      before: { tags: ['a', 'b'], owner_id: null },
      after: { tags: ['a', 'c'], owner_id: 'u' },
      isServed: false,
    });
    expect(decideRename(FLAG, { tags: [] })).toMatchObject({ after: { tags: [] } });
  });

  it('sets and clears kind and end date, and serves neither', () => {
    expect(decideRename(FLAG, { kind: 'release', ends_on: null })).toMatchObject({
      before: { kind: null, ends_on: '2027-01-31' },
      after: { kind: 'release', ends_on: null },
      isServed: false,
    });
  });

  it('changes nothing when nothing differs', () => {
    expect(decideRename(FLAG, {})).toBeUndefined();
    expect(decideRename(FLAG, { ...FLAG })).toBeUndefined();
    expect(decideRename(FLAG, { tags: ['b', 'a', 'b'] })).toBeUndefined();
  });
});
