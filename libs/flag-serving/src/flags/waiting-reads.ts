import { overloaded } from '@burgee/contracts/wire';

const WAITING_AT_MOST = 8_000;
const SHARE_OF_WHAT_IS_LEFT = 1 / 4;

/**
 * Bounds the reads that wait for a load or for the turn of their tenant. A tenant may have a quarter of the places that are left:
 * 1,600 when nobody else waits, fewer when others do. So those who come anew find places, whoever has taken what he could.
 */
export class WaitingReads {
  private readonly byTenant = new Map<string, number>();
  private all = 0;

  constructor(private readonly atMost = WAITING_AT_MOST) {}

  /** What `work` gives, while so many reads wait for it. @throws overloaded, without calling it, when that is too many */
  async during<T>(tenant: string, reads: number, work: () => Promise<T>): Promise<T> {
    const left = this.atMost - this.all - reads;
    if (this.of(tenant) + reads > left * SHARE_OF_WHAT_IS_LEFT)
      throw overloaded('Too many reads of this project wait for their turn.');
    this.count(tenant, reads);
    try {
      return await work();
    } finally {
      this.count(tenant, -reads);
    }
  }

  private of(tenant: string): number {
    return this.byTenant.get(tenant) ?? 0;
  }

  private count(tenant: string, difference: number): void {
    this.all += difference;
    const own = this.of(tenant) + difference;
    if (own === 0) this.byTenant.delete(tenant);
    else this.byTenant.set(tenant, own);
  }
}
