import { LRUCache } from 'lru-cache';
import type { RenderedFlagSet } from './rendered-flag-set.js';

/** What is kept of a flag set takes some times its bytes. */
const COPIES = 8;

/** What was made of the flag sets that were asked for lately, the latest version of each environment. */
export class DerivedFlagSets<T extends object> {
  private readonly sets: LRUCache<string, { rendered: RenderedFlagSet; derived: T }>;

  /**
   * @param derive in steps, of which none takes long
   * @param workOfByte what that takes for each byte of the set; to read JSON takes 1
   */
  constructor(
    maxBytes: number,
    private readonly derive: (rendered: RenderedFlagSet) => Generator<undefined, T>,
    private readonly workOfByte = 1,
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

  /** How much there is to do to make it. */
  workOf({ set }: RenderedFlagSet): number {
    return this.workOfByte * set.body.length;
  }

  /** Makes it where it is not known, step by step. The last of them gives it. */
  *make(rendered: RenderedFlagSet): Generator<T | undefined> {
    const derived = this.known(rendered) ?? (yield* this.derive(rendered));
    this.sets.set(rendered.set.environmentId, { rendered, derived });
    yield derived;
  }
}
