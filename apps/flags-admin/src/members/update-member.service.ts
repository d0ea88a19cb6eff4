import type { MemberView } from '@burgee/contracts/http';
import { type Role, roleAtLeast } from '@burgee/contracts/wire';
import type { CurrentUser, Membership } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import { withdrawInvitationsOf } from '../invitations/invitation.repository.js';
import type { Change } from '../unit-of-work/change.js';
import { lockProject } from '../unit-of-work/lock-project.js';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';
import { disableWebhooksOf } from '../webhooks/disable-webhooks-of.js';
import { countOwners, findMember, setRole } from './member.repository.js';
import { assertMayTouch, assertOwnerLeft, notGrantable } from '../roles/ownership.js';

@Injectable()
export class UpdateMemberService {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  update(actor: CurrentUser, { projectId }: Membership, userId: string, role: Role): Promise<MemberView> {
    const work = async (change: Change) => {
      await lockProject(change.manager, projectId);
      const member = await findMember(change.manager, projectId, userId);
      assertMayTouch(change.role, member.role, role);
      if (member.role === role) return member;
      await setRole(change.manager, projectId, userId, role);
      assertOwnerLeft(await countOwners(change.manager, projectId));
      await withdrawInvitationsOf(change.manager, projectId, userId, notGrantable(role));
      const who = { user_id: userId, email: member.email };
      change.audit({
        action: 'member_update',
        project_id: projectId,
        old_values: { ...who, role: member.role },
        new_values: { ...who, role },
      });
      if (!roleAtLeast(role, 'admin')) await disableWebhooksOf(change, projectId, userId);
      return { ...member, role };
    };
    return this.unitOfWork.run(actor, work, { changesMembers: true });
  }
}
