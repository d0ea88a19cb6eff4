import type { EnvironmentColor, UpdateEnvironmentRequest } from '@burgee/contracts/http';
import { describe, expect, it } from '@jest/globals';
import { changedFields } from '../unit-of-work/changed-fields.js';
import { environmentPatch } from './environment-patch.js';

const CURRENT = {
  id: 'e',
  name: 'Production',
  slug: 'production',
  icon: '🚀',
  url: 'https://shop.example.com' as string | null,
  more_origins: ['http://localhost:3000'],
  protected: true,
  color: 'red' as EnvironmentColor,
};
const update = (request: UpdateEnvironmentRequest) => changedFields(CURRENT, environmentPatch(request));

describe('updating an environment', () => {
  it('keeps fields that are left out', () => {
    expect(update({ name: 'Live' })).toEqual({
      before: { name: 'Production' },
      after: { name: 'Live' },
      next: { ...CURRENT, name: 'Live' },
    });
  });

  it('changes nothing when nothing differs', () => {
    expect(update({})).toBeUndefined();
    expect(update({ protected: true, slug: 'production' })).toBeUndefined();
    expect(update({ url: 'https://shop.example.com/cart?x=1' })).toBeUndefined();
  });

  it.each([null, ''])('clears the URL with %j', (url) => {
    expect(update({ url })?.after).toEqual({ url: null });
  });

  it('replaces further origins, and compares them as a list', () => {
    expect(update({ more_origins: ['http://LOCALHOST:3000/'] })).toBeUndefined();
    expect(update({ more_origins: ['capacitor://localhost'] })).toMatchObject({
      before: { more_origins: ['http://localhost:3000'] },
      after: { more_origins: ['capacitor://localhost'] },
    });
    expect(update({ more_origins: [] })?.after).toEqual({ more_origins: [] });
  });

  it('refuses a URL that is not a web address', () => {
    expect(() => environmentPatch({ url: 'ftp://shop.example.com' })).toThrow(
      expect.objectContaining({ code: 'invalid_request' }),
    );
  });
});
