import type { OutboxMessage } from '@burgee/outbox';
import { yieldWhenDue } from '@burgee/process-kit';
import { approximateBytes } from '@burgee/service-kit';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LRUCache } from 'lru-cache';
import { DataSource } from 'typeorm';
import { ChangeLimits } from '../quotas/change-limits.js';
import { AfterCommit } from '../unit-of-work/after-commit.js';
import { VALUES_BYTES_AT_MOST } from './create-deliveries.js';

const PROJECTS_AT_MOST = 10_000;
/** For so long the webhooks of a project are not counted again: a change pays for them without asking Postgres. */
const COUNT_HOLDS_MILLISECONDS = 10_000;

/** Each webhook of a project stores what a change tells of once more: whoever makes the change pays for that too. */
@Injectable()
export class ChargeDeliveries {
  /** Of each project. */
  private readonly counts = new LRUCache<string, number>({
    max: PROJECTS_AT_MOST,
    ttl: COUNT_HOLDS_MILLISECONDS,
    fetchMethod: (projectId) => this.count(projectId),
  });

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly limits: ChangeLimits,
    afterCommit: AfterCommit,
  ) {
    afterCommit.register('announce', (messages) => this.charge(messages));
  }

  private async charge(messages: readonly OutboxMessage[]): Promise<void> {
    const pause = yieldWhenDue();
    for (const message of messages) {
      if (message.kind !== 'audit') continue;
      const { project_id: projectId, user_id: accountId } = message.payload;
      const count = await this.counts.fetch(projectId);
      if (!count) return;
      this.limits.spendBytes(accountId, count * Math.min(approximateBytes(message), VALUES_BYTES_AT_MOST));
      await pause();
    }
  }

  private async count(projectId: string): Promise<number> {
    const [row] = await this.database.sql<{ count: number }[]>`
      select count(*)::int as count from flags.webhooks where project_id = ${projectId} and disabled_at is null`;
    return row?.count ?? 0;
  }
}
