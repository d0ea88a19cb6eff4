import { BY_OPERATOR, NOBODY } from '@burgee/contracts/wire';
import { LOGGER } from '@burgee/service-kit/plain';
import { RepeatedJob } from '@burgee/service-kit/database';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { lockProject } from '../unit-of-work/lock-project.js';
import { lockMembers, UnitOfWork } from '../unit-of-work/unit-of-work.js';
import { disableWebhooksOf } from '../webhooks/disable-webhooks-of.js';

const EVERY_MILLISECONDS = 5_000;
const AT_ONCE = 100;
const ACTOR = { ...NOBODY, email: '', sessionId: '', membership: null, provenance: BY_OPERATOR };

interface Membership {
  project_id: string;
  user_id: string;
}

/**
 * Deletes the memberships of deleted accounts, with the consequences of a removal. They open nothing already: auth ended the
 * sessions, and no view shows one. So it does not matter when this runs, nor that several replicas do.
 */
@Injectable()
export class RemovedAccounts extends RepeatedJob {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('removing memberships of deleted accounts', EVERY_MILLISECONDS, logger);
  }

  protected async work(): Promise<void> {
    let found: Membership[] = [];
    do {
      found = await this.database.sql<Membership[]>`
        select m.project_id, m.user_id
        from session_read.user_v1 u join flags.members m on m.user_id = u.user_id
        where u.removed_at is not null limit ${AT_ONCE}::int`;
      for (const membership of found) await this.remove(membership);
    } while (found.length === AT_ONCE && !this.stopped);
  }

  private async remove({ project_id, user_id }: Membership): Promise<void> {
    await this.unitOfWork.run(ACTOR, async (change) => {
      await lockMembers(change.manager, project_id);
      await lockProject(change.manager, project_id);
      const [[removed]] = await change.manager.sql<[{ role: string }[], number]>`
        delete from flags.members where project_id = ${project_id} and user_id = ${user_id} returning role`;
      if (!removed) return;
      const old_values = { user_id, role: removed.role };
      const new_values = { reason: 'account_deleted' };
      change.audit({ action: 'member_remove', project_id, old_values, new_values });
      await disableWebhooksOf(change, project_id, user_id);
    });
  }
}
