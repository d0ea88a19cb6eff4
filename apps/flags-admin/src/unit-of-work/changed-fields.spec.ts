import { describe, expect, it } from '@jest/globals';
import { changedFields } from './changed-fields.js';

const CURRENT = { name: 'Shop', description: null as string | null };

describe('the changed fields of a patch', () => {
  it('are the fields in the patch that differ', () => {
    expect(changedFields(CURRENT, { name: 'Shop', description: 'Ours' })).toEqual({
      before: { description: null },
      after: { description: 'Ours' },
      next: { name: 'Shop', description: 'Ours' },
    });
  });

  it('do not include undefined fields', () => {
    expect(changedFields(CURRENT, { name: undefined })).toBeUndefined();
  });

  it('are none for an empty or an equal patch', () => {
    expect(changedFields(CURRENT, {})).toBeUndefined();
    expect(changedFields(CURRENT, { ...CURRENT })).toBeUndefined();
  });
});
