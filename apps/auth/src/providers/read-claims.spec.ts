import { describe, expect, it } from '@jest/globals';
import { needsUserInfo, readClaims } from './read-claims.js';

const TOKEN = { iss: 'https://id.example.com', sub: '7', email: 'ada@example.com', email_verified: true, name: 'Ada' };
const read = (token: object, userInfo: Record<string, unknown> = {}) =>
  readClaims({ ...TOKEN, ...token }, userInfo, 'groups');

describe('what a provider says of a person', () => {
  it('is read from the ID token, then from its second answer', () => {
    expect(read({ groups: ['b', 'a', 'b'], sid: 's' })).toEqual({
      issuer: TOKEN.iss,
      subject: '7',
      name: 'Ada',
      email: 'ada@example.com',
      isVerified: true,
      groups: ['a', 'b'],
      sid: 's',
    });
    const { email, name } = read({ email: undefined, name: undefined }, { email: 'b@example.com', name: 'Bob' });
    expect([email, name]).toEqual(['b@example.com', 'Bob']);
  });

  it.each([
    ['unverified', { email_verified: false }, {}, false],
    ['without a word on it', { email_verified: undefined }, {}, false],
    ['in another answer than the verification', { email_verified: undefined }, { email_verified: true }, false],
    ['by Entra ID, whose domain is proven', { email_verified: undefined, xms_edov: '1' }, {}, true],
    ['in both', {}, { email: 'other@example.com', email_verified: false }, true],
  ])('an address %s', (_where, token, userInfo, isVerified) => {
    expect(read(token, userInfo)).toMatchObject({ email: 'ada@example.com', isVerified });
  });

  it.each([7, '', 'ada', `${'a'.repeat(250)}@example.com`, ['ada@example.com'], 'ada@localhost'])(
    'no account can have the address %j',
    (email) => {
      expect(read({ email })).toMatchObject({ email: undefined, isVerified: false });
    },
  );

  it.each([
    ['missing', {}],
    ['elsewhere, as Entra ID says of many', { _claim_names: { groups: 'src1' }, groups: ['a'] }],
    ['elsewhere in another way', { hasgroups: true }],
    ['a text', { groups: 'admins' }],
    ['of other things', { groups: ['a', 7] }],
    ['too many', { groups: Array.from({ length: 1_001 }, (_, index) => String(index)) }],
    ['too long', { groups: ['a'.repeat(201)] }],
    ['not storable', { groups: ['a\0'] }],
  ])('groups that are %s are unknown, not none', (_what, token) => {
    expect(read(token).groups).toBeUndefined();
  });

  it('an empty list of groups is none', () => {
    expect(read({ groups: [] }).groups).toEqual([]);
  });

  it.each([
    ['A\u200Bda', 'ada7'],
    ['  ', 'ada7'],
    ['a'.repeat(101), 'ada7'],
  ])('the name %j gives way to the next', (name, expected) => {
    expect(read({ name, preferred_username: 'ada7' }).name).toBe(expected);
    expect(readClaims({ iss: 'i', sub: 's', name }, {}, 'groups').name).toBe('Unnamed');
  });

  it('the second answer is asked for only where it can say more', () => {
    expect(needsUserInfo({ ...TOKEN, groups: [] }, 'groups')).toBe(false);
    expect(needsUserInfo({ ...TOKEN, _claim_names: { groups: 'src1' } }, 'groups')).toBe(false);
    expect(needsUserInfo(TOKEN, 'groups')).toBe(true);
    expect(needsUserInfo({ groups: [] }, 'groups')).toBe(true);
  });
});
