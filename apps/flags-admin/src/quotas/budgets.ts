import { type Budget, budgetAt, type BudgetLimits, waitOf } from '@burgee/process-kit';
import { LRUCache } from 'lru-cache';

const REMEMBERED_AT_MOST = 10_000;

/** Budgets by name. A name that was not used lately begins anew. */
export class Budgets {
  private readonly byName = new LRUCache<string, Budget>({ max: REMEMBERED_AT_MOST });

  constructor(private readonly limits: BudgetLimits) {}

  /** Milliseconds until it may spend again; 0 = now. @param now ms */
  waitOf(name: string, now: number): number {
    return waitOf(this.at(name, now), this.limits);
  }

  spend(name: string, amount: number, now: number): void {
    const { left, at } = this.at(name, now);
    this.byName.set(name, { left: left - amount, at });
  }

  private at(name: string, now: number): Budget {
    return budgetAt(this.byName.get(name) ?? { left: this.limits.burst, at: now }, now, this.limits);
  }
}
