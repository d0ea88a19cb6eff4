import { currentRequestId, failpoint } from '@burgee/service-kit';
import type { CurrentUser } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Feeds } from '../live/feeds.js';
import { AfterCommit, type ShelfUpdate } from './after-commit.js';
import { Change } from './change.js';
import { storeFacts } from './store-facts.js';

/**
 * Every change of flags-admin goes through here: one transaction that holds the change and its facts; then, best
 * effort and bounded, the shelf, the doorbell and the audit entry; then open pages. A change without facts changed nothing.
 */
@Injectable()
export class Changes {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly afterCommit: AfterCommit,
    private readonly feeds: Feeds,
  ) {}

  async run<T>(
    actor: CurrentUser,
    work: (change: Change) => Promise<T>,
    shelf: ShelfUpdate = 'invalidate',
  ): Promise<T> {
    const { result, facts } = await this.database.transaction(async (manager) => {
      const change = new Change(manager, actor, currentRequestId());
      const result = await work(change);
      const facts = change.facts.length > 0 ? await storeFacts(manager, change.facts) : [];
      failpoint('before-commit');
      return { result, facts };
    });
    failpoint('after-commit');
    if (facts.length > 0) {
      await this.afterCommit.run(facts, shelf);
      // After the audit entry, so that a page that hears of the change finds who made it.
      this.feeds.tell(facts);
    }
    return result;
  }
}
