import { INVITATION_SECONDS, type InvitationWithLink, type RenewInvitationRequest } from '@burgee/contracts/http';
import type { CurrentUser, Membership } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import { slugsById } from '../roles/environment-roles.js';
import { assertMayInvite, assertMayTouch } from '../roles/ownership.js';
import { lockProject } from '../unit-of-work/lock-project.js';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';
import { auditValues } from './audit-values.js';
import { hashInvitationToken, newInvitationToken } from './invitation-token.js';
import { lockInvitation, readInvitation, renewInvitation } from './invitation.repository.js';
import { sendInvitation } from './send-invitation.js';

@Injectable()
export class RenewInvitationService {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Creates a new link and ends the old one. The account that renews the invitation becomes its inviter. */
  renew(
    actor: CurrentUser,
    { projectId }: Membership,
    id: string,
    { expires_in: expiresIn = INVITATION_SECONDS }: RenewInvitationRequest,
  ): Promise<InvitationWithLink> {
    const token = newInvitationToken();
    return this.unitOfWork.run(actor, async (change) => {
      const { manager } = change;
      await lockProject(manager, projectId);
      const before = await lockInvitation(manager, projectId, id);
      const slugs = await slugsById(manager, projectId);
      assertMayTouch(change, before.role);
      assertMayInvite(actor, before.role);
      const values = { tokenHash: hashInvitationToken(token), roles: before, invitedBy: actor.id, expiresIn };
      await renewInvitation(manager, id, values);
      const invitation = await readInvitation(manager, id);
      change.audit({
        action: 'invitation_create',
        project_id: projectId,
        old_values: auditValues(before, slugs),
        new_values: auditValues(invitation, slugs),
      });
      return sendInvitation(invitation, token);
    });
  }
}
