import { DomainError } from '@burgee/contracts/wire';
import { LOGGER } from '@burgee/service-kit/plain';
import { RepeatedJob } from '@burgee/service-kit/database';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { ApplyGroupsService } from './apply-groups.service.js';

/** auth waits for it where a sign-in changes roles. */
const EVERY_MILLISECONDS = 1_000;
const AT_ONCE = 100;

interface Pending {
  user_id: string;
  digest: string | null;
}

/**
 * Gives accounts the roles of their groups, and takes back those that came from others. Several replicas may run it. What
 * fails is tried again, and holds nothing else up.
 */
@Injectable()
export class ApplyGroups extends RepeatedJob {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly service: ApplyGroupsService,
    @Inject(LOGGER) private readonly log: Logger,
  ) {
    super('applying the roles of groups', EVERY_MILLISECONDS, log);
  }

  protected async work(): Promise<void> {
    const failures: unknown[] = [];
    for (const { user_id, digest } of await this.find()) {
      if (this.stopped) return;
      await this.apply(user_id, digest).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  }

  private find(): Promise<Pending[]> {
    return this.database.sql<Pending[]>`
      select user_id, digest from access_read.pending_groups_v1 order by random() limit ${AT_ONCE}::int`;
  }

  /** The digest is of before: what changes meanwhile is pending again. */
  private async apply(userId: string, digest: string | null): Promise<void> {
    const projects = await this.database.sql<{ project_id: string }[]>`
      select project_id from flags.members where user_id = ${userId} and from_groups
      union
      select r.project_id from session_read.identity_v1 i
      join flags.group_roles r on rtrim(r.issuer, '/') = rtrim(i.issuer, '/') and i.groups ? r.group_name
      where i.user_id = ${userId}
      order by project_id`;
    for (const { project_id } of projects) await this.applyIn(userId, project_id);
    if (digest === null) await this.database.sql`delete from flags.applied_groups where user_id = ${userId}`;
    else
      await this.database.sql`
        insert into flags.applied_groups (user_id, digest) values (${userId}, ${digest})
        on conflict (user_id) do update set digest = excluded.digest`;
  }

  /** A project that is full adds no member. That must not keep the person out of everything else. */
  private async applyIn(userId: string, projectId: string): Promise<void> {
    await this.service.apply(userId, projectId).catch((error: unknown) => {
      if (!(error instanceof DomainError && error.code === 'quota_exceeded')) throw error;
      this.log.warn({ 'project.id': projectId, 'user.id': userId }, 'a project is full, member of a group not added');
    });
  }
}
