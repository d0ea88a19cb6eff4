import type { IncomingMessage } from 'node:http';
import type { InTurn, TenantQueue } from '../source/tenant-queue.js';
import { WaitingReads } from '../source/waiting-reads.js';

/** Where reads wait: for a load, or for their turn. */
export class ReadTurns {
  private readonly waiting = new WaitingReads();

  /** @param networksOf a caller, widest first */
  constructor(
    private readonly queue: Pick<TenantQueue, 'run' | 'tenantOf'>,
    private readonly networksOf: (request: IncomingMessage) => readonly string[],
  ) {}

  /** What is loaded. @throws overloaded when these may not wait for it; then it is loaded for others, or for nobody */
  awaitLoad<T>(load: Promise<T>, environmentId: string, requests: readonly IncomingMessage[]): Promise<T> {
    load.catch(() => undefined);
    const reads = requests.map((request) => this.networksOf(request));
    return this.waiting.during(this.queue.tenantOf(environmentId), reads, () => load);
  }

  /** @throws overloaded when this one may not wait */
  readonly inTurn: InTurn = (request, environmentId, job) => {
    if (!request) return this.queue.run(environmentId, job);
    const networks = this.networksOf(request);
    const run = () => this.queue.run(environmentId, job, networks);
    return this.waiting.during(this.queue.tenantOf(environmentId), [networks], run);
  };
}
