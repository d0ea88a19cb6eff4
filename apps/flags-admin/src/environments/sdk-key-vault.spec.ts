import { kindOfKey } from '@burgee/contracts/wire';
import { describe, expect, it } from '@jest/globals';
import { SdkKeyVault } from './sdk-key-vault.js';

const vault = new SdkKeyVault({ SDK_KEY_SECRET: 'one secret that is long enough for it' });

describe('key vault', () => {
  it('decrypts a key that it created', () => {
    const { key, ciphertext } = vault.mint('environment', 'sdk');
    expect(kindOfKey(key)).toBe('sdk');
    expect(vault.open('environment', ciphertext)).toBe(key);
  });

  it('creates client keys the same way', () => {
    const { key, ciphertext } = vault.mint('environment', 'client');
    expect(kindOfKey(key)).toBe('client');
    expect(vault.open('environment', ciphertext)).toBe(key);
  });

  it('stores nothing readable', () => {
    const { key, ciphertext, hash } = vault.mint('environment', 'sdk');
    expect(ciphertext.includes(key.slice(8))).toBe(false);
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each([
    ['another secret', new SdkKeyVault({ SDK_KEY_SECRET: 'another secret that is long enough' }), 'environment'],
    ['another environment', vault, 'other'],
  ])('returns nothing under %s, without an error', (_what, other, environmentId) => {
    expect(other.open(environmentId, vault.mint('environment', 'sdk').ciphertext)).toBeUndefined();
  });
});
