import type { FlagSet, FlagSetVersion } from '@burgee/contracts/wire';
import { LRUCache } from 'lru-cache';
import type { FlagSetCache } from '../flag-set/flag-set-cache.js';
import { RenderedFlagSet } from '../flag-set/rendered-flag-set.js';
import type { ReportedChange } from '../source/flag-source.js';
import type { FallbackFiles } from './fallback-files.js';
import { ReportedChanges } from './reported-changes.js';
import type { SharedFallback } from './shared-fallback.js';

/** Without the source hardly anything new can appear, and a paused Redis costs each search 100 ms. */
const SEARCH_EVERY_MILLISECONDS = 1_000;

/** Flag sets as memory, files, the shared cache and reported changes have them. */
export class KnownFlagSets {
  private readonly changes = new ReportedChanges();
  /** Purged as they expire: they hold flag sets. */
  private readonly searches = new LRUCache<string, Promise<RenderedFlagSet>>({
    ttl: SEARCH_EVERY_MILLISECONDS,
    ttlAutopurge: true,
  });

  constructor(
    private readonly cache: Pick<FlagSetCache, 'held' | 'adopt'>,
    private readonly files: Pick<FallbackFiles, 'read'>,
    private readonly sharedCache: Pick<SharedFallback, 'get' | 'latest'>,
  ) {}

  /** The source has given this set: what was reported up to its revision is part of it. */
  confirmed(set: FlagSet): void {
    this.searches.delete(set.environmentId);
    this.changes.dropUpTo(set);
  }

  reported(change: ReportedChange): void {
    this.searches.delete(change.environmentId);
    this.changes.add(change);
  }

  /** From memory, file or the shared cache, the first that has one. */
  async stored(version: FlagSetVersion): Promise<RenderedFlagSet | undefined> {
    const held = this.cache.held(version.environmentId);
    if (held) return held;
    const set = (await this.files.read(version.environmentId)) ?? (await this.shared(version));
    return set && this.cache.adopt(set);
  }

  /** From the shared cache, at that revision or later. */
  async shared(version: FlagSetVersion): Promise<FlagSet | undefined> {
    const { environmentId, epoch, revision } = version;
    return (await this.sharedCache.latest(environmentId, epoch, revision)) ?? this.sharedCache.get(version);
  }

  /** The same set, or a later one of the same epoch. */
  latest(stored: RenderedFlagSet): Promise<RenderedFlagSet> {
    const { environmentId } = stored.set;
    const recent = this.searches.get(environmentId);
    if (recent) return recent;
    const search = this.search(stored);
    this.searches.set(environmentId, search);
    return search;
  }

  private async search(stored: RenderedFlagSet): Promise<RenderedFlagSet> {
    const { environmentId, epoch, revision } = stored.set;
    const shared = (await this.sharedCache.latest(environmentId, epoch, revision)) ?? stored.set;
    const latest = this.changes.applyTo(shared);
    return latest === stored.set ? stored : new RenderedFlagSet(latest);
  }
}
