import type { CurrentUser, Membership } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import { Changes } from '../../changes/changes.js';
import { lockProject } from '../../projects/lock-project.js';
import { countOwners, findMember } from '../member.repository.js';
import { assertMayTouch, assertOwnerLeft } from '../ownership.js';

@Injectable()
export class RemoveMemberService {
  constructor(private readonly changes: Changes) {}

  async remove(actor: CurrentUser, { projectId, role }: Membership, userId: string): Promise<void> {
    await this.changes.run(actor, async (change) => {
      await lockProject(change.manager, projectId);
      const member = await findMember(change.manager, projectId, userId);
      assertMayTouch(role, member.role);
      await change.manager.sql`delete from flags.members where project_id = ${projectId} and user_id = ${userId}`;
      assertOwnerLeft(await countOwners(change.manager, projectId));
      change.audit({
        action: 'member_remove',
        project_id: projectId,
        old_values: { user_id: userId, email: member.email, role: member.role },
        new_values: null,
      });
    });
  }
}
