import type { TenantQueue } from '@burgee/flag-serving';
import { AccountBudgets } from './account-budgets.js';

/** Flags and reports, each of which Postgres writes: in a second what a hundred processes with a thousand flags report in a minute. */
const LIMITS = { perSecond: 2_000, burst: 20_000 };
/** What a window counts for itself: it is a row, too. */
const SIZE_OF_WINDOW = 10;

/** How much each account may report of what its applications evaluate. */
export class UsageBudgets extends AccountBudgets {
  constructor(tenants: Pick<TenantQueue, 'findTenant'>, now?: () => number) {
    super(LIMITS, tenants, now);
  }

  override admits(environmentId: string, size: number): Promise<boolean> {
    return super.admits(environmentId, size + SIZE_OF_WINDOW);
  }
}
