import { addressSite, type BudgetLimits } from '@burgee/process-kit';
import { LRUCache } from 'lru-cache';
import { Budgets } from './budgets.js';
import { inGroups } from './quota.js';
import { tooManyChanges } from './too-many-changes.js';

const REMEMBERED_AT_MOST = 10_000;
/** Accounts of one organization may write together what so many may. */
const ACCOUNTS_OF_SITE = 10;

const times = ({ perSecond, burst }: BudgetLimits, count: number): BudgetLimits => ({
  perSecond: perSecond * count,
  burst: burst * count,
});

/** Limits the bytes that the changes of an account write, and those of all accounts at one address. In this process's memory. */
export class WrittenBytes {
  private readonly accounts: Budgets;
  private readonly sites: Budgets;
  /** Where each account made its latest change. */
  private readonly siteOf = new LRUCache<string, string>({ max: REMEMBERED_AT_MOST });

  constructor(private readonly limits: BudgetLimits) {
    this.accounts = new Budgets(limits);
    this.sites = new Budgets(times(limits, ACCOUNTS_OF_SITE));
  }

  /** Before a change. @throws too_many_requests when the account, or those at its address, have none left */
  assertLeft(accountId: string, address: string, now: number): void {
    const site = addressSite(address);
    this.siteOf.set(accountId, site);
    const waitMs = Math.max(this.accounts.waitOf(accountId, now), this.sites.waitOf(site, now));
    if (waitMs === 0) return;
    throw tooManyChanges(
      `CHANGED_BYTES_PER_SECOND allows the changes of an account to write ${inGroups(this.limits.perSecond)} bytes in a ` +
        `second, and those of all accounts at one address ${ACCOUNTS_OF_SITE} times as many. Yours have written more.`,
      waitMs,
    );
  }

  /** After a change. */
  spend(accountId: string, bytes: number, now: number): void {
    this.accounts.spend(accountId, bytes, now);
    const site = this.siteOf.get(accountId);
    if (site !== undefined) this.sites.spend(site, bytes, now);
  }
}
