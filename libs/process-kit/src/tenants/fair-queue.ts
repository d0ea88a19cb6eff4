import { type Budget, budgetAt, type BudgetLimits, waitOf } from './budget.js';
import { Share } from './share.js';

export interface FairQueueOptions extends BudgetLimits {
  /** Jobs that run at the same time: of all tenants, and of one. */
  atOnce: number;
  atOnceOfOne: number;
}

/** What a job calls with its size, once it knows it. */
export type Spend = (amount: number) => void;

interface Tenant {
  budget: Budget;
  running: number;
  /** Who waits, by path. */
  waiting: Share<() => void>;
}

/** Tenants with more than this in memory: those who have spent nothing lately are forgotten. */
const REMEMBERED_AT_MOST = 1_000;

/**
 * Runs the expensive jobs of tenants fairly: they take turns, and a tenant that has spent its budget waits, also
 * while nobody else has anything to do. So a tenant's loop waits behind itself, and leaves most of the time to others.
 */
export class FairQueue {
  private readonly tenants = new Map<string, Tenant>();
  /** Those with jobs that wait, in the order of their next turn. */
  private readonly line = new Set<Tenant>();
  private running = 0;
  private timer: NodeJS.Timeout | undefined;

  /** @param now ms, by a clock that only rises */
  constructor(
    private readonly options: FairQueueOptions,
    private readonly now = () => performance.now(),
  ) {}

  /** How many jobs of a tenant wait. */
  waitingOf(name: string): number {
    return this.tenants.get(name)?.waiting.size ?? 0;
  }

  /** Milliseconds until a tenant has paid for what it spent. */
  owedMsOf(name: string): number {
    return this.waitOf(this.tenantOf(name));
  }

  /** Whether a job of this tenant would run at once. */
  isFree(name: string): boolean {
    const tenant = this.tenantOf(name);
    return this.running < this.options.atOnce && this.mayRun(tenant) && this.waitOf(tenant) === 0;
  }

  /**
   * Runs the job when it is the tenant's turn.
   * @param path the shares of the tenant's turns that the job counts for, widest first: these take turns too. Left out: a share
   *   of its own, beside those that are named
   * @returns what the job returns
   */
  async run<T>(name: string, job: (spend: Spend) => T | Promise<T>, path: readonly string[] = ['']): Promise<T> {
    const tenant = this.tenantOf(name);
    await new Promise<void>((resolve) => {
      tenant.waiting.add(path, resolve);
      this.line.add(tenant);
      this.startNext();
    });
    try {
      return await job((amount) => this.spendOf(tenant, amount));
    } finally {
      this.end(tenant, path);
    }
  }

  /** Spends from a tenant's budget for something that did not wait. */
  spend(name: string, amount: number): void {
    this.spendOf(this.tenantOf(name), amount);
  }

  private spendOf(tenant: Tenant, amount: number): void {
    const { left, at } = this.budgetOf(tenant);
    tenant.budget = { left: left - amount, at };
  }

  private budgetOf({ budget }: Tenant): Budget {
    return budgetAt(budget, this.now(), this.options);
  }

  private waitOf(tenant: Tenant): number {
    return waitOf(this.budgetOf(tenant), this.options);
  }

  private tenantOf(name: string): Tenant {
    const known = this.tenants.get(name);
    if (known) return known;
    if (this.tenants.size >= REMEMBERED_AT_MOST) this.forgetIdle();
    const budget = { left: this.options.burst, at: this.now() };
    const tenant: Tenant = { budget, running: 0, waiting: new Share() };
    this.tenants.set(name, tenant);
    return tenant;
  }

  private forgetIdle(): void {
    for (const [name, tenant] of this.tenants) {
      const isIdle = tenant.running === 0 && tenant.waiting.size === 0;
      if (isIdle && this.budgetOf(tenant).left >= this.options.burst) this.tenants.delete(name);
    }
  }

  private startNext(): void {
    clearTimeout(this.timer);
    let soonest = Infinity;
    for (const tenant of this.line) {
      if (this.running >= this.options.atOnce) return;
      if (!this.mayRun(tenant)) continue;
      const wait = this.waitOf(tenant);
      if (wait === 0) this.start(tenant);
      else soonest = Math.min(soonest, wait);
    }
    if (soonest < Infinity) this.timer = setTimeout(() => this.startNext(), soonest).unref();
  }

  private mayRun(tenant: Tenant): boolean {
    return tenant.running < this.options.atOnceOfOne;
  }

  private start(tenant: Tenant): void {
    const resolve = tenant.waiting.takeNext();
    // Behind the others, also where it may run several.
    this.line.delete(tenant);
    if (tenant.waiting.size > 0) this.line.add(tenant);
    tenant.running++;
    this.running++;
    resolve?.();
  }

  private end(tenant: Tenant, path: readonly string[]): void {
    tenant.running--;
    this.running--;
    // Behind those who came meanwhile.
    tenant.waiting.moveBack(path);
    if (this.line.delete(tenant)) this.line.add(tenant);
    this.startNext();
  }
}
