import { DomainError, may, type Role, roleAtLeast, ROLES } from '@burgee/contracts/wire';
import { assertFreshProof, type CurrentUser } from '@burgee/session';
import type { Change } from '../unit-of-work/change.js';

/** Only an owner can add, change or remove an owner, who makes tokens: so no token can. @throws role_too_low */
export function assertMayTouch({ role, token }: Pick<Change, 'role' | 'token'>, ...roles: Role[]): void {
  if (!roles.includes('owner')) return;
  if (!may({ role }, 'own_project'))
    throw new DomainError('role_too_low', 'Only owners can add, change or remove an owner.');
  if (token)
    throw new DomainError('role_too_low', 'No token can add, change or remove an owner. Sign in as an owner to do it.');
}

/**
 * Inviting a person who will manage members is like giving that role. An invitation ends with its inviter's membership,
 * and a service token has none. @throws fresh_proof_required, role_too_low
 */
export function assertMayInvite(actor: Pick<CurrentUser, 'hasFreshProof' | 'token'>, role: Role): void {
  if (actor.token?.kind === 'service')
    throw new DomainError('role_too_low', 'Only members can invite. Use the token of a member, or sign in to do it.');
  if (may({ role }, 'manage_project')) assertFreshProof(actor);
}

/** The roles that a member with this role must not grant. */
export function notGrantable(role: Role): Role[] {
  return ROLES.filter((one) => !may({ role }, 'manage_project') || !roleAtLeast(role, one));
}

/** A project always has an owner. @throws last_owner */
export function assertOwnerLeft(isLeft: boolean): void {
  if (!isLeft) throw new DomainError('last_owner', 'A project needs an owner. Make someone else owner first.');
}
