import { describe, expect, it } from '@jest/globals';
import { WebhookSecretVault } from './webhook-secret-vault.js';

const vault = new WebhookSecretVault({ SDK_KEY_SECRET: 'k3cA9dP0q7wX2mZ5vB8nL1sT4yH6jF3g' });

describe('the secret of a webhook', () => {
  it('has the form of Standard Webhooks, and 256 random bits', () => {
    const { secret } = vault.mint('a');
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(vault.mint('a').secret).not.toBe(secret);
  });

  it('decrypts only for its webhook and with its key', () => {
    const { secret, ciphertext } = vault.mint('a');
    expect(vault.open('a', ciphertext)).toBe(secret);
    expect(vault.open('b', ciphertext)).toBeUndefined();
    expect(ciphertext.includes(Buffer.from(secret))).toBe(false);
    const other = new WebhookSecretVault({ SDK_KEY_SECRET: 'x3cA9dP0q7wX2mZ5vB8nL1sT4yH6jF3g' });
    expect(other.open('a', ciphertext)).toBeUndefined();
    expect(vault.open('a', Buffer.alloc(3))).toBeUndefined();
  });
});
