import type { TenantQueue } from '@burgee/flag-serving';
import { AccountBudgets } from './account-budgets.js';

/** Messages: in a second what five hundred edges report, and acknowledgements of five replicas at once. */
const LIMITS = { perSecond: 500, burst: 5_000 };

/** How much each account may say of who has a change. Each edge and each client says it again, or is counted as unknown. */
export class AppliedBudgets extends AccountBudgets {
  constructor(tenants: Pick<TenantQueue, 'findTenant'>, now?: () => number) {
    super(LIMITS, tenants, now);
  }
}
