import { describe, expect, it } from '@jest/globals';
import { grantable, isLess, mayTouch } from './roles.js';

describe('roles', () => {
  it.each([
    ['viewer', 'editor', true],
    ['admin', 'owner', true],
    ['owner', 'owner', false],
    ['owner', 'viewer', false],
  ] as const)('%s is less than %s: %s', (role, than, less) => expect(isLess(role, than)).toBe(less));

  it('only an owner makes owners, or unmakes them', () => {
    expect(grantable('admin').map(({ role }) => role)).toEqual(['viewer', 'editor', 'admin']);
    expect(grantable('owner').map(({ role }) => role)).toContain('owner');
    expect([mayTouch('admin', { role: 'owner' }), mayTouch('owner', { role: 'owner' })]).toEqual([false, true]);
  });
});
