import type { InvitationView } from '@burgee/contracts/http';
import type { AuditValues } from '@burgee/contracts/wire';
import { auditedRoles } from '../roles/environment-roles.js';
import type { LockedInvitation } from './invitation.repository.js';

/** The values of an invitation in audit entries. Never includes its token. */
export function auditValues(
  { email, role, environment_roles, expires_at }: InvitationView | LockedInvitation,
  slugs: ReadonlyMap<string, string>,
): AuditValues {
  return { email, role, ...auditedRoles(environment_roles, slugs), expires_at: new Date(expires_at).toISOString() };
}
