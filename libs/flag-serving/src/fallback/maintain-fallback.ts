import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { FlagSetCache } from '../flag-set/flag-set-cache.js';
import { toTimeOfDay } from '../source/as-of.js';
import type { FlagSource } from '../source/flag-source.js';
import { momentOfMost } from './confirmed-together.js';
import type { FallbackFiles } from './fallback-files.js';
import { type KnownEnvironment, noteOf } from './fallback-memory.js';
import type { FallbackStore } from './fallback-store.js';
import type { SharedFallback } from './known-flag-sets.js';

const CONFIRM_EVERY_MILLISECONDS = 2_000;
const CHECK_KEYS_EVERY_MILLISECONDS = 2_000;
const PRUNE_EVERY_MILLISECONDS = 600_000;
/** They share a query with requests, which is not to become slow. */
const ORIGINS_PER_LOOKUP = 100;
/** Environments that are walked in one turn of the event loop. */
const SLICE = 500;

interface FallbackParts {
  store: FallbackStore;
  files: FallbackFiles;
  cache: FlagSetCache;
  shared: SharedFallback;
  source: Pick<FlagSource, 'latest' | 'lookUp'>;
  logger: Pick<Logger, 'debug'>;
  /** How long something stays in the shared cache that nobody refreshes. */
  ttlSeconds: number;
}

/** A job, and how often it is to be run. */
export interface Maintenance {
  everyMs: number;
  job: () => Promise<void>;
}

/** What keeps the fallback usable: the age of files, what replicas share, and nothing of keys, environments or origins that are gone. */
export function maintainFallback({ store, files, cache, shared, source, logger, ttlSeconds }: FallbackParts) {
  /** When each was current, as its file says. */
  const confirmed = new WeakMap<KnownEnvironment, number>();
  let togetherAt = -Infinity;
  const refreshEveryMs = Math.max(1_000, (ttlSeconds * 1_000) / 5);

  /** Those whose file has what was last served. There is one for each environment that was ever read, so they are walked in slices. */
  async function* onDisk(): AsyncGenerator<KnownEnvironment[]> {
    for await (const slice of inSlices(store.environments.values()))
      yield slice.filter(({ version }) => files.has(version));
  }

  const confirm = async (known: KnownEnvironment) => {
    const { version, checkedAt } = known;
    if (await files.confirm(version.environmentId, toTimeOfDay(checkedAt))) confirmed.set(known, checkedAt);
  };

  /** @param at those of this moment are left out @returns the environments that were confirmed by then */
  const confirmEach = async (at: number | undefined): Promise<string[]> => {
    const byThen: string[] = [];
    for await (const slice of onDisk())
      for (const known of slice) {
        const { version, checkedAt } = known;
        if (at !== undefined && checkedAt >= at) {
          byThen.push(version.environmentId);
          files.used(version.environmentId);
        }
        if (checkedAt !== at && confirmed.get(known) !== checkedAt) await confirm(known);
      }
    return byThen;
  };

  /** Notes on disk until when each environment's file was known to be current; what names ended keys goes. */
  const confirmFiles = async () => {
    files.removeOutdated();
    const at = await momentOfMost(onDisk());
    // Those that are no longer confirmed with the others first: what is on disk of them is replaced.
    const byThen = await confirmEach(at);
    if (at === undefined || at === togetherAt) return;
    if (await files.together.confirm(byThen, toTimeOfDay(at))) togetherAt = at;
  };

  /** What was in use within so many ms stays in the shared cache, for a replica that starts while the source is down. */
  const refreshShared = async (withinMs: number) => {
    const since = performance.now() - withinMs;
    for await (const slice of inSlices(store.environments.values()))
      for (const known of slice) if (known.checkedAt > since) await refreshOne(known, since);
  };

  const refreshOne = async (known: KnownEnvironment, since: number) => {
    const cached = cache.inMemory(known.version.environmentId);
    if (cached) await shared.refresh(cached.set);
    for (const [keyHash, usedAt] of known.keys) if (usedAt > since) await shared.putKeyNote(keyHash, noteOf(known));
  };

  const forgetGone = async (environmentIds: Iterable<string>) => {
    const ids = [...environmentIds].filter((environmentId) => store.environments.has(environmentId));
    if (ids.length === 0) return;
    const keyHashes = ids.flatMap((environmentId) => [...(store.environments.get(environmentId)?.keys.keys() ?? [])]);
    const { versions, liveKeys } = await source.latest(ids, keyHashes);
    const existing = new Set(versions.map(({ environmentId }) => environmentId));
    for (const environmentId of ids)
      if (!existing.has(environmentId)) store.record({ kind: 'environment-deleted', environmentId });
    for (const keyHash of keyHashes) if (!liveKeys.has(keyHash)) store.record({ kind: 'key-refused', keyHash });
  };

  const pruneOrigin = async (origin: string) => {
    const { originRegistered } = await source.lookUp(undefined, origin).result;
    if (!originRegistered) store.record({ kind: 'origin', origin, registered: false });
  };

  const pruneDeleted = async () => {
    try {
      for await (const slice of inSlices(store.environments.keys())) await forgetGone(slice);
      const { origins } = store;
      for (let from = 0; from < origins.length; from += ORIGINS_PER_LOOKUP)
        await Promise.all(origins.slice(from, from + ORIGINS_PER_LOOKUP).map(pruneOrigin));
    } catch (error) {
      logger.debug({ err: error }, 'pruning deleted environments and origins failed, retrying later');
    }
  };

  const changedKeys = new ChangedKeys(forgetGone);
  const checkChangedKeys = () => changedKeys.check();

  const jobs: Maintenance[] = [
    { everyMs: CONFIRM_EVERY_MILLISECONDS, job: confirmFiles },
    { everyMs: CHECK_KEYS_EVERY_MILLISECONDS, job: checkChangedKeys },
    { everyMs: refreshEveryMs, job: () => refreshShared(refreshEveryMs) },
    { everyMs: PRUNE_EVERY_MILLISECONDS, job: pruneDeleted },
  ];
  return {
    jobs,
    pruneDeleted,
    checkChangedKeys,
    /** A key of this environment was rotated or revoked, or somebody says so. */
    keysChanged: (environmentId: string) => changedKeys.add(environmentId),
    /** The shared cache is back, and perhaps empty. */
    sharedReturned: () => refreshShared(2 * refreshEveryMs),
    /** Resolves when everything is on disk; once, at the end. */
    finish: async () => {
      await files.flush();
      // Each by itself, for an earlier version that may be started next.
      await confirmEach(undefined);
    },
  };
}

/**
 * Environments of which a key may have been revoked: each is checked at once, and once more at the next `check`, since an
 * answer to that key may have been on its way. What could not be checked is checked again.
 */
class ChangedKeys {
  private readonly next = new Set<string>();
  private readonly later = new Set<string>();
  private checking: Promise<void> | undefined;

  /** @param forgetGone asks the source about environments, and forgets the keys that open nothing; rejects without an answer */
  constructor(private readonly forgetGone: (environmentIds: readonly string[]) => Promise<void>) {}

  add(environmentId: string): void {
    this.next.add(environmentId);
    this.later.add(environmentId);
    void this.checkNext();
  }

  async check(): Promise<void> {
    for (const environmentId of this.later) this.next.add(environmentId);
    this.later.clear();
    await this.checkNext();
  }

  /** One query at a time, however many keys change. Those that come meanwhile share the next. */
  private checkNext(): Promise<void> {
    this.checking ??= this.checkAll().finally(() => (this.checking = undefined));
    return this.checking;
  }

  private async checkAll(): Promise<void> {
    while (this.next.size > 0) await this.forget([...this.next]);
  }

  private async forget(environmentIds: readonly string[]): Promise<void> {
    this.next.clear();
    try {
      await this.forgetGone(environmentIds);
    } catch {
      for (const environmentId of environmentIds) this.later.add(environmentId);
    }
  }
}

/** All there is, so many at a time: between them others have a turn of the event loop. */
async function* inSlices<T>(all: Iterable<T>): AsyncGenerator<T[]> {
  let slice: T[] = [];
  for (const one of all) {
    slice.push(one);
    if (slice.length < SLICE) continue;
    yield slice;
    slice = [];
    await nextTurn();
  }
  yield slice;
}
