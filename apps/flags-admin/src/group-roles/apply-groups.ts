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
/** Longer than auth waits. */
const WAITS_SECONDS = 10;

interface Pending {
  user_id: string;
  project_id: string;
  /** Null where no group grants a role there any more. */
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
    for (const pending of await this.find()) {
      if (this.stopped) return;
      await this.apply(pending).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  }

  /** Those whose sign-in waits come first: a role for a large group makes all of its people pending. */
  private find(): Promise<Pending[]> {
    return this.database.sql<Pending[]>`
      with pending as materialized (
        select user_id, project_id, digest from access_read.pending_groups_v1
      ), waiting as (
        select distinct user_id from session_read.identity_v1
        where last_sign_in_at > now() - make_interval(secs => ${WAITS_SECONDS}::int)
      ), chosen as (
        select p.user_id, w.user_id is null as can_wait from pending p left join waiting w on w.user_id = p.user_id
        group by p.user_id, w.user_id order by can_wait, random() limit ${AT_ONCE}::int
      )
      select user_id, project_id, digest from pending join chosen using (user_id)
      order by can_wait, user_id, project_id`;
  }

  /** The digest is of before: what changes meanwhile is pending again. */
  private async apply({ user_id, project_id, digest }: Pending): Promise<void> {
    await this.applyIn(user_id, project_id);
    if (digest === null)
      await this.database.sql`
        delete from flags.applied_groups where user_id = ${user_id} and project_id = ${project_id}`;
    else
      await this.database.sql`
        insert into flags.applied_groups (user_id, project_id, digest) values (${user_id}, ${project_id}, ${digest})
        on conflict (user_id, project_id) do update set digest = excluded.digest`;
  }

  /** A project that is full adds no member. That must not keep the person out of everything else. */
  private async applyIn(userId: string, projectId: string): Promise<void> {
    await this.service.apply(userId, projectId).catch((error: unknown) => {
      if (!(error instanceof DomainError && error.code === 'quota_exceeded')) throw error;
      this.log.warn({ 'project.id': projectId, 'user.id': userId }, 'a project is full, member of a group not added');
    });
  }
}
