import { type CreateInvitationRequest, INVITATION_SECONDS, type InvitationWithLink } from '@burgee/contracts/http';
import { DomainError, emailKey } from '@burgee/contracts/wire';
import type { CurrentUser, Membership } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { decideRoles } from '../roles/decide-roles.js';
import { slugsById } from '../roles/environment-roles.js';
import { assertMayInvite, assertMayTouch } from '../roles/ownership.js';
import { lockProject } from '../unit-of-work/lock-project.js';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';
import { auditValues } from './audit-values.js';
import { hashInvitationToken, newInvitationToken } from './invitation-token.js';
import {
  countInvitations,
  type InvitationValues,
  insertInvitation,
  lockByEmail,
  readInvitation,
  renewInvitation,
} from './invitation.repository.js';
import { sendInvitation } from './send-invitation.js';

const AT_MOST = 200;
const ADVICE = 'Revoke some that are not used.';

async function insert(
  manager: EntityManager,
  projectId: string,
  email: string | undefined,
  values: InvitationValues,
): Promise<string> {
  if ((await countInvitations(manager, projectId)) >= AT_MOST)
    throw new DomainError('quota_exceeded', `A project can have up to ${AT_MOST} open invitations. ${ADVICE}`);
  const id = uuidv7();
  const whom = email === undefined ? { email: null, emailKey: null } : { email, emailKey: emailKey(email) };
  await insertInvitation(manager, { id, projectId, ...whom }, values);
  return id;
}

@Injectable()
export class CreateInvitationService {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * Creates an invitation for the holder of its link. An email has one invitation per project: a second request creates
   * a new link. The service looks up no account by the email, so the response does not reveal whether it is registered.
   */
  create(
    actor: CurrentUser,
    { projectId }: Membership,
    { email, role, environment_roles, expires_in: expiresIn = INVITATION_SECONDS }: CreateInvitationRequest,
  ): Promise<InvitationWithLink> {
    const token = newInvitationToken();
    return this.unitOfWork.run(actor, async (change) => {
      const { manager } = change;
      assertMayTouch(change, role);
      assertMayInvite(actor, role);
      await lockProject(manager, projectId);
      const slugs = await slugsById(manager, projectId);
      const roles = decideRoles({ role }, { environment_roles }, new Set(slugs.keys()));
      const values = { tokenHash: hashInvitationToken(token), roles, invitedBy: actor.id, expiresIn };
      const before = email === undefined ? undefined : await lockByEmail(manager, projectId, emailKey(email));
      if (before) {
        assertMayTouch(change, before.role);
        await renewInvitation(manager, before.id, values);
      }
      const invitation = await readInvitation(manager, before?.id ?? (await insert(manager, projectId, email, values)));
      change.audit({
        action: 'invitation_create',
        project_id: projectId,
        old_values: before ? auditValues(before, slugs) : null,
        new_values: auditValues(invitation, slugs),
      });
      return sendInvitation(invitation, token);
    });
  }
}
