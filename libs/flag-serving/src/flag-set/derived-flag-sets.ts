import { LRUCache } from 'lru-cache';
import type { RenderedFlagSet } from './rendered-flag-set.js';

/** What is kept of a flag set takes some times its bytes. */
const COPIES = 8;

/** What was made of the flag sets that were asked for lately, the latest version of each environment. */
export class DerivedFlagSets<T extends object> {
  private readonly sets: LRUCache<string, { rendered: RenderedFlagSet; derived: T }>;

  /** @param derive takes as long as to read the JSON of the whole set */
  constructor(
    maxBytes: number,
    private readonly derive: (rendered: RenderedFlagSet) => T,
  ) {
    this.sets = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ rendered }) => 1_000 + COPIES * rendered.set.body.length,
    });
  }

  /** Undefined where it has to be made first. */
  known(rendered: RenderedFlagSet): T | undefined {
    const known = this.sets.get(rendered.set.environmentId);
    return known?.rendered === rendered ? known.derived : undefined;
  }

  /** Takes long, when it is not known. */
  of(rendered: RenderedFlagSet): T {
    const known = this.known(rendered);
    if (known) return known;
    const derived = this.derive(rendered);
    this.sets.set(rendered.set.environmentId, { rendered, derived });
    return derived;
  }
}
