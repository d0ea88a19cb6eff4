import { DomainError } from '@burgee/contracts/wire';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { CONFIG, type FlagsAdminConfig } from '../config.js';
import { addedChanges, type ChangeShares, spendChanges, takeChange } from './change-share.js';
import { inGroups } from './quota.js';

const PROJECTS_AT_MOST = 10_000;

type Settings = Pick<FlagsAdminConfig, 'CHANGES_PER_SECOND' | 'CHANGES_BURST'>;

/** Limits the changes of each project. Counted in this process's memory. */
@Injectable()
export class ChangeLimits {
  private readonly projects = new LRUCache<string, ChangeShares>({ max: PROJECTS_AT_MOST });

  constructor(@Inject(CONFIG) private readonly settings: Settings) {}

  /** Before a change, and before it takes a connection or a lock. @throws too_many_requests */
  take(projectId: string, sessionId: string, now = performance.now()): void {
    const { CHANGES_PER_SECOND: perSecond, CHANGES_BURST: burst } = this.settings;
    const { shares, waitMs } = takeChange(this.sharesOf(projectId), sessionId, now, { perSecond, burst });
    this.projects.set(projectId, shares);
    if (waitMs === 0) return;
    const seconds = Math.max(1, Math.ceil(waitMs / 1_000));
    throw new DomainError(
      'too_many_requests',
      `CHANGES_PER_SECOND allows ${inGroups(perSecond)} changes of a project in a second, shared by the sessions that make ` +
        `them, and your session has used its share. Try again in ${seconds} s, or ask the operator of this service to ` +
        'raise the limit.',
      { retryAfterSeconds: seconds },
    );
  }

  /** After a change, when it is known how many bytes it wrote: a large one counts as several. */
  spend(projectId: string, sessionId: string, bytes: number): void {
    const extra = addedChanges(bytes);
    if (extra > 0) this.projects.set(projectId, spendChanges(this.sharesOf(projectId), sessionId, extra));
  }

  private sharesOf(projectId: string): ChangeShares {
    return this.projects.get(projectId) ?? new Map();
  }
}
