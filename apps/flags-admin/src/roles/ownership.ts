import { DomainError, may, type Role, roleAtLeast, ROLES } from '@burgee/contracts/wire';
import { assertFreshProof, type CurrentUser } from '@burgee/session';

/** Only an owner can add, change or remove an owner. @throws role_too_low */
export function assertMayTouch(actor: Role, ...roles: Role[]): void {
  if (roles.includes('owner') && !may({ role: actor }, 'own_project'))
    throw new DomainError('role_too_low', 'Only owners can add, change or remove an owner.');
}

/** Inviting a person who will manage members is like giving that role. @throws fresh_proof_required */
export function assertMayInvite(actor: Pick<CurrentUser, 'hasFreshProof'>, role: Role): void {
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
