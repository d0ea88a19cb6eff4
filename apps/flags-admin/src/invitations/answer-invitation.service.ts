import type { AcceptedInvitation } from '@burgee/contracts/http';
import { DomainError } from '@burgee/contracts/wire';
import { violatedConstraint } from '@burgee/process-kit';
import type { CurrentUser } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Quotas } from '../quotas/quotas.js';
import { auditedRoles, slugsById } from '../roles/environment-roles.js';
import { lockProject } from '../unit-of-work/lock-project.js';
import { lockAccount, UnitOfWork } from '../unit-of-work/unit-of-work.js';
import { findInvitationHash, noSuchInvitation, projectOfInvitation, takeInvitation } from './invitation.repository.js';

/**
 * Consumes the invitation of a link, which works once. All code locks the project before an invitation.
 * @throws invitation_invalid
 */
async function take(manager: EntityManager, token: string) {
  const tokenHash = await findInvitationHash(manager, token);
  const projectId = await projectOfInvitation(manager, tokenHash);
  await lockProject(manager, projectId);
  const taken = await takeInvitation(manager, tokenHash);
  // Auth refuses to delete the account of the last owner of a project that others are in, and waits for who joins.
  if (!(await lockAccount(manager, taken.inviter_id))) throw noSuchInvitation();
  return { projectId, ...taken };
}

/** Accepts or declines with the link. The email in the invitation does not matter, because emails are not verified. */
@Injectable()
export class AnswerInvitationService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly quotas: Quotas,
  ) {}

  /** Makes the account a member. An existing member keeps the present role, and the invitation stays open. */
  async accept(actor: CurrentUser, token: string): Promise<AcceptedInvitation> {
    try {
      return await this.join(actor, token);
    } catch (error) {
      if (violatedConstraint(error) !== 'members_pkey') throw error;
      throw new DomainError('duplicate', 'You are already a member of this project. The invitation is still open.');
    }
  }

  async decline(actor: CurrentUser, token: string): Promise<void> {
    await this.unitOfWork.run(actor, async (change) => {
      const { projectId, email, role } = await take(change.manager, token);
      change.audit({
        action: 'invitation_decline',
        project_id: projectId,
        old_values: { email, role },
        new_values: null,
      });
    });
  }

  private join(actor: CurrentUser, token: string): Promise<AcceptedInvitation> {
    return this.unitOfWork.run(actor, async (change) => {
      const { projectId, role, environment_roles, inviter_id, invited_by } = await take(change.manager, token);
      await this.quotas.roomForMember(change.manager, projectId);
      await change.manager.sql`
        insert into flags.members (project_id, user_id, role, environment_roles, invited_by)
        values (${projectId}, ${actor.id}, ${role}, ${JSON.stringify(environment_roles)}::jsonb, ${inviter_id})`;
      const slugs = await slugsById(change.manager, projectId);
      change.audit({
        action: 'member_add',
        project_id: projectId,
        old_values: null,
        new_values: {
          user_id: actor.id,
          email: actor.email,
          role,
          ...auditedRoles(environment_roles, slugs),
          invited_by,
        },
      });
      return { project_id: projectId, role, message: 'You are a member now' };
    });
  }
}
