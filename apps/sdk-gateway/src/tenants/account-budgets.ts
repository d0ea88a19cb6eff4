import type { TenantQueue } from '@burgee/flag-serving';
import { type Budget, budgetAt, type BudgetLimits } from '@burgee/process-kit';
import { LRUCache } from 'lru-cache';

/** An account that has reported nothing lately begins anew. */
const ACCOUNTS_AT_MOST = 10_000;

/** How much each account may report, of all its environments. What is beyond it is dropped: nobody waits for it. */
export class AccountBudgets {
  private readonly accounts = new LRUCache<string, Budget>({ max: ACCOUNTS_AT_MOST });

  /** @param now ms, by a clock that only rises */
  constructor(
    private readonly limits: BudgetLimits,
    private readonly tenants: Pick<TenantQueue, 'findTenant'>,
    private readonly now = () => performance.now(),
  ) {}

  /** Whether the account of this environment, which is looked up, may report something of such a size; counts it then. */
  async admits(environmentId: string, size: number): Promise<boolean> {
    const account = await this.tenants.findTenant(environmentId);
    const before = this.accounts.get(account) ?? { left: this.limits.burst, at: this.now() };
    const { left, at } = budgetAt(before, this.now(), this.limits);
    if (left <= 0) return false;
    this.accounts.set(account, { left: left - size, at });
    return true;
  }
}
