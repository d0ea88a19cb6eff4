import type { FlagSetVersion } from '@burgee/contracts/wire';
import type { FallbackAnswer, FallbackStore, FlagSetCache } from '@burgee/flag-serving';
import { areKeysGood } from '../held/held-environment.js';
import type { HeldEnvironments } from '../held/held-environments.js';
import { toSteady } from './steady.js';

/** What is answered while the upstream is silent: what it said last, from memory or from a file that was read at start. */
export class HeldFallback {
  /** @param keyMaxAgeMs of a key that was not confirmed for so long nobody can say whether it works */
  constructor(
    private readonly held: HeldEnvironments,
    private readonly cache: Pick<FlagSetCache, 'get'>,
    private readonly keyMaxAgeMs: number,
    private readonly now = () => Date.now(),
  ) {}

  /** Everything that could be recorded is held already. */
  record(): void {
    return undefined;
  }

  knowsOrigin(origin: string): boolean {
    return this.held.hasOrigin(origin);
  }

  async versionFor(keyHash: string): Promise<FlagSetVersion | undefined> {
    const known = this.held.ofKey(keyHash);
    return known?.isLive && areKeysGood(known.held, this.keyMaxAgeMs, this.now()) ? known.held.set : undefined;
  }

  async answerFor(environmentId: string): Promise<FallbackAnswer | undefined> {
    const held = this.held.get(environmentId);
    if (!held?.set) return undefined;
    const rendered = await this.cache.get(held.set);
    const ageSeconds = Math.max(0, Math.round((this.now() - held.heardAt) / 1_000));
    return { rendered, ageSeconds, asOf: toSteady(held.heardAt) };
  }

  /** The source names all keys, also while the upstream is silent. */
  readonly environments: FallbackStore['environments'] = new Map();
}
