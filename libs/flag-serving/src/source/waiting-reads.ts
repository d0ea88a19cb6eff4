import { overloaded } from '@burgee/contracts/wire';
import { Tally } from '../tally.js';

const WAITING_AT_MOST = 8_000;
/** Of the places that are left. A network has fewer than a tenant, so that one alone never takes all of a tenant's. */
const SHARE_OF_TENANT = 1 / 4;
const SHARE_OF_NETWORK = 1 / 6;

/** The networks of one who waits, widest first. */
type Networks = readonly string[];

/**
 * Bounds the reads that wait for a load or for the turn of their tenant, by tenant and by network, to a part of the places that are
 * left: 1,600 of a tenant and 1,142 from a network when nobody else waits, fewer when others do. So those who come anew find
 * places, whoever has taken what he could.
 */
export class WaitingReads {
  private readonly byTenant = new Tally();
  private readonly byNetwork = new Tally();
  private all = 0;

  constructor(private readonly atMost = WAITING_AT_MOST) {}

  /**
   * What `work` gives, while reads wait for it.
   * @param reads the networks of each that waits for this together
   * @throws overloaded, without calling `work`, when those are too many
   */
  async during<T>(tenant: string, reads: readonly Networks[], work: () => Promise<T>): Promise<T> {
    this.count(tenant, reads, 1);
    try {
      if (this.areTooMany(tenant, reads))
        throw overloaded('Too many reads of this project, or from this network, wait.');
      return await work();
    } finally {
      this.count(tenant, reads, -1);
    }
  }

  private areTooMany(tenant: string, reads: readonly Networks[]): boolean {
    const left = this.atMost - this.all;
    if (this.byTenant.of(tenant) > left * SHARE_OF_TENANT) return true;
    const most = left * SHARE_OF_NETWORK;
    return reads.some((networks) => networks.some((network) => this.byNetwork.of(network) > most));
  }

  private count(tenant: string, reads: readonly Networks[], each: 1 | -1): void {
    this.all += each * reads.length;
    this.byTenant.add(tenant, each * reads.length);
    for (const networks of reads) for (const network of networks) this.byNetwork.add(network, each);
  }
}
