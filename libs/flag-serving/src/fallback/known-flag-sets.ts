import { applyToBody, type FlagChange, type FlagSet, type FlagSetVersion, type KeyNote } from '@burgee/contracts/wire';
import { LRUCache } from 'lru-cache';
import type { FlagSetCache } from '../flag-set/flag-set-cache.js';
import { RenderedFlagSet } from '../flag-set/rendered-flag-set.js';
import type { ReportedChange } from '../source/flag-source.js';
import type { FallbackFiles } from './fallback-files.js';

/**
 * Changes per environment, and characters in total: changes of an environment without readers would pile up for ever.
 */
const CHANGES_AT_MOST = 1_000;
const CHARACTERS_AT_MOST = 20_000_000;
const AROUND_TEXTS = 500;

/** While the source is down, hardly any new set can appear, and a paused Redis costs each search 100 ms. */
const SEARCH_EVERY_MILLISECONDS = 1_000;

/**
 * State that replicas share for the time when the source is down: in Redis, at the gateway. No method throws; failed
 * reads return undefined, failed writes are dropped.
 */
export interface SharedFallback {
  get(version: FlagSetVersion): Promise<FlagSet | undefined>;
  /** The latest flag set of that epoch, if its revision is above `above`. */
  latest(environmentId: string, epoch: string, above: number): Promise<FlagSet | undefined>;
  /** Extends the life of a flag set that is in use; puts it back when it has expired. */
  refresh(set: FlagSet): Promise<void>;
  putKeyNote(keyHash: string, note: KeyNote): Promise<void>;
  keyNote(keyHash: string): Promise<KeyNote | undefined>;
  deleteKeyNote(keyHash: string): Promise<void>;
}

/** The approximate size of a change in memory. */
export function charactersOf({ data }: Pick<FlagChange, 'data'>): number {
  if (!('name' in data)) return AROUND_TEXTS;
  const { targeting_attribute, targeting_value, targeting_return_value } = data;
  const texts = [data.key, data.name, targeting_attribute, targeting_value, targeting_return_value];
  return texts.reduce((sum, text) => sum + (text?.length ?? 0), AROUND_TEXTS);
}

/** The set with all changes applied that follow it without a gap. */
export function applyChanges(set: FlagSet, changes: readonly ReportedChange[]): FlagSet {
  let { revision } = set;
  const following: FlagChange[] = [];
  for (const next of changes.toSorted((a, b) => a.revision - b.revision)) {
    if (next.epoch !== set.epoch || next.revision !== revision + 1) continue;
    revision = next.revision;
    following.push(next.change);
  }
  return following.length === 0 ? set : { ...set, revision, body: applyToBody(set.body, ...following) };
}

interface PendingChanges {
  changes: readonly ReportedChange[];
  /** The total, since adding up all changes for each new one would be slow. */
  characters: number;
}

const sizeOf = (changes: readonly ReportedChange[]) =>
  changes.reduce((sum, { change }) => sum + charactersOf(change), 0);

/** Changes from notifications and streams that the source has not confirmed yet. */
export class ReportedChanges {
  private readonly changes = new LRUCache<string, PendingChanges>({
    maxSize: CHARACTERS_AT_MOST,
    sizeCalculation: ({ characters }) => Math.max(1, characters),
  });

  add(change: ReportedChange): void {
    const { changes, characters } = this.changes.get(change.environmentId) ?? { changes: [], characters: 0 };
    const tooMany = changes.slice(0, Math.max(0, changes.length + 1 - CHANGES_AT_MOST));
    this.changes.set(change.environmentId, {
      changes: [...changes.slice(tooMany.length), change],
      characters: characters + charactersOf(change.change) - sizeOf(tooMany),
    });
  }

  applyTo(set: FlagSet): FlagSet {
    return applyChanges(set, this.changes.peek(set.environmentId)?.changes ?? []);
  }

  /** Drops the changes that are part of this set from the source. */
  dropUpTo({ environmentId, revision }: FlagSet): void {
    const pending = this.changes.peek(environmentId);
    if (!pending) return;
    const later = pending.changes.filter((change) => change.revision > revision);
    if (later.length > 0) this.changes.set(environmentId, { changes: later, characters: sizeOf(later) });
    else this.changes.delete(environmentId);
  }
}

/** A search for a later flag set, and the set it started from. */
interface Search {
  from: RenderedFlagSet;
  found: Promise<RenderedFlagSet>;
}

/** Flag sets from memory, files, the shared cache and reported changes. */
export class KnownFlagSets {
  private readonly changes = new ReportedChanges();
  /** Purged on expiry, since entries hold flag sets. */
  private readonly searches = new LRUCache<string, Search>({
    ttl: SEARCH_EVERY_MILLISECONDS,
    ttlAutopurge: true,
  });

  constructor(
    private readonly cache: Pick<FlagSetCache, 'inMemory' | 'adopt'>,
    private readonly files: Pick<FallbackFiles, 'read'>,
    private readonly sharedCache: Pick<SharedFallback, 'get' | 'latest'>,
  ) {}

  /** The source returned this set: reported changes up to its revision are part of it. */
  confirmed(set: FlagSet): void {
    this.searches.delete(set.environmentId);
    this.changes.dropUpTo(set);
  }

  reported(change: ReportedChange): void {
    this.searches.delete(change.environmentId);
    this.changes.add(change);
  }

  /** The set from the first of memory, file and shared cache that has it. */
  async stored(version: FlagSetVersion): Promise<RenderedFlagSet | undefined> {
    const cached = this.cache.inMemory(version.environmentId);
    if (cached) return cached;
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
    if (recent?.from.isAt(stored.set)) return recent.found;
    const found = this.search(stored);
    this.searches.set(environmentId, { from: stored, found });
    return found;
  }

  private async search(stored: RenderedFlagSet): Promise<RenderedFlagSet> {
    const { environmentId, epoch, revision } = stored.set;
    const shared = (await this.sharedCache.latest(environmentId, epoch, revision)) ?? stored.set;
    const latest = this.changes.applyTo(shared);
    return latest === stored.set ? stored : new RenderedFlagSet(latest);
  }
}
