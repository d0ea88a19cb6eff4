import { describe, expect, it } from '@jest/globals';
import { isWellFormedSdkKey, mintSdkKey } from './sdk-key.js';

describe('SDK key', () => {
  it('is bge_sdk_, 30 base62 characters and 6 of checksum', () => {
    expect(mintSdkKey()).toMatch(/^bge_sdk_[0-9A-Za-z]{36}$/);
  });

  it('is well formed as minted, and not after any one character is changed', () => {
    const key = mintSdkKey();
    expect(isWellFormedSdkKey(key)).toBe(true);
    for (let i = 0; i < key.length; i++) {
      const other = key.charAt(i) === 'a' ? 'b' : 'a';
      expect(isWellFormedSdkKey(key.slice(0, i) + other + key.slice(i + 1))).toBe(false);
    }
  });

  it.each(['', 'bge_sdk_', `${mintSdkKey()}0`, ` ${mintSdkKey()}`, `${mintSdkKey()}\n`])(
    '%p is not well formed',
    (key) => expect(isWellFormedSdkKey(key)).toBe(false),
  );
});
