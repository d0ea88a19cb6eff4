import { DomainError } from '@burgee/contracts/wire';
import { type Budget, budgetAt, type BudgetLimits, waitOf } from '@burgee/process-kit';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { CONFIG, type FlagsAdminConfig } from '../config.js';
import { addedChanges, type ChangeShares, spendChanges, takeChange } from './change-share.js';
import { inGroups } from './quota.js';

const REMEMBERED_AT_MOST = 10_000;

type Settings = Pick<
  FlagsAdminConfig,
  'CHANGES_PER_SECOND' | 'CHANGES_BURST' | 'CHANGED_BYTES_PER_SECOND' | 'CHANGED_BYTES_BURST'
>;

/** Who makes a change, and where. */
export interface ChangeMaker {
  projectId: string;
  sessionId: string;
  accountId: string;
}

/** Limits the changes of each project, and the bytes that those of each account write. Counted in this process's memory. */
@Injectable()
export class ChangeLimits {
  private readonly projects = new LRUCache<string, ChangeShares>({ max: REMEMBERED_AT_MOST });
  /** Of bytes. */
  private readonly accounts = new LRUCache<string, Budget>({ max: REMEMBERED_AT_MOST });

  constructor(@Inject(CONFIG) private readonly settings: Settings) {}

  /** Before a change, and before it takes a connection or a lock. @throws too_many_requests */
  take({ projectId, sessionId, accountId }: ChangeMaker, now = performance.now()): void {
    this.assertBytesLeft(accountId, now);
    const { CHANGES_PER_SECOND: perSecond, CHANGES_BURST: burst } = this.settings;
    const { shares, waitMs } = takeChange(this.sharesOf(projectId), sessionId, now, { perSecond, burst });
    this.projects.set(projectId, shares);
    if (waitMs === 0) return;
    throw tooMany(
      `CHANGES_PER_SECOND allows ${inGroups(perSecond)} changes of a project in a second, shared by the sessions that make ` +
        'them, and your session has used its share.',
      waitMs,
    );
  }

  /** After a change, when it is known how many bytes it wrote: a large one counts as several. */
  spend({ projectId, sessionId, accountId }: ChangeMaker, bytes: number, now = performance.now()): void {
    const { left, at } = this.bytesOf(accountId, now);
    this.accounts.set(accountId, { left: left - bytes, at });
    const extra = addedChanges(bytes);
    if (extra > 0) this.projects.set(projectId, spendChanges(this.sharesOf(projectId), sessionId, extra));
  }

  private assertBytesLeft(accountId: string, now: number): void {
    const waitMs = waitOf(this.bytesOf(accountId, now), this.limitsOfBytes);
    if (waitMs === 0) return;
    throw tooMany(
      `CHANGED_BYTES_PER_SECOND allows the changes of an account to write ${inGroups(this.limitsOfBytes.perSecond)} bytes in a ` +
        'second, and yours have written more.',
      waitMs,
    );
  }

  private bytesOf(accountId: string, now: number): Budget {
    const budget = this.accounts.get(accountId) ?? { left: this.limitsOfBytes.burst, at: now };
    return budgetAt(budget, now, this.limitsOfBytes);
  }

  private get limitsOfBytes(): BudgetLimits {
    const { CHANGED_BYTES_PER_SECOND: perSecond, CHANGED_BYTES_BURST: burst } = this.settings;
    return { perSecond, burst };
  }

  private sharesOf(projectId: string): ChangeShares {
    return this.projects.get(projectId) ?? new Map();
  }
}

function tooMany(reason: string, waitMs: number): DomainError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1_000));
  const advice = `Try again in ${seconds} s, or ask the operator of this service to raise the limit.`;
  return new DomainError('too_many_requests', `${reason} ${advice}`, { retryAfterSeconds: seconds });
}
