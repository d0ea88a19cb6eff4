import type { MemberView, Role } from '@burgee/contracts';
import type { CurrentUser, Membership } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import { Changes } from '../../changes/changes.js';
import { lockProject } from '../../projects/lock-project.js';
import { countOwners, findMember, setRole } from '../member.repository.js';
import { assertMayTouch, assertOwnerLeft } from '../ownership.js';

@Injectable()
export class UpdateMemberService {
  constructor(private readonly changes: Changes) {}

  update(actor: CurrentUser, membership: Membership, userId: string, role: Role): Promise<MemberView> {
    const { projectId } = membership;
    return this.changes.run(actor, async (change) => {
      await lockProject(change.manager, projectId);
      const member = await findMember(change.manager, projectId, userId);
      assertMayTouch(membership.role, member.role, role);
      if (member.role === role) return member;
      await setRole(change.manager, projectId, userId, role);
      assertOwnerLeft(await countOwners(change.manager, projectId));
      const who = { user_id: userId, email: member.email };
      change.audit({
        action: 'member_update',
        project_id: projectId,
        old_values: { ...who, role: member.role },
        new_values: { ...who, role },
      });
      return { ...member, role };
    });
  }
}
