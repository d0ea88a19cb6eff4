import { isDeepStrictEqual } from 'node:util';
import type { MemberView, UpdateMemberRequest } from '@burgee/contracts/http';
import { DomainError, roleAtLeast } from '@burgee/contracts/wire';
import { assertFreshProof, type CurrentUser, type Membership } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import { withdrawInvitationsOf } from '../invitations/invitation.repository.js';
import { endSwitchOffLinksOf } from '../switch-off-links/switch-off-link.repository.js';
import type { Change } from '../unit-of-work/change.js';
import { lockProject } from '../unit-of-work/lock-project.js';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';
import { disableWebhooksOf } from '../webhooks/disable-webhooks-of.js';
import { decideRoles } from '../roles/decide-roles.js';
import { auditedRoles, slugsById } from '../roles/environment-roles.js';
import { hasOwner, findMember, setRoles } from './member.repository.js';
import { assertMayTouch, assertOwnerLeft, notGrantable } from '../roles/ownership.js';

function nothingGiven(): DomainError {
  const detail = 'is required, or environment_roles';
  return new DomainError('invalid_request', `The request was refused: role ${detail}.`, {
    errors: [{ pointer: '/role', detail }],
  });
}

@Injectable()
export class UpdateMemberService {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** @throws invalid_request, not_found, role_too_low, fresh_proof_required, last_owner */
  async update(
    actor: CurrentUser,
    { projectId }: Membership,
    userId: string,
    request: UpdateMemberRequest,
  ): Promise<MemberView> {
    if (request.role === undefined && request.environment_roles === undefined) throw nothingGiven();
    const work = async (change: Change) => {
      await lockProject(change.manager, projectId);
      const member = await findMember(change.manager, projectId, userId);
      const slugs = await slugsById(change.manager, projectId);
      const roles = decideRoles(member, request, new Set(slugs.keys()));
      const { role, environment_roles } = roles;
      assertMayTouch(change, member.role, role);
      if (member.role === role && isDeepStrictEqual(member.environment_roles, environment_roles)) return member;
      assertFreshProof(actor);
      await setRoles(change.manager, projectId, userId, roles);
      if (member.role === 'owner' && role !== 'owner') assertOwnerLeft(await hasOwner(change.manager, projectId));
      await withdrawInvitationsOf(change.manager, projectId, userId, notGrantable(role));
      const who = { user_id: userId, email: member.email };
      change.audit({
        action: 'member_update',
        project_id: projectId,
        old_values: { ...who, role: member.role, ...auditedRoles(member.environment_roles, slugs) },
        new_values: { ...who, role, ...auditedRoles(environment_roles, slugs) },
      });
      if (!roleAtLeast(role, 'admin')) await disableWebhooksOf(change, projectId, userId);
      if (role !== 'owner') await endSwitchOffLinksOf(change, projectId, userId);
      return { ...member, ...roles };
    };
    return this.unitOfWork.run(actor, work, { changesMembers: true });
  }
}
