import type { Logger } from 'pino';
import type { FlagSetCache } from '../flag-set/flag-set-cache.js';
import type { FlagSource } from '../source/flag-source.js';
import { ChangedKeys } from './changed-keys.js';
import { confirmedTogether } from './confirmed-together.js';
import type { FallbackFiles } from './fallback-files.js';
import { type FallbackStore, noteOf } from './fallback-store.js';
import type { SharedFallback } from './shared-fallback.js';
import { toTimeOfDay } from './steady-clock.js';

const CONFIRM_EVERY_MILLISECONDS = 2_000;
const CHECK_KEYS_EVERY_MILLISECONDS = 2_000;
const PRUNE_EVERY_MILLISECONDS = 600_000;
/** They share a query with requests, which is not to become slow. */
const ORIGINS_PER_LOOKUP = 100;

interface Parts {
  store: FallbackStore;
  files: FallbackFiles;
  cache: FlagSetCache;
  shared: SharedFallback;
  source: Pick<FlagSource, 'latest' | 'lookUp'>;
  logger: Pick<Logger, 'debug'>;
  /** How long the shared cache keeps what nobody refreshes. */
  ttlSeconds: number;
}

/** A job, and how often it is to be run. */
export interface Maintenance {
  everyMs: number;
  job: () => Promise<void>;
}

/** What keeps the fallback usable: the age of files, what replicas share, and nothing of keys, environments or origins that are gone. */
export function maintainFallback({ store, files, cache, shared, source, logger, ttlSeconds }: Parts) {
  const confirmed = new Map<string, number>();
  let togetherAt = -Infinity;
  const refreshEveryMs = Math.max(1_000, (ttlSeconds * 1_000) / 5);

  /** Those whose file has what was last served. */
  const onDisk = () =>
    [...store.environments].flatMap(([id, { version, checkedAt }]) =>
      files.has(version) ? [[id, { checkedAt }] as const] : [],
    );

  const confirmEach = async (environments: ReturnType<typeof onDisk>) => {
    for (const [environmentId, { checkedAt }] of environments) {
      if (confirmed.get(environmentId) === checkedAt) continue;
      if (await files.confirm(environmentId, toTimeOfDay(checkedAt))) confirmed.set(environmentId, checkedAt);
    }
  };

  /** Notes on disk until when each environment's file was known to be current. */
  const confirmFiles = async () => {
    const environments = onDisk();
    const { at, environmentIds } = confirmedTogether(environments);
    // Those that are no longer confirmed with the others first: what is on disk of them is replaced.
    await confirmEach(environments.filter(([, { checkedAt }]) => checkedAt !== at));
    if (environmentIds.length === 0 || at === togetherAt) return;
    if (await files.together.confirm(environmentIds, toTimeOfDay(at))) togetherAt = at;
  };

  /** What was in use within so many ms stays in the shared cache, for a replica that starts while the source is down. */
  const refreshShared = async (withinMs: number) => {
    const since = performance.now() - withinMs;
    for (const known of store.environments.values()) {
      if (known.checkedAt <= since) continue;
      const held = cache.held(known.version.environmentId);
      if (held) await shared.refresh(held.set);
      for (const [keyHash, usedAt] of known.keys) if (usedAt > since) await shared.putKeyNote(keyHash, noteOf(known));
    }
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
      await forgetGone(store.environments.keys());
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
      await confirmEach(onDisk());
    },
  };
}
