import type { Role } from '@burgee/contracts/wire';
import { describe, expect, it } from '@jest/globals';
import { assertMayTouch, assertOwnerLeft, notGrantable } from './ownership.js';

describe('owners', () => {
  it.each<[Role, Role[]]>([
    ['admin', ['viewer', 'admin']],
    ['viewer', ['viewer']],
    ['owner', ['owner', 'viewer']],
  ])('a caller with role %s may change roles %j', (actor, roles) => {
    expect(() => assertMayTouch(actor, ...roles)).not.toThrow();
  });

  it.each<[Role, Role[]]>([
    ['admin', ['owner']],
    ['admin', ['owner', 'viewer']],
    ['admin', ['viewer', 'owner']],
  ])('a caller with role %s may not change roles %j', (actor, roles) => {
    expect(() => assertMayTouch(actor, ...roles)).toThrow(expect.objectContaining({ code: 'role_too_low' }));
  });

  it.each<[Role, Role[]]>([
    ['owner', []],
    ['admin', ['owner']],
    ['editor', ['viewer', 'editor', 'admin', 'owner']],
  ])('a member with role %s may not invite to %j', (role, roles) => {
    expect(notGrantable(role)).toEqual(roles);
  });

  it('a project keeps at least one owner', () => {
    expect(() => assertOwnerLeft(true)).not.toThrow();
    expect(() => assertOwnerLeft(false)).toThrow(expect.objectContaining({ code: 'last_owner' }));
  });
});
