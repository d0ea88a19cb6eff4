import { LRUCache } from 'lru-cache';
import type { RenderedFlagSet } from '../flag-set/rendered-flag-set.js';
import { DecidableFlagSet } from './decidable-flag-set.js';

/** What is kept of a flag set takes some times its bytes. */
const COPIES = 8;

/** The flag sets that were decided from lately, the latest version of each environment. */
export class DecidableFlagSets {
  private readonly sets: LRUCache<string, { rendered: RenderedFlagSet; decidable: DecidableFlagSet }>;

  constructor(maxBytes: number) {
    this.sets = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ rendered }) => 1_000 + COPIES * rendered.set.body.length,
    });
  }

  /** Undefined where it has to be made first. */
  known(rendered: RenderedFlagSet): DecidableFlagSet | undefined {
    const known = this.sets.get(rendered.set.environmentId);
    return known?.rendered === rendered ? known.decidable : undefined;
  }

  /** Takes as long as to read the JSON of the whole set, when it is not known. */
  of(rendered: RenderedFlagSet): DecidableFlagSet {
    const known = this.known(rendered);
    if (known) return known;
    const decidable = new DecidableFlagSet(rendered);
    this.sets.set(rendered.set.environmentId, { rendered, decidable });
    return decidable;
  }
}
