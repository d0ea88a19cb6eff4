import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { secret } from './read-config.js';

const accepts = (text: string) => {
  try {
    return secret()._parse(text) === text;
  } catch {
    return false;
  }
};

describe('a secret', () => {
  const FILLERS = [
    '',
    'short',
    'changeme',
    'x'.repeat(31),
    'change-me-change-me-change-me-change-me',
    'please-CHANGE_ME-before-you-deploy-this-thing',
    'an-example-secret-of-more-than-32-characters',
    'default-default-default-default-default',
    'passwordpasswordpasswordpasswordpassword',
    'secretsecretsecretsecretsecretsecretsecret',
    '0101010101010101010101010101010101010101',
    'a'.repeat(64),
  ];

  it.each(FILLERS)('S47 is not "%s"', (filler) => {
    expect(accepts(filler)).toBe(false);
  });

  it('S47 is what the system draws at random', () => {
    for (let i = 0; i < 1_000; i++) expect(accepts(randomBytes(32).toString('base64url'))).toBe(true);
  });
});
