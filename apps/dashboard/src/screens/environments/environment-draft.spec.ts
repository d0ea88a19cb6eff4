import { describe, expect, it } from '@jest/globals';
import { toUpdateRequest } from './environment-draft.js';

const BEFORE = {
  name: 'Production',
  url: 'https://shop.example.com',
  protected: true,
  color: 'red' as const,
};

describe('an edit of an environment', () => {
  it.each([
    ['nothing', {}, {}],
    ['a space around the name', { name: ' Production ' }, {}],
    ['a name', { name: 'Live ' }, { name: 'Live' }],
    ['no URL', { url: ' ' }, { url: null }],
    ['a color', { color: 'blue' as const }, { color: 'blue' }],
    ['no protection', { protected: false }, { protected: false }],
  ])('%s: sends only the changed fields', (_, change, request) =>
    expect(toUpdateRequest({ ...BEFORE, ...change }, BEFORE)).toEqual(request),
  );
});
