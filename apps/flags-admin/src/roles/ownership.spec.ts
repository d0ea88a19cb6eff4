import type { ActingToken, Role, TokenKind } from '@burgee/contracts/wire';
import { describe, expect, it } from '@jest/globals';
import { assertMayInvite, assertMayTouch, assertOwnerLeft, notGrantable } from './ownership.js';

describe('owners', () => {
  it.each<[Role, Role[]]>([
    ['admin', ['viewer', 'admin']],
    ['viewer', ['viewer']],
    ['owner', ['owner', 'viewer']],
  ])('a caller with role %s may change roles %j', (actor, roles) => {
    expect(() => assertMayTouch({ role: actor, token: undefined }, ...roles)).not.toThrow();
  });

  it.each<[Role, Role[]]>([
    ['admin', ['owner']],
    ['admin', ['owner', 'viewer']],
    ['admin', ['viewer', 'owner']],
  ])('a caller with role %s may not change roles %j', (actor, roles) => {
    expect(() => assertMayTouch({ role: actor, token: undefined }, ...roles)).toThrow(
      expect.objectContaining({ code: 'role_too_low' }),
    );
  });

  it('no token touches an owner, whatever the role of its account', () => {
    const token = { kind: 'personal' } as ActingToken;
    expect(() => assertMayTouch({ role: 'owner', token }, 'admin')).not.toThrow();
    expect(() => assertMayTouch({ role: 'owner', token }, 'admin', 'owner')).toThrow(
      expect.objectContaining({ code: 'role_too_low' }),
    );
  });

  it('a service token cannot invite people: an invitation would outlive it', () => {
    const inviter = (kind: TokenKind) => ({ hasFreshProof: true, token: { kind } as ActingToken });
    expect(() => assertMayInvite(inviter('personal'), 'viewer')).not.toThrow();
    expect(() => assertMayInvite(inviter('service'), 'viewer')).toThrow(
      expect.objectContaining({ code: 'role_too_low' }),
    );
  });

  it.each<[Role, Role[]]>([
    ['owner', []],
    ['admin', ['owner']],
    ['editor', ['viewer', 'editor', 'admin', 'owner']],
  ])('a member with role %s may not invite to %j', (role, roles) => {
    expect(notGrantable(role)).toEqual(roles);
  });

  it.each<Role>(['admin', 'owner'])('an invitation to be %s takes a fresh proof', (role) => {
    const refused = expect.objectContaining({ code: 'fresh_proof_required' });
    expect(() => assertMayInvite({ hasFreshProof: false }, role)).toThrow(refused);
    expect(() => assertMayInvite({ hasFreshProof: true }, role)).not.toThrow();
  });

  it.each<Role>(['viewer', 'editor'])('an invitation to be %s takes no fresh proof', (role) => {
    expect(() => assertMayInvite({ hasFreshProof: false }, role)).not.toThrow();
  });

  it('a project keeps at least one owner', () => {
    expect(() => assertOwnerLeft(true)).not.toThrow();
    expect(() => assertOwnerLeft(false)).toThrow(expect.objectContaining({ code: 'last_owner' }));
  });
});
