import { describe, expect, it } from '@jest/globals';
import { isWellFormedSdkKey, keyId, kindOfKey, mintKey, mintSdkKey } from './sdk-key.js';

describe.each([
  ['sdk', /^bge_sdk_[0-9A-Za-z]{36}$/],
  ['client', /^bge_pub_[0-9A-Za-z]{36}$/],
] as const)('a key of kind %s', (kind, form) => {
  it('is its prefix, 30 base62 characters and 6 of checksum', () => {
    expect(mintKey(kind)).toMatch(form);
  });

  it('is of this kind as minted, and none after any one character is changed', () => {
    const key = mintKey(kind);
    expect(kindOfKey(key)).toBe(kind);
    for (let i = 0; i < key.length; i++) {
      const other = key.charAt(i) === 'a' ? 'b' : 'a';
      expect(kindOfKey(key.slice(0, i) + other + key.slice(i + 1))).toBeUndefined();
    }
  });

  it.each(['', form.source.slice(1, 9), `${mintKey(kind)}0`, ` ${mintKey(kind)}`, `${mintKey(kind)}\n`])(
    '%p is none',
    (key) => expect(kindOfKey(key)).toBeUndefined(),
  );
});

describe('a key under the prefix of the other kind', () => {
  it('is none: the checksum covers the prefix', () => {
    expect(kindOfKey(mintKey('client').replace('bge_pub_', 'bge_sdk_'))).toBeUndefined();
    expect(kindOfKey(mintKey('sdk').replace('bge_sdk_', 'bge_pub_'))).toBeUndefined();
  });
});

describe('an SDK key', () => {
  it('is no client key', () => {
    expect(isWellFormedSdkKey(mintSdkKey())).toBe(true);
    expect(isWellFormedSdkKey(mintKey('client'))).toBe(false);
  });
});

describe('the id of a key in logs', () => {
  it('names its kind, and says nothing of other text', () => {
    expect(keyId(mintKey('client'))).toEqual({ kind: 'client', id: expect.stringMatching(/^[0-9a-f]{12}$/) });
    for (const text of ['hunter2', undefined, ['x']]) expect(keyId(text)).toBeUndefined();
  });
});
