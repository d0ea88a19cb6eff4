import type { Spend, TenantQueue } from '@burgee/flag-serving';
import { FairQueue } from '@burgee/process-kit';

/** Bytes, as at the gateway: so much of large flag sets is sent in a second for one environment, and a tenth of it loaded. */
const RATE = { perSecond: 20_000_000, burst: 20_000_000 };
/** Milliseconds of this process for decisions that take longer than most, as at the gateway: a quarter of its time. */
export const DECISION_RATE = { perSecond: 250, burst: 500 };

/** Environments take turns with what takes long. An edge does not know whose they are: each counts by itself. */
export class EnvironmentQueue implements TenantQueue {
  private readonly queue: FairQueue;

  /** @param atOnce jobs that run at the same time: of all, and of one environment */
  constructor(atOnce: number, atOnceOfOne: number, rate = RATE) {
    this.queue = new FairQueue({ ...rate, atOnce, atOnceOfOne });
  }

  run<T>(environmentId: string, job: (spend: Spend) => Promise<T>, networks?: readonly string[]): Promise<T> {
    return this.queue.run(environmentId, job, networks);
  }

  tenantOf(environmentId: string): string {
    return environmentId;
  }

  async findTenant(environmentId: string): Promise<string> {
    return environmentId;
  }
}
