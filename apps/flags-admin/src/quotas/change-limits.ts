import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { CONFIG, type FlagsAdminConfig } from '../config.js';
import { addedChanges, type ChangeShares, spendChanges, takeChange } from './change-share.js';
import { inGroups } from './quota.js';
import { tooManyChanges } from './too-many-changes.js';
import { WrittenBytes } from './written-bytes.js';

/** What a row counts for beside the texts in it: its header, its entries in indexes, its log. */
export const BYTES_OF_A_ROW = 100;

const PROJECTS_AT_MOST = 10_000;

type Settings = Pick<
  FlagsAdminConfig,
  'CHANGES_PER_SECOND' | 'CHANGES_BURST' | 'CHANGED_BYTES_PER_SECOND' | 'CHANGED_BYTES_BURST'
>;

/** Who makes a change, and where. */
export interface ChangeMaker {
  projectId: string;
  accountId: string;
}

/** Limits the changes of each project, and the bytes that those of each account write. Counted in this process's memory. */
@Injectable()
export class ChangeLimits {
  private readonly projects = new LRUCache<string, ChangeShares>({ max: PROJECTS_AT_MOST });
  private readonly bytes: WrittenBytes;

  constructor(@Inject(CONFIG) private readonly settings: Settings) {
    const { CHANGED_BYTES_PER_SECOND: perSecond, CHANGED_BYTES_BURST: burst } = settings;
    this.bytes = new WrittenBytes({ perSecond, burst });
  }

  /** Before any change, also one in no project, and before it takes a connection or a lock. @throws too_many_requests */
  assertBytesLeft(accountId: string, address: string, now = performance.now()): void {
    this.bytes.assertLeft(accountId, address, now);
  }

  /** Before a change of a project. @throws too_many_requests */
  take(projectId: string, accountId: string, now = performance.now()): void {
    const { CHANGES_PER_SECOND: perSecond, CHANGES_BURST: burst } = this.settings;
    const { shares, waitMs } = takeChange(this.sharesOf(projectId), accountId, now, { perSecond, burst });
    this.projects.set(projectId, shares);
    if (waitMs === 0) return;
    throw tooManyChanges(
      `CHANGES_PER_SECOND allows ${inGroups(perSecond)} changes of a project in a second, shared by the accounts that make ` +
        'them, and yours has used its share.',
      waitMs,
    );
  }

  /** For what an account writes beside a change of its own. */
  spendBytes(accountId: string, bytes: number, now = performance.now()): void {
    this.bytes.spend(accountId, bytes, now);
  }

  /** After a change, when it is known how many bytes it wrote: a large one counts as several. */
  spend({ projectId, accountId }: ChangeMaker, bytes: number, now = performance.now()): void {
    this.spendBytes(accountId, bytes, now);
    const extra = addedChanges(bytes);
    if (extra > 0) this.projects.set(projectId, spendChanges(this.sharesOf(projectId), accountId, extra));
  }

  private sharesOf(projectId: string): ChangeShares {
    return this.projects.get(projectId) ?? new Map();
  }
}
