import type { CurrentUser, Membership } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import { KEY_KINDS } from '../environments/key-tables.js';
import { rotateKey } from '../environments/rotate-key.js';
import { SdkKeyVault } from '../environments/sdk-key-vault.js';
import { endSwitchOffLinksOf } from '../switch-off-links/switch-off-link.repository.js';
import type { Change } from '../unit-of-work/change.js';
import { lockProject } from '../unit-of-work/lock-project.js';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';
import { disableWebhooksOf } from '../webhooks/disable-webhooks-of.js';
import { hasOwner, findMember } from './member.repository.js';
import { assertMayTouch, assertOwnerLeft } from '../roles/ownership.js';

@Injectable()
export class RemoveMemberService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly vault: SdkKeyVault,
  ) {}

  /**
   * Removes a member and the invitations of that member, disables the member's webhooks and ends the switch-off links.
   * @param rotatesKeys whether every environment of the project gets new keys. The old ones end at once.
   */
  async remove(actor: CurrentUser, { projectId }: Membership, userId: string, rotatesKeys: boolean): Promise<void> {
    const work = async (change: Change) => {
      await lockProject(change.manager, projectId);
      const member = await findMember(change.manager, projectId, userId);
      assertMayTouch(change, member.role);
      await change.manager.sql`delete from flags.members where project_id = ${projectId} and user_id = ${userId}`;
      if (member.role === 'owner') assertOwnerLeft(await hasOwner(change.manager, projectId));
      change.audit({
        action: 'member_remove',
        project_id: projectId,
        old_values: { user_id: userId, email: member.email, role: member.role },
        new_values: null,
      });
      await disableWebhooksOf(change, projectId, userId);
      await endSwitchOffLinksOf(change, projectId, userId);
      if (rotatesKeys) await this.rotateKeys(change, projectId);
    };
    await this.unitOfWork.run(actor, work, { changesMembers: true });
  }

  private async rotateKeys(change: Change, projectId: string): Promise<void> {
    const environments = await change.manager.sql<{ id: string }[]>`
      select id from flags.environments where project_id = ${projectId} order by id for no key update`;
    for (const { id: environmentId } of environments)
      for (const kind of KEY_KINDS)
        await rotateKey(change, this.vault, projectId, { environmentId, kind, graceSeconds: 0 });
  }
}
