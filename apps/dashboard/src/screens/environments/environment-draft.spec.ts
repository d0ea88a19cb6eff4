import { describe, expect, it } from '@jest/globals';
import {
  BLANK,
  draftFaults,
  draftOf,
  originsOf,
  toCreateRequest,
  toUpdateRequest,
  withOrigin,
} from './environment-draft.js';

const BEFORE = {
  name: 'Production',
  url: 'https://shop.example.com',
  more_origins: 'http://localhost:3000',
  protected: true,
  color: 'red' as const,
  copyFrom: '',
};

describe('an edit of an environment', () => {
  it.each([
    ['nothing', {}, {}],
    ['a space around the name', { name: ' Production ' }, {}],
    ['a name', { name: 'Live ' }, { name: 'Live' }],
    ['no URL', { url: ' ' }, { url: null }],
    ['a space around an origin', { more_origins: ' http://localhost:3000\n\n' }, {}],
    ['one more origin', { more_origins: 'app://.\napp://x' }, { more_origins: ['app://.', 'app://x'] }],
    ['no more origins', { more_origins: '' }, { more_origins: [] }],
    ['a color', { color: 'blue' as const }, { color: 'blue' }],
    ['no protection', { protected: false }, { protected: false }],
  ])('%s: sends only the changed fields', (_, change, request) =>
    expect(toUpdateRequest({ ...BEFORE, ...change }, BEFORE)).toEqual(request),
  );
});

it('a new environment starts with the values of another only where one is chosen', () => {
  expect(toCreateRequest({ ...BLANK, name: 'Canary ' })).toEqual({ name: 'Canary', protected: false });
  const request = { name: 'Canary', protected: false, copy_values_from: 'prod' };
  expect(toCreateRequest({ ...BLANK, name: 'Canary', copyFrom: 'prod' })).toEqual(request);
});

describe('the origins of an environment', () => {
  const page = { url: 'https://shop.example.com', more_origins: ['app://.'] };

  it('are the page origin and the further ones, also where the previous release names none', () => {
    expect(originsOf(page)).toEqual(['https://shop.example.com', 'app://.']);
    expect(originsOf({ url: null, more_origins: ['app://.'] })).toEqual(['app://.']);
    expect(originsOf({ url: 'https://shop.example.com' })).toEqual(['https://shop.example.com']);
    expect(draftOf({ url: null } as never).more_origins).toBe('');
  });

  it('get one more: the page origin first', () => {
    expect(withOrigin({ url: null }, 'app://x')).toEqual({ url: 'app://x' });
    expect(withOrigin(page, 'app://x')).toEqual({ more_origins: ['app://.', 'app://x'] });
  });

  it('need a scheme each', () => {
    const faultsOf = (change: object) => Object.keys(draftFaults({ ...BEFORE, ...change }));
    expect(faultsOf({ url: 'capacitor://localhost' })).toEqual([]);
    expect(faultsOf({ url: 'shop.example.com', more_origins: 'app://.\nlocalhost:3000' })).toEqual([
      'url',
      'more_origins',
    ]);
  });
});
