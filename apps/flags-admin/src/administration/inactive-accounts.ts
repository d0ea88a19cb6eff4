import { BY_OPERATOR, NOBODY } from '@burgee/contracts/wire';
import { LOGGER } from '@burgee/service-kit/plain';
import { RepeatedJob } from '@burgee/service-kit/database';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { endSwitchOffLinksOf } from '../switch-off-links/switch-off-link.repository.js';
import type { Change } from '../unit-of-work/change.js';
import { lockProject } from '../unit-of-work/lock-project.js';
import { lockMembers, UnitOfWork } from '../unit-of-work/unit-of-work.js';
import { disableWebhooksOf } from '../webhooks/disable-webhooks-of.js';

const EVERY_MILLISECONDS = 5_000;
const AT_ONCE = 100;
const ACTOR = { ...NOBODY, email: '', sessionId: '', membership: null, provenance: BY_OPERATOR };

interface Left {
  project_id: string;
  user_id: string;
  is_removed: boolean;
}

/**
 * Ends what disabled and deleted accounts have left in projects, as a removal does: invitations, webhooks and
 * switch-off links, and the memberships of deleted ones. A membership opens nothing already, and nobody can accept such an invitation. So it does not
 * matter when this runs, nor that several replicas do.
 */
@Injectable()
export class InactiveAccounts extends RepeatedJob {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('ending what disabled and deleted accounts have left', EVERY_MILLISECONDS, logger);
  }

  /** What fails waits for the next turn, and holds nothing else up. */
  protected async work(): Promise<void> {
    const failures: unknown[] = [];
    let found: Left[] = [];
    do {
      found = await this.find();
      for (const left of found) await this.end(left).catch((error: unknown) => failures.push(error));
    } while (found.length === AT_ONCE && failures.length === 0 && !this.stopped);
    if (failures.length > 0) throw failures[0];
  }

  private find(): Promise<Left[]> {
    return this.database.sql<Left[]>`
      select m.project_id, m.user_id, true as is_removed
      from session_read.inactive_user_v1 u join flags.members m on m.user_id = u.user_id
      where u.is_removed
      union
      select i.project_id, u.user_id, u.is_removed
      from session_read.inactive_user_v1 u join flags.invitations i on i.invited_by = u.user_id
      union
      select w.project_id, u.user_id, u.is_removed
      from session_read.inactive_user_v1 u join flags.webhooks w
        on (u.user_id in (w.created_by, w.url_set_by) and w.disabled_reason is distinct from 'author')
        or (u.user_id = w.previous_created_by and w.previous_secret_expires_at > clock_timestamp())
      union
      select l.project_id, u.user_id, u.is_removed
      from session_read.inactive_user_v1 u join flags.switch_off_links l on l.created_by = u.user_id
      where l.ended_at is null
      limit ${AT_ONCE}::int`;
  }

  private async end({ project_id, user_id, is_removed }: Left): Promise<void> {
    await this.unitOfWork.run(ACTOR, async (change) => {
      await lockMembers(change.manager, project_id);
      await lockProject(change.manager, project_id);
      const inactive = await change.manager.sql<unknown[]>`
        select from session_read.inactive_user_v1 where user_id = ${user_id}`;
      // Enabled again since it was found.
      if (inactive.length === 0) return;
      if (is_removed) await this.endMembership(change, project_id, user_id);
      await change.manager.sql`
        delete from flags.invitations
        where project_id = ${project_id} and invited_by = ${user_id}`;
      await disableWebhooksOf(change, project_id, user_id);
      await endSwitchOffLinksOf(change, project_id, user_id);
    });
  }

  private async endMembership(change: Change, project_id: string, user_id: string): Promise<void> {
    const [[removed]] = await change.manager.sql<[{ role: string }[], number]>`
      delete from flags.members where project_id = ${project_id} and user_id = ${user_id} returning role`;
    if (!removed) return;
    const old_values = { user_id, role: removed.role };
    change.audit({ action: 'member_remove', project_id, old_values, new_values: { reason: 'account_deleted' } });
  }
}
