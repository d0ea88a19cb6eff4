import { type Budget, budgetAt } from '@burgee/process-kit';
import { LRUCache } from 'lru-cache';

/** Waits that an account begins. The burst is more than the environments that one request changes, and than wait at once. */
const LIMITS = { perSecond: 5, burst: 100 };
/** An account that has begun none lately has all of it. */
const ACCOUNTS_AT_MOST = 10_000;

/** How often each account may begin to wait: every gateway and edge counts for it and asks its clients, however short the wait is. */
export class WaitBudgets {
  private readonly accounts = new LRUCache<string, Budget>({ max: ACCOUNTS_AT_MOST });

  /** @param now ms, by a clock that only rises */
  constructor(private readonly now = () => performance.now()) {}

  isSpent(account: string): boolean {
    return this.of(account).left < 1;
  }

  spend(account: string): void {
    const { left, at } = this.of(account);
    this.accounts.set(account, { left: left - 1, at });
  }

  private of(account: string): Budget {
    const now = this.now();
    return budgetAt(this.accounts.get(account) ?? { left: LIMITS.burst, at: now }, now, LIMITS);
  }
}
