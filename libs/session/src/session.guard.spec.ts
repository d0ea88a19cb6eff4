import { describe, expect, it } from '@jest/globals';
import { assertAdministrator, assertAdmitted, assertFreshProof } from './session.guard.js';

const refused = (message: string) => expect.objectContaining({ code: 'role_too_low', message });

describe('a route that requires a role', () => {
  it('does not exist for an account that is no member', () => {
    expect(() => assertAdmitted(undefined, { neededRole: 'viewer' })).toThrow(
      expect.objectContaining({ code: 'not_found' }),
    );
  });

  it('refuses a member whose role is too low, and names the required one', () => {
    expect(() => assertAdmitted({ role: 'editor' }, { neededRole: 'admin' })).toThrow(
      refused('This requires the admin role; yours is editor. Ask an admin or owner.'),
    );
  });

  it('is open to a member with that role or a higher one', () => {
    expect(() => assertAdmitted({ role: 'admin' }, { neededRole: 'admin' })).not.toThrow();
    expect(() => assertAdmitted({ role: 'owner' }, { neededRole: 'admin' })).not.toThrow();
  });
});

describe('a route for editors', () => {
  const inStaging = { role: 'viewer', environment_roles: { staging: 'editor' } } as const;
  const notInProduction = { role: 'editor', environment_roles: { production: 'viewer' } } as const;

  it('counts the role in the environment of its path, and names the environment', () => {
    const production = { neededRole: 'editor', environmentId: 'production' } as const;
    const staging = { neededRole: 'editor', environmentId: 'staging' } as const;
    for (const member of [inStaging, notInProduction]) {
      expect(() => assertAdmitted(member, staging)).not.toThrow();
      expect(() => assertAdmitted(member, production, 'Production')).toThrow(
        refused('This requires the editor role in Production; yours is viewer. Ask an admin or owner.'),
      );
    }
  });

  it('counts the role in the project where its path names no environment', () => {
    expect(() => assertAdmitted(notInProduction, { neededRole: 'editor' })).not.toThrow();
    expect(() => assertAdmitted(inStaging, { neededRole: 'editor' })).toThrow(
      refused('This requires the editor role; yours is viewer. Ask an admin or owner.'),
    );
  });

  it('of an environment that its body or an object names is open to every member, and the change decides', () => {
    for (const member of [inStaging, notInProduction, { role: 'viewer' } as const])
      expect(() => assertAdmitted(member, { neededRole: 'environment-editor' })).not.toThrow();
    expect(() => assertAdmitted(undefined, { neededRole: 'environment-editor' })).toThrow(
      expect.objectContaining({ code: 'not_found' }),
    );
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
