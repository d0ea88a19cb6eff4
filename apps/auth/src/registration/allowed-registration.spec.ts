import { describe, expect, it } from '@jest/globals';
import { allowedRegistration, isMoreOpen, isOfDomain } from './allowed-registration.js';

describe('who may register', () => {
  it('is what an administrator chose, unless the setting is stricter', () => {
    expect(allowedRegistration('open', 'domain')).toBe('domain');
    expect(allowedRegistration('domain', 'open')).toBe('domain');
    expect(allowedRegistration('domain', 'invite')).toBe('invite');
    expect(allowedRegistration('domain', null)).toBe('domain');
    expect(isMoreOpen('domain', 'invite')).toBe(true);
  });

  it('by domain is an address of one of the domains in any case, and of no subdomain', () => {
    const domains = ['example.com', 'example.org'];
    expect(['ada@example.com', 'ADA@EXAMPLE.ORG'].every((email) => isOfDomain(email, domains))).toBe(true);
    for (const email of [
      'ada@sub.example.com',
      'ada@notexample.com',
      '"a@example.com"@evil.test',
      'example.com@evil.test',
    ])
      expect(isOfDomain(email, domains)).toBe(false);
  });
});
