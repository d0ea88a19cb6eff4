import { type FlagSet, type FlagSetVersion, formatPosition, isBehind } from '@burgee/contracts/wire';
import type { FlagSource } from '../source/flag-source.js';
import type { ServingAdmission } from '../source/admission.js';
import type { ServingMetrics } from '../serving-metrics.js';
import { RenderedFlagSet } from './rendered-flag-set.js';

/** The body, its compressed forms, and the snapshot event of the stream. */
const COPIES = 3;

const bytesOf = ({ set }: RenderedFlagSet) => COPIES * set.body.length + 1_000;

/** Flag sets that are stored elsewhere, so that memory may drop them. */
export interface StoredVersions {
  /** Whether memory may drop it: it is stored, or will not be stored. */
  isEvictable(version: FlagSetVersion): boolean;
  versionOf(environmentId: string): FlagSetVersion | undefined;
}

interface CacheEntry {
  rendered: RenderedFlagSet;
  used: boolean;
}

/**
 * The latest flag set of each environment in memory, rendered, up to a number of bytes. Beyond that, sets that were not
 * used lately are evicted (second chance), except those that wait to be stored. Each version is loaded once for all
 * concurrent requests.
 */
export class FlagSetCache {
  private readonly entries = new Map<string, CacheEntry>();
  private readonly loading = new Map<string, Promise<RenderedFlagSet>>();
  private usedBytes = 0;

  constructor(
    private readonly source: Pick<FlagSource, 'load' | 'reportRegression'>,
    private readonly stored: StoredVersions,
    private readonly maxBytes: number,
    private readonly metrics: Pick<ServingMetrics, 'cacheHit'>,
    private readonly admission: ServingAdmission,
  ) {}

  /** The set at that version, or a later one if the environment has changed since. @throws when it cannot be loaded */
  get(version: FlagSetVersion): RenderedFlagSet | Promise<RenderedFlagSet> {
    const cached = this.inMemory(version.environmentId);
    if (!cached?.isAt(version)) return this.loadOnce(version);
    this.metrics.cacheHit();
    return cached;
  }

  /** The set in memory, whether or not it is the latest. */
  inMemory(environmentId: string): RenderedFlagSet | undefined {
    const entry = this.entries.get(environmentId);
    if (entry) entry.used = true;
    return entry?.rendered;
  }

  /** Adopts a set that was stored elsewhere, unless a later one is here. @returns the set that is here now */
  adopt(set: FlagSet): RenderedFlagSet {
    const cached = this.inMemory(set.environmentId);
    if (cached && (cached.set.epoch !== set.epoch || cached.set.revision >= set.revision)) return cached;
    return this.put(new RenderedFlagSet(set));
  }

  delete(environmentId: string): void {
    const entry = this.entries.get(environmentId);
    if (!entry) return;
    this.entries.delete(environmentId);
    this.usedBytes -= bytesOf(entry.rendered);
  }

  /** Approximate bytes in use. */
  get bytes(): number {
    return this.usedBytes;
  }

  private loadOnce(version: FlagSetVersion): Promise<RenderedFlagSet> {
    const name = `${version.environmentId} ${formatPosition(version)}`;
    const underway = this.loading.get(name);
    if (underway) return underway;
    const load = this.loadInSeat(version).finally(() => this.loading.delete(name));
    this.loading.set(name, load);
    return load;
  }

  private async loadInSeat(version: FlagSetVersion): Promise<RenderedFlagSet> {
    const { environmentId, epoch, revision } = version;
    const { scheduler, flowOf } = this.admission;
    const before = this.inMemory(environmentId);
    return scheduler.run(await flowOf(environmentId), 'load', () => {
      // A set loaded during the wait may be as new as this one, or newer.
      const cached = this.inMemory(environmentId);
      if (cached && cached !== before && cached.set.epoch === epoch && cached.set.revision >= revision) return cached;
      return this.load(version);
    });
  }

  private async load(version: FlagSetVersion): Promise<RenderedFlagSet> {
    const known = this.inMemory(version.environmentId)?.set ?? this.stored.versionOf(version.environmentId);
    const bypassCache = known !== undefined && isBehind(version, known);
    if (bypassCache) await this.source.reportRegression(known);
    const { set } = await this.source.load(version, { bypassCache });
    const rendered = new RenderedFlagSet(set);
    const cached = this.inMemory(set.environmentId)?.set;
    // A slow load must not replace a later set of the same epoch.
    return cached && isBehind(set, cached) ? rendered : this.put(rendered);
  }

  private put(rendered: RenderedFlagSet): RenderedFlagSet {
    const { environmentId } = rendered.set;
    this.delete(environmentId);
    this.entries.set(environmentId, { rendered, used: true });
    this.usedBytes += bytesOf(rendered);
    for (let tries = 2 * this.entries.size; this.usedBytes > this.maxBytes && tries > 0; tries--) this.evictOldest();
    return rendered;
  }

  private evictOldest(): void {
    const [oldest] = this.entries;
    if (!oldest) return;
    const [environmentId, entry] = oldest;
    if (!entry.used && this.stored.isEvictable(entry.rendered.set)) {
      this.delete(environmentId);
      return;
    }
    entry.used = false;
    this.entries.delete(environmentId);
    this.entries.set(environmentId, entry);
  }
}
