import { DomainError } from '@burgee/contracts/wire';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CONFIG, type FlagsAdminConfig } from '../config.js';
import { assertWithinQuota, QUOTAS, type Quota } from './quota.js';

/** The first half of the advisory lock's key. The second half is the hash of the account's id. */
const ACCOUNT_LOCK = 0x0b02;

const OPEN_REQUESTS_AT_MOST = 100;

/** The caller has locked the project, so that concurrent requests count. @throws quota_exceeded */
export async function roomForRequest(manager: EntityManager, projectId: string): Promise<void> {
  const [row] = await manager.sql<{ count: number }[]>`
    select count(*)::int as count from (
      select from flags.change_requests where project_id = ${projectId} and closed_at is null
      order by created_at, id limit ${OPEN_REQUESTS_AT_MOST}::int
    ) open`;
  if ((row?.count ?? 0) < OPEN_REQUESTS_AT_MOST) return;
  throw new DomainError(
    'quota_exceeded',
    `A project can have up to ${OPEN_REQUESTS_AT_MOST} open change requests. Apply or reject some first.`,
  );
}

type QuotaSettings = Pick<FlagsAdminConfig, (typeof QUOTAS)[Quota]['setting']>;

/**
 * Checks quotas. All code that adds a counted row takes the same lock, and the count is a separate statement after the
 * lock, so that it sees all concurrent inserts. Call these before inserting the row.
 */
@Injectable()
export class Quotas {
  constructor(@Inject(CONFIG) private readonly settings: QuotaSettings) {}

  /**
   * Locks the account until the transaction ends. Projects count for the account that created them. Projects that
   * others made it an owner of do not count. @throws quota_exceeded
   */
  async roomForProject(manager: EntityManager, userId: string): Promise<void> {
    await this.lockAccount(manager, userId);
    const rows = await manager.sql<{ count: number }[]>`
      select count(*) as count from flags.projects where created_by = ${userId}`;
    this.assert('projects', rows);
  }

  /** The caller has locked the project. @param count how many are added @throws quota_exceeded */
  async roomForEnvironment(manager: EntityManager, projectId: string, count = 1): Promise<void> {
    const rows = await manager.sql<{ count: number }[]>`
      select count(*) as count from flags.environments where project_id = ${projectId}`;
    this.assert('environments', rows, count);
  }

  /** The caller has locked the project. @param count how many are added @throws quota_exceeded */
  async roomForFlag(manager: EntityManager, projectId: string, count = 1): Promise<void> {
    const rows = await manager.sql<{ count: number }[]>`
      select count(*) as count from flags.flags where project_id = ${projectId}`;
    this.assert('flags', rows, count);
  }

  /** The caller has locked the project. @throws quota_exceeded */
  async roomForMember(manager: EntityManager, projectId: string): Promise<void> {
    const rows = await manager.sql<{ count: number }[]>`
      select count(*) as count from flags.members where project_id = ${projectId}`;
    this.assert('members', rows);
  }

  /**
   * The caller has locked the project. Locks the account that created it until the transaction ends. An old project
   * without a known account counts alone. @throws quota_exceeded
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

  /** The caller has locked the project. Counts waiting and paused schedules. @throws quota_exceeded */
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
