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
/** They share a query with requests, which has to stay fast. */
const ORIGINS_PER_LOOKUP = 100;
/** Environments per tick of the event loop. */
const SLICE = 500;

interface FallbackParts {
  store: FallbackStore;
  files: FallbackFiles;
  cache: FlagSetCache;
  shared: SharedFallback;
  source: Pick<FlagSource, 'latest' | 'lookUp'>;
  logger: Pick<Logger, 'debug'>;
  /** Lifetime of an entry in the shared cache without a refresh. */
  ttlSeconds: number;
}

/** A job and its interval. */
export interface Maintenance {
  everyMs: number;
  job: () => Promise<void>;
}

/**
 * Keeps the fallback usable: confirms files, refreshes the shared cache, and forgets keys, environments and origins
 * that are gone.
 */
export function maintainFallback({ store, files, cache, shared, source, logger, ttlSeconds }: FallbackParts) {
  /** When each file was last confirmed. */
  const confirmed = new WeakMap<KnownEnvironment, number>();
  let togetherAt = -Infinity;
  const refreshEveryMs = Math.max(1_000, (ttlSeconds * 1_000) / 5);

  /**
   * Environments whose file has the latest served set. Every environment ever read has one, so they are walked in
   * slices.
   */
  async function* onDisk(): AsyncGenerator<KnownEnvironment[]> {
    for await (const slice of inSlices(store.environments.values()))
      yield slice.filter(({ version }) => files.has(version));
  }

  const confirm = async (known: KnownEnvironment) => {
    const { version, checkedAt } = known;
    if (await files.confirm(version.environmentId, toTimeOfDay(checkedAt))) confirmed.set(known, checkedAt);
  };

  /** @param at skips environments confirmed at this moment @returns the environments confirmed by then */
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

  /** Records on disk how long each environment's file was current; files that name ended keys are replaced. */
  const confirmFiles = async () => {
    files.removeOutdated();
    const at = await momentOfMost(onDisk());
    // First the environments that left the joint confirmation, since their times on disk are replaced.
    const byThen = await confirmEach(at);
    if (at === undefined || at === togetherAt) return;
    if (await files.together.confirm(byThen, toTimeOfDay(at))) togetherAt = at;
  };

  /** Keeps sets used within so many ms in the shared cache, for a replica that starts while the source is down. */
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
    /** A notification said that a key of this environment was rotated or revoked. */
    keysChanged: (environmentId: string) => changedKeys.add(environmentId),
    /** The shared cache is back, and may be empty. */
    sharedReturned: () => refreshShared(2 * refreshEveryMs),
    /** Resolves when everything is on disk; call once, at the end. */
    finish: async () => {
      await files.flush();
      // Individually, for an earlier version that may start next.
      await confirmEach(undefined);
    },
  };
}

/**
 * Environments whose keys may have been revoked. Each is checked at once, and again at the next `check`, since an
 * answer to that key may have been in flight. Failed checks are repeated.
 */
class ChangedKeys {
  private readonly next = new Set<string>();
  private readonly later = new Set<string>();
  private checking: Promise<void> | undefined;

  /**
   * @param forgetGone queries the source about environments and forgets refused keys; rejects while the source is down
   */
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

  /** Runs one query at a time. Environments that arrive during a query share the next one. */
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

/** Splits all elements into slices; other work runs between them. */
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
