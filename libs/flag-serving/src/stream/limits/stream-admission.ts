import type { IncomingMessage } from 'node:http';
import type { TenantQueue } from '../../source/tenant-queue.js';
import type { AdmissionQueue } from './admission-queue.js';
import type { StreamLimits, StreamSlot } from './stream-limits.js';

/** Where callers are, as limits and turns count them. */
export interface Addresses {
  blockOf: (request: IncomingMessage) => string;
  /** Widest first. */
  networksOf: (request: IncomingMessage) => readonly string[];
}

/** Lets requests open a stream, one after the other: accounts take turns, in each its keys, for each key the networks of callers. */
export class StreamAdmission {
  constructor(
    private readonly queue: Pick<AdmissionQueue, 'enqueue'>,
    private readonly limits: StreamLimits,
    private readonly tenants: Pick<TenantQueue, 'findTenant'>,
    private readonly addresses: Addresses,
  ) {}

  /** Waits for the turn of this request. @throws streams_busy or too_many_streams, with the time to wait */
  async admit(request: IncomingMessage, keyHash: string, environmentId: string): Promise<StreamSlot> {
    const account = await this.tenants.findTenant(environmentId);
    const networks = this.addresses.networksOf(request);
    const path = [account, keyHash, ...networks];
    await new Promise<void>((admit, reject) => {
      const refuse = (retryAfterSeconds: number) => reject(this.limits.queueIsFull(retryAfterSeconds));
      this.queue.enqueue(path, { admit, refuse });
    });
    return this.limits.take({ account, keyHash, address: this.addresses.blockOf(request), networks });
  }
}
