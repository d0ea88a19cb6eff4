import { BoundedMemory } from '@burgee/process-kit';
import type { Redis } from 'ioredis';
import {
  type IRateLimiterOptions,
  type RateLimiterAbstract,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';

type Settled = PromiseSettledResult<unknown>;

/**
 * Counts in Redis for all replicas and in memory for this one. Redis can evict a counter, and any client that reads
 * large flag sets can cause that. The memory count stays until the window ends. It also applies while Redis is down:
 * then each replica counts for itself, a weaker limit, but never none.
 */
export class CountedTwice {
  private readonly shared: RateLimiterAbstract;
  private readonly own: RateLimiterAbstract;

  constructor(redis: Redis, limits: IRateLimiterOptions) {
    this.shared = new RateLimiterRedis({ ...limits, storeClient: redis });
    this.own = new BoundedMemory(limits);
  }

  /** @throws RateLimiterRes when either is used up, the higher count of the two */
  async consume(key: string): Promise<void> {
    const full = (await this.both((counter) => counter.consume(key))).flatMap(fullOf);
    if (full.length > 0) throw full.reduce((one, other) => (other.consumedPoints > one.consumedPoints ? other : one));
  }

  async reward(key: string): Promise<void> {
    await this.both((counter) => counter.reward(key));
  }

  async delete(key: string): Promise<void> {
    await this.both((counter) => counter.delete(key));
  }

  /** Without Redis, the result in memory counts. */
  private both(work: (counter: RateLimiterAbstract) => Promise<unknown>): Promise<Settled[]> {
    return Promise.allSettled([work(this.own), work(this.shared)]);
  }
}

const fullOf = (outcome: Settled): RateLimiterRes[] =>
  outcome.status === 'rejected' && outcome.reason instanceof RateLimiterRes ? [outcome.reason] : [];
