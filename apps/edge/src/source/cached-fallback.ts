import type { FlagSetVersion } from '@burgee/contracts/wire';
import type { FallbackAnswer, FallbackStore, FlagSetCache } from '@burgee/flag-serving';
import { areKeysGood } from '../cached/cached-environment.js';
import type { CachedEnvironments } from '../cached/cached-environments.js';
import { toSteady } from './steady.js';

/** Serves the last state from memory, or from a file read at the start, while the upstream is down. */
export class CachedFallback {
  /** @param keyMaxAgeMs a key not confirmed for this long may have been revoked, and is refused */
  constructor(
    private readonly cached: CachedEnvironments,
    private readonly cache: Pick<FlagSetCache, 'get'>,
    private readonly keyMaxAgeMs: number,
    private readonly now = () => Date.now(),
  ) {}

  /** All observations are already in the cache. */
  record(): void {
    return undefined;
  }

  knowsOrigin(origin: string): boolean {
    return this.cached.hasOrigin(origin);
  }

  async versionFor(keyHash: string): Promise<FlagSetVersion | undefined> {
    const known = this.cached.ofKey(keyHash);
    return known?.isLive && areKeysGood(known.cached, this.keyMaxAgeMs, this.now()) ? known.cached.set : undefined;
  }

  async answerFor(environmentId: string): Promise<FallbackAnswer | undefined> {
    const cached = this.cached.get(environmentId);
    if (!cached?.set) return undefined;
    const rendered = await this.cache.get(cached.set);
    const ageSeconds = Math.max(0, Math.round((this.now() - cached.heardAt) / 1_000));
    return { rendered, ageSeconds, asOf: toSteady(cached.heardAt) };
  }

  /** The source names all keys, even while the upstream is down. */
  readonly environments: FallbackStore['environments'] = new Map();
}
