import { describe, expect, it } from '@jest/globals';
import { assertAdministrator, assertFreshProof, assertRole } from './session.guard.js';

describe('a route that requires a role', () => {
  it('does not exist for an account that is no member', () => {
    expect(() => assertRole(undefined, 'viewer')).toThrow(expect.objectContaining({ code: 'not_found' }));
  });

  it('refuses a member whose role is too low, and names the required one', () => {
    expect(() => assertRole('editor', 'admin')).toThrow(
      expect.objectContaining({ code: 'role_too_low', message: expect.stringContaining('requires the admin role') }),
    );
  });

  it('is open to a member with that role or a higher one', () => {
    expect(() => assertRole('admin', 'admin')).not.toThrow();
    expect(() => assertRole('owner', 'admin')).not.toThrow();
  });
});

describe('a route of administrators', () => {
  const refused = expect.objectContaining({ code: 'route_not_found' });
  const ada = { id: 'ada', isAdministrator: false };

  it('does not exist for other accounts', () => {
    expect(() => assertAdministrator(ada)).toThrow(refused);
    expect(() => assertAdministrator(ada, new Set(['bob']))).toThrow(refused);
  });

  it('is open to administrators, and to instance owners where they may', () => {
    expect(() => assertAdministrator({ ...ada, isAdministrator: true })).not.toThrow();
    expect(() => assertAdministrator(ada, new Set(['bob', 'ada']))).not.toThrow();
  });
});

it('what needs a fresh proof is refused without one, with what to do', () => {
  expect(() => assertFreshProof({ hasFreshProof: true })).not.toThrow();
  for (const hasFreshProof of [false, undefined])
    expect(() => assertFreshProof(hasFreshProof === undefined ? {} : { hasFreshProof })).toThrow(
      expect.objectContaining({ code: 'fresh_proof_required', message: expect.stringContaining('/api/auth/proof') }),
    );
});
