import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CONFIG, type FlagsAdminConfig } from '../config.js';
import { assertWithinQuota, QUOTAS, type Quota } from './quota.js';

/** The first half of the advisory lock's key; the second half is the hash of the account's id. */
const ACCOUNT_LOCK = 0x0b02;

type QuotaSettings = Pick<FlagsAdminConfig, (typeof QUOTAS)[Quota]['setting']>;

/**
 * Counts what is limited. Each count is made under a lock that everybody takes who adds to it, and in a statement of its own
 * after it, so that of several who add at the same time none is missed. Call these before the row is inserted.
 */
@Injectable()
export class Quotas {
  constructor(@Inject(CONFIG) private readonly settings: QuotaSettings) {}

  /**
   * Locks the account until the transaction ends. Counted are the projects that it has made, whoever owns them now: what
   * others make it an owner of counts for them. @throws quota_exceeded
   */
  async roomForProject(manager: EntityManager, userId: string): Promise<void> {
    await this.lockAccount(manager, userId);
    const rows = await manager.sql<{ count: number }[]>`
      select count(*) as count from flags.projects where created_by = ${userId}`;
    this.assert('projects', rows);
  }

  /** The project is locked already. @param count how many are added @throws quota_exceeded */
  async roomForEnvironment(manager: EntityManager, projectId: string, count = 1): Promise<void> {
    const rows = await manager.sql<{ count: number }[]>`
      select count(*) as count from flags.environments where project_id = ${projectId}`;
    this.assert('environments', rows, count);
  }

  /** The project is locked already. @param count how many are added @throws quota_exceeded */
  async roomForFlag(manager: EntityManager, projectId: string, count = 1): Promise<void> {
    const rows = await manager.sql<{ count: number }[]>`
      select count(*) as count from flags.flags where project_id = ${projectId}`;
    this.assert('flags', rows, count);
  }

  /** The project is locked already. @throws quota_exceeded */
  async roomForMember(manager: EntityManager, projectId: string): Promise<void> {
    const rows = await manager.sql<{ count: number }[]>`
      select count(*) as count from flags.members where project_id = ${projectId}`;
    this.assert('members', rows);
  }

  /**
   * The project is locked already; locks the account that has made it until the transaction ends. Of an old project nobody knows that
   * account: it counts alone. @throws quota_exceeded
   */
  async roomForWebhook(manager: EntityManager, projectId: string): Promise<void> {
    const rows = await manager.sql<{ count: number }[]>`
      select count(*) as count from flags.webhooks where project_id = ${projectId}`;
    this.assert('webhooks', rows);
    const [project] = await manager.sql<{ created_by: string | null }[]>`
      select created_by from flags.projects where id = ${projectId}`;
    const maker = project?.created_by ?? null;
    if (maker !== null) await this.lockAccount(manager, maker);
    const ofAccount = await manager.sql<{ count: number }[]>`
      select count(*) as count from flags.projects p join flags.webhooks w on w.project_id = p.id
      where p.created_by = ${maker}::uuid or p.id = ${projectId}`;
    this.assert('webhooksOfAccount', ofAccount);
  }

  /** The project is locked already. Counted are those that wait or are paused. @throws quota_exceeded */
  async roomForSchedule(manager: EntityManager, projectId: string): Promise<void> {
    const rows = await manager.sql<{ count: number }[]>`
      select count(*) as count from flags.schedules where project_id = ${projectId} and ended_at is null`;
    this.assert('schedules', rows);
  }

  private async lockAccount(manager: EntityManager, userId: string): Promise<void> {
    await manager.sql`select pg_advisory_xact_lock(${ACCOUNT_LOCK}::int, hashtext(${userId}))`;
  }

  private assert(quota: Quota, rows: { count: number }[], added = 1): void {
    assertWithinQuota(quota, (rows[0]?.count ?? 0) + added, this.settings[QUOTAS[quota].setting]);
  }
}
