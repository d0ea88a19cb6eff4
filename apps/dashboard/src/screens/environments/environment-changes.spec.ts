import { describe, expect, it } from '@jest/globals';
import { environmentChanges, environmentEffects } from './environment-changes.js';

const BEFORE = {
  name: 'Production',
  url: 'https://shop.example.com',
  protected: true,
  color: 'red' as const,
};

describe('an edit of a protected environment', () => {
  it('lists each change; spaces around a text are no change', () => {
    expect(environmentChanges(BEFORE, { ...BEFORE, name: ' Production ' })).toEqual([]);
    expect(environmentChanges(BEFORE, { ...BEFORE, name: 'Live', color: 'blue', url: '' })).toEqual([
      { field: 'Name', before: 'Production', after: 'Live' },
      { field: 'Page origin', before: 'https://shop.example.com', after: 'none' },
      { field: 'Color', before: 'Red', after: 'Blue' },
    ]);
  });

  it('names the pages that can no longer connect, and the pages that now can', () => {
    expect(environmentEffects(BEFORE, { ...BEFORE, url: 'https://new.example.com' })).toEqual([
      'Web pages from https://shop.example.com can no longer connect.',
      'Web pages from https://new.example.com can connect.',
    ]);
    expect(environmentEffects(BEFORE, { ...BEFORE, name: 'Live' })).toEqual([]);
  });

  it('says that changes need no confirmation without protection', () => {
    expect(environmentEffects(BEFORE, { ...BEFORE, protected: false })).toEqual([
      'Changes in this environment no longer need confirmation.',
    ]);
  });
});
