import { LRUCache } from 'lru-cache';
import { type IRateLimiterOptions, RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';

/** About 400 bytes each. */
const COUNTERS_AT_MOST = 50_000;

/**
 * Counts in memory with a bounded number of counters, however many keys clients make up. Above the limit, the least
 * recently used counter is reset.
 */
export class BoundedMemory extends RateLimiterMemory {
  private readonly used: LRUCache<string, true>;

  constructor(options: IRateLimiterOptions, countersAtMost = COUNTERS_AT_MOST) {
    super(options);
    this.used = new LRUCache({
      max: countersAtMost,
      dispose: (_, key, reason) => {
        if (reason === 'evict') void super.delete(key);
      },
    });
  }

  override consume(key: string, points?: number, options?: Record<string, unknown>): Promise<RateLimiterRes> {
    this.used.set(key, true);
    return super.consume(key, points, options);
  }
}
