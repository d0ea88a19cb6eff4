import type { CurrentUser, Membership } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import { slugsById } from '../roles/environment-roles.js';
import { assertMayTouch } from '../roles/ownership.js';
import { lockProject } from '../unit-of-work/lock-project.js';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';
import { auditValues } from './audit-values.js';
import { deleteInvitation, lockInvitation } from './invitation.repository.js';

@Injectable()
export class WithdrawInvitationService {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async withdraw(actor: CurrentUser, { projectId }: Membership, id: string): Promise<void> {
    await this.unitOfWork.run(actor, async (change) => {
      await lockProject(change.manager, projectId);
      const invitation = await lockInvitation(change.manager, projectId, id);
      assertMayTouch(change, invitation.role);
      await deleteInvitation(change.manager, id);
      change.audit({
        action: 'invitation_withdraw',
        project_id: projectId,
        old_values: auditValues(invitation, await slugsById(change.manager, projectId)),
        new_values: null,
      });
    });
  }
}
