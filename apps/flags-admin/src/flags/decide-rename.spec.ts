import { describe, expect, it } from '@jest/globals';
import { decideRename } from './decide-rename.js';

const FLAG = { name: 'New checkout', description: 'The one with fewer steps' };

describe('renaming a flag', () => {
  it('is served when the name changes', () => {
    expect(decideRename(FLAG, { name: 'Checkout' })).toEqual({
      before: { name: 'New checkout' },
      after: { name: 'Checkout' },
      next: { ...FLAG, name: 'Checkout' },
      isServed: true,
    });
  });

  it('is not served when only the description changes; null clears it', () => {
    expect(decideRename(FLAG, { name: FLAG.name, description: null })).toMatchObject({
      after: { description: null },
      isServed: false,
    });
  });

  it('changes nothing when nothing differs', () => {
    expect(decideRename(FLAG, {})).toBeUndefined();
    expect(decideRename(FLAG, { ...FLAG })).toBeUndefined();
  });
});
