import type { InvitationView } from '@burgee/contracts/http';
import type { AuditValues } from '@burgee/contracts/wire';
import type { LockedInvitation } from './invitation.repository.js';

/** The values of an invitation in audit entries. Never includes its token. */
export function auditValues({ email, role, expires_at }: InvitationView | LockedInvitation): AuditValues {
  return { email, role, expires_at: new Date(expires_at).toISOString() };
}
