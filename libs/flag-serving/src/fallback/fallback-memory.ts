import { type FlagSetVersion, type KeyNote, LIVE_KEYS_AT_MOST } from '@burgee/contracts/wire';
import type { RenderedFlagSet } from '../flag-set/rendered-flag-set.js';
import { type AsOf, toTimeOfDay } from '../source/as-of.js';
import type { ReportedChange } from '../source/flag-source.js';

const REFUSED_KEYS_AT_MOST = 10_000;
/**
 * Keys per environment and kind: enough for a live key, the keys that were live when it was created, and later keys
 * that have not ended it yet. Usually it is the latest key; ended keys are forgotten as soon as the source is asked
 * about them.
 */
const KEYS_AT_MOST = 2 * (2 * LIVE_KEYS_AT_MOST - 1);

/** A fact that this process learned, and that may help to answer while the source is down. */
export type Observation =
  /** The source accepted the key for this environment and returned this flag set. */
  | ({ kind: 'served'; keyHash: string; rendered: RenderedFlagSet } & AsOf)
  /** The source confirmed that the environment is at this version, and that these keys open it. */
  | ({ kind: 'current'; version: FlagSetVersion; keyHashes: ReadonlySet<string> } & AsOf)
  /** The source named this version, but its flag set could not be loaded. */
  | { kind: 'newer-version'; version: FlagSetVersion }
  /** A notification or a stream event described a change. */
  | { kind: 'change'; change: ReportedChange }
  /** The source returned whether an origin is registered. */
  | { kind: 'origin'; origin: string; registered: boolean }
  /** The source refused the key. */
  | { kind: 'key-refused'; keyHash: string }
  /** The source returned that the environment does not exist. */
  | { kind: 'environment-deleted'; environmentId: string };

/** The state of one environment. Times are by `performance.now()`. */
export interface KnownEnvironment {
  /** The version that was served last. */
  version: FlagSetVersion;
  /** The latest revision in any report. */
  latestRevision: number;
  /** The keys that opened it, with the last time each. */
  keys: Map<string, number>;
  /** When it was last confirmed as current. */
  checkedAt: number;
}

/** The note that other replicas read. */
export const noteOf = ({ version, checkedAt }: Pick<KnownEnvironment, 'version' | 'checkedAt'>): KeyNote => {
  const { environmentId: environment_id, epoch, revision } = version;
  return { v: 1, environment_id, epoch, revision, checked_at: toTimeOfDay(checkedAt) };
};

/** Which keys opened which environments when the source last responded. */
export class FallbackMemory {
  readonly environments = new Map<string, KnownEnvironment>();
  private readonly environmentOfKey = new Map<string, string>();
  /** When each key was last refused. */
  private readonly refusedKeys = new Map<string, number>();

  ofKey(keyHash: string): KnownEnvironment | undefined {
    return this.environments.get(this.environmentOfKey.get(keyHash) ?? '');
  }

  get isEmpty(): boolean {
    return this.environmentOfKey.size === 0;
  }

  /** Adds keys to the known ones. */
  put({ environmentId, epoch, revision }: FlagSetVersion, keyHashes: readonly string[], checkedAt: number): void {
    const keys = this.environments.get(environmentId)?.keys ?? new Map<string, number>();
    const version = { environmentId, epoch, revision };
    const known = { version, latestRevision: revision, keys, checkedAt };
    this.environments.set(environmentId, known);
    for (const keyHash of keyHashes) this.addKey(known, keyHash, checkedAt);
  }

  addKey(known: KnownEnvironment, keyHash: string, at: number): void {
    known.keys.set(keyHash, at);
    this.environmentOfKey.set(keyHash, known.version.environmentId);
    if (known.keys.size > KEYS_AT_MOST) this.removeKey(usedLongestAgo(known.keys));
  }

  /** @returns the environment that the key opened */
  removeKey(keyHash: string): KnownEnvironment | undefined {
    const known = this.ofKey(keyHash);
    this.environmentOfKey.delete(keyHash);
    known?.keys.delete(keyHash);
    return known;
  }

  delete(environmentId: string): void {
    for (const keyHash of this.environments.get(environmentId)?.keys.keys() ?? [])
      this.environmentOfKey.delete(keyHash);
    this.environments.delete(environmentId);
  }

  /** Ignores notes of other replicas on this key from now on. @returns false when it was refused before */
  refuse(keyHash: string): boolean {
    const wasRefused = this.refusedKeys.has(keyHash);
    if (!wasRefused && this.refusedKeys.size >= REFUSED_KEYS_AT_MOST) this.refusedKeys.clear();
    this.refusedKeys.set(keyHash, performance.now());
    return !wasRefused;
  }

  /** @param asOf the time of the source's answer @returns false when the key was refused after that */
  accept(keyHash: string, asOf: number): boolean {
    if ((this.refusedKeys.get(keyHash) ?? -Infinity) > asOf) return false;
    this.refusedKeys.delete(keyHash);
    return true;
  }

  isRefused(keyHash: string): boolean {
    return this.refusedKeys.has(keyHash);
  }
}

const usedLongestAgo = (keys: ReadonlyMap<string, number>): string =>
  [...keys].reduce((a, b) => (b[1] < a[1] ? b : a))[0];
