import { describe, expect, it } from '@jest/globals';
import { findMembers, grantable, hasRole, isLess, mayTouch } from './roles.js';

describe('a search for people', () => {
  const [ada, grace] = [
    { name: 'Ada', email: 'ada@example.com', role: 'owner' },
    { name: 'Grace', email: 'hopper@example.com', role: 'editor' },
  ] as const;

  it.each([
    ['', undefined, [ada, grace]],
    [' HOPPER ', undefined, [grace]],
    ['a', 'owner', [ada]],
    ['grace', 'owner', []],
  ] as const)('for %j with the role %s', (text, role, expected) =>
    expect(findMembers([ada, grace], text, role)).toEqual(expected),
  );
});

describe('roles', () => {
  it.each([
    ['viewer', 'editor', true],
    ['admin', 'owner', true],
    ['owner', 'owner', false],
    ['owner', 'viewer', false],
  ] as const)('%s is less than %s: %s', (role, than, less) => expect(isLess(role, than)).toBe(less));

  it('are the present ones, and none for a removed member', () => {
    const members = [{ user_id: 'grace', role: 'viewer' }] as const;
    expect(hasRole(members, 'grace', 'viewer')).toBe(true);
    expect(hasRole(members, 'grace', 'admin')).toBe(false);
    expect(hasRole([], 'grace', 'viewer')).toBe(false);
  });

  it('only an owner makes owners, or unmakes them', () => {
    expect(grantable('admin')).toEqual(['viewer', 'editor', 'admin']);
    expect(grantable('owner')).toContain('owner');
    expect([mayTouch('admin', { role: 'owner' }), mayTouch('owner', { role: 'owner' })]).toEqual([false, true]);
  });
});
