import { describe, expect, it } from '@jest/globals';
import { environmentChanges, environmentEffects } from './environment-changes.js';

const BEFORE = {
  name: 'Production',
  url: 'https://shop.example.com',
  more_origins: 'http://localhost:3000',
  protected: true,
  color: 'red' as const,
  copyFrom: '',
};

describe('an edit of a protected environment', () => {
  it('lists each change; spaces around a text are no change', () => {
    expect(environmentChanges(BEFORE, { ...BEFORE, name: ' Production ' })).toEqual([]);
    expect(environmentChanges(BEFORE, { ...BEFORE, name: 'Live', color: 'blue', url: '' })).toEqual([
      { field: 'Name', before: 'Production', after: 'Live' },
      { field: 'Page origin', before: 'https://shop.example.com', after: 'none' },
      { field: 'Color', before: 'Red', after: 'Blue' },
    ]);
    expect(environmentChanges(BEFORE, { ...BEFORE, more_origins: 'app://.\n\n http://localhost:3000 ' })).toEqual([
      { field: 'More origins', before: 'http://localhost:3000', after: 'app://., http://localhost:3000' },
    ]);
  });

  it('names the pages that can no longer connect, and the pages that now can', () => {
    expect(environmentEffects(BEFORE, { ...BEFORE, url: 'https://new.example.com' })).toEqual([
      'Web pages from https://shop.example.com can no longer connect.',
      'Web pages from https://new.example.com can connect.',
    ]);
    expect(environmentEffects(BEFORE, { ...BEFORE, more_origins: 'capacitor://localhost' })).toEqual([
      'Web pages from http://localhost:3000 can no longer connect.',
      'Web pages from capacitor://localhost can connect.',
      'capacitor://localhost is the origin of every app that is built this way, not only of yours.',
    ]);
    // Another place among them is no change.
    const swapped = { url: BEFORE.more_origins, more_origins: BEFORE.url };
    expect(environmentEffects(BEFORE, { ...BEFORE, ...swapped })).toEqual([]);
    expect(environmentEffects(BEFORE, { ...BEFORE, name: 'Live' })).toEqual([]);
  });

  it('says that changes need no confirmation without protection', () => {
    expect(environmentEffects(BEFORE, { ...BEFORE, protected: false })).toEqual([
      'Changes in this environment no longer need confirmation.',
    ]);
  });
});
