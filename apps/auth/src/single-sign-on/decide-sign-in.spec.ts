import { describe, expect, it } from '@jest/globals';
import { decideSignIn, isProven } from './decide-sign-in.js';
import type { Person } from '../providers/read-claims.js';

const TRUSTED = { domains: ['example.com'] };
const UNTRUSTED = { domains: [] };
const LINKED = { userId: 'linked', isDisabled: false };
const SAME = { userId: 'same address', isDisabled: false };

const person = (changes: Partial<Person> = {}): Person => ({
  issuer: 'https://id.example.com',
  subject: '7',
  name: 'Ada',
  email: 'ada@example.com',
  isVerified: true,
  groups: [],
  sid: undefined,
  ...changes,
});
const unverified = person({ isVerified: false });
const nowhere = person({ email: undefined, isVerified: false });
const elsewhere = person({ email: 'ada@example.org' });

const DISABLED = { isDisabled: true };
const signIn = { act: 'sign-in', userId: 'linked' };
const takeOver = { act: 'take-over', userId: 'same address' };
const make = { act: 'make', isByInvitation: false };
const makeInvited = { act: 'make', isByInvitation: true };
const refuse = (reason: string) => ({ act: 'refuse', reason });

describe('a person at a provider', () => {
  it.each([
    ['signs in by issuer and subject', person(), UNTRUSTED, { linked: LINKED }, signIn],
    ['signs in without an address', nowhere, UNTRUSTED, { linked: LINKED }, signIn],
    [
      'signs in also where another account has the address',
      person(),
      TRUSTED,
      { linked: LINKED, sameAddress: SAME },
      signIn,
    ],
    [
      'is refused when the account is disabled',
      person(),
      TRUSTED,
      { linked: { ...LINKED, ...DISABLED } },
      refuse('account_disabled'),
    ],
    ['gets an account where registration is open', unverified, UNTRUSTED, {}, make],
    ['gets an account by a proven address', person(), TRUSTED, { registration: 'closed' }, make],
    ['gets an account by a proven address without invitation', person(), TRUSTED, { registration: 'invite' }, make],
    [
      'gets none by an unverified address',
      unverified,
      TRUSTED,
      { registration: 'invite' },
      refuse('registration_closed'),
    ],
    [
      'gets none by an address of another domain',
      elsewhere,
      TRUSTED,
      { registration: 'closed' },
      refuse('registration_closed'),
    ],
    ['gets an account by an invitation', unverified, TRUSTED, { registration: 'invite', isInvited: true }, makeInvited],
    ['gets an account by an invitation', elsewhere, TRUSTED, { registration: 'domain', isInvited: true }, makeInvited],
    ['needs no invitation with a proven address', person(), TRUSTED, { registration: 'invite', isInvited: true }, make],
    [
      'gets none by an invitation where registration is closed',
      unverified,
      TRUSTED,
      { registration: 'closed', isInvited: true },
      refuse('registration_closed'),
    ],
    [
      'gets no account of another by an invitation',
      unverified,
      TRUSTED,
      { sameAddress: SAME, isInvited: true },
      refuse('email_taken'),
    ],
    ['gets none without an address', nowhere, TRUSTED, {}, refuse('email_missing')],
    ['gets no account of another by an address', person(), UNTRUSTED, { sameAddress: SAME }, refuse('email_taken')],
    [
      'gets no account of another by an unverified address',
      unverified,
      TRUSTED,
      { sameAddress: SAME },
      refuse('email_taken'),
    ],
    ['takes over the account that has the proven address', person(), TRUSTED, { sameAddress: SAME }, takeOver],
    [
      'takes over none that is disabled',
      person(),
      TRUSTED,
      { sameAddress: { ...SAME, ...DISABLED } },
      refuse('account_disabled'),
    ],
  ] as const)('%s', (_what, who, provider, known, decision) => {
    const none = { linked: undefined, sameAddress: undefined, registration: 'open', isInvited: false } as const;
    expect(decideSignIn(who, provider, { ...none, ...known })).toEqual(decision);
  });
});

describe('an address', () => {
  it.each([
    ['ada@example.com', true],
    ['ada@EXAMPLE.com', true],
    ['ada@example.com.evil.example', false],
    ['ada@notexample.com', false],
    ['ada@sub.example.com', false],
    ['"ada@example.com"@evil.example', false],
  ])('%s is proven by a provider trusted for example.com: %s', (email, proven) => {
    expect(isProven(person({ email }), TRUSTED)).toBe(proven);
  });
});
