import type { KeyKind } from '@burgee/contracts/wire';
import type { TenantQueue } from '@burgee/flag-serving';
import { AccountBudgets } from './account-budgets.js';

/**
 * Flags and reports, each of which Postgres writes: in a second what a hundred processes with a thousand flags report in a minute. A client
 * key is in every page: whoever takes it from there silences no process that reports with an SDK key.
 */
const LIMITS = { sdk: { perSecond: 2_000, burst: 20_000 }, client: { perSecond: 1_000, burst: 10_000 } };
/** What a window counts for itself: it is a row, too. */
const SIZE_OF_WINDOW = 10;

/** How much each account may report of what its applications evaluate, with each kind of key. */
export class UsageBudgets {
  private readonly byKind: Record<KeyKind, AccountBudgets>;

  constructor(tenants: Pick<TenantQueue, 'findTenant'>, now?: () => number) {
    this.byKind = {
      sdk: new AccountBudgets(LIMITS.sdk, tenants, now),
      client: new AccountBudgets(LIMITS.client, tenants, now),
    };
  }

  admits(environmentId: string, size: number, keyKind: KeyKind): Promise<boolean> {
    return this.byKind[keyKind].admits(environmentId, size + SIZE_OF_WINDOW);
  }
}
