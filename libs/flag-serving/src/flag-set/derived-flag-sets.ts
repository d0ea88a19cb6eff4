import { LRUCache } from 'lru-cache';
import type { ServingAdmission } from '../source/admission.js';
import type { RenderedFlagSet } from './rendered-flag-set.js';

/** A derived set takes several times the bytes of its flag set. */
const COPIES = 8;

/** Derived forms of the recently used flag sets, in the latest version of each environment. */
export class DerivedFlagSets<T extends object> {
  private readonly sets: LRUCache<string, { rendered: RenderedFlagSet; derived: T }>;
  private readonly making = new Map<RenderedFlagSet, Promise<T>>();

  /** @param derive runs in short steps */
  constructor(
    maxBytes: number,
    private readonly derive: (rendered: RenderedFlagSet) => Generator<undefined, T>,
    private readonly admission: ServingAdmission,
  ) {
    this.sets = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ rendered }) => 1_000 + COPIES * rendered.set.body.length,
    });
  }

  /** Returns the derived form, and makes it once for all concurrent requests. @throws too_many_requests, overloaded */
  of(rendered: RenderedFlagSet): T | Promise<T> {
    const known = this.sets.get(rendered.set.environmentId);
    if (known?.rendered === rendered) return known.derived;
    const underway = this.making.get(rendered) ?? this.make(rendered).finally(() => this.making.delete(rendered));
    this.making.set(rendered, underway);
    return underway;
  }

  private async make(rendered: RenderedFlagSet): Promise<T> {
    const { environmentId } = rendered.set;
    const { scheduler, flowOf } = this.admission;
    const derived = await scheduler.runInSlices(await flowOf(environmentId), 'decide', this.derive(rendered));
    this.sets.set(environmentId, { rendered, derived });
    return derived;
  }
}
