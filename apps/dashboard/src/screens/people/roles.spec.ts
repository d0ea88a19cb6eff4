import { describe, expect, it } from '@jest/globals';
import { describeRoles, editsSomewhere, grantable, hasRole, isLess, mayTouch } from './roles.js';

describe('roles', () => {
  it.each([
    ['viewer', 'editor', true],
    ['admin', 'owner', true],
    ['owner', 'owner', false],
    ['owner', 'viewer', false],
  ] as const)('%s is less than %s: %s', (role, than, less) => expect(isLess(role, than)).toBe(less));

  it('are the current ones, and none for a removed member', () => {
    const members = [{ user_id: 'grace', role: 'viewer' }] as const;
    expect(hasRole(members, 'grace', 'viewer')).toBe(true);
    expect(hasRole(members, 'grace', 'admin')).toBe(false);
    expect(hasRole([], 'grace', 'viewer')).toBe(false);
  });

  it('in environments are named where they differ', () => {
    const environments = [
      { id: 's', name: 'Staging' },
      { id: 'p', name: 'Production' },
    ];
    const member = { role: 'viewer', environment_roles: { s: 'editor', gone: 'editor' } } as const;
    expect(describeRoles(member, environments)).toBe('Editor in Staging');
    expect(describeRoles({ environment_roles: {} }, environments)).toBe('');
    expect([editsSomewhere(member), editsSomewhere({ ...member, environment_roles: {} })]).toEqual([true, false]);
  });

  it('let only owners add or remove owners', () => {
    expect(grantable('admin')).toEqual(['viewer', 'editor', 'admin']);
    expect(grantable('owner')).toContain('owner');
    expect([mayTouch('admin', { role: 'owner' }), mayTouch('owner', { role: 'owner' })]).toEqual([false, true]);
  });
});
