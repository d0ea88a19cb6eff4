import type { ChangeRow, EdgeAccess, FlagChange, FlagSet, FlagSetVersion } from '@burgee/contracts/wire';
import type { AsOf } from './as-of.js';
import type { PendingLookup } from './key-lookup.js';

/** An immutable flag set: its version determines its contents. */
export interface LoadedFlagSet {
  set: FlagSet;
}

export interface EnvironmentAccess extends AsOf {
  /** Undefined when the environment does not exist. */
  access: EdgeAccess | undefined;
}

export interface ChangesAfter extends AsOf {
  /** In order of revision; not all at once when there are many. */
  rows: ChangeRow[];
}

export interface LatestVersions extends AsOf {
  /** The existing environments among the requested ones. */
  versions: FlagSetVersion[];
  /** The requested keys that still open an environment. */
  liveKeys: ReadonlySet<string>;
}

/** Where the source differs from this process. */
export interface Differences extends AsOf {
  /** Environments at another version. */
  changed: FlagSetVersion[];
  /** Environments that do not exist. */
  gone: ReadonlySet<string>;
  /** Keys that no longer open an environment. */
  endedKeys: ReadonlySet<string>;
}

/** A change as a notification or stream event describes it, with the resulting version. */
export type ReportedChange = FlagSetVersion & { change: FlagChange };

/** Notifications of a source. They may be late, duplicated or lost. */
export interface SourceListener {
  /** This environment changed. */
  changed(environmentId: string): void;
  /** The same, a little later, with the contents. */
  reported(change: ReportedChange): void;
  /** A key of this environment was rotated or revoked, or its origins changed. */
  keysChanged(environmentId: string): void;
}

/**
 * The two kinds of reads for streams: new changes, read once for all followers of an environment, or past changes for
 * streams that open or fell behind. A source runs them separately, so that reads of the past do not delay new changes.
 */
export type StreamRead = 'live' | 'past';

/** A source of flags. All methods throw `SourceUnavailable` when it cannot respond. */
export interface FlagSource {
  /**
   * Looks up the environment of a key (SHA-256, hex), and whether an origin is registered, as of a moment after the
   * call.
   */
  lookUp(keyHash: string | undefined, origin: string | undefined): PendingLookup;
  /** The flag set at that version, or a later one if the environment has changed since. */
  load(version: FlagSetVersion, options?: LoadOptions): Promise<LoadedFlagSet>;
  /** The access list of the environment, as of a moment after the call. */
  accessTo(environmentId: string): Promise<EnvironmentAccess>;
  changesAfter(environmentId: string, revision: number, read: StreamRead): Promise<ChangesAfter>;
  /** @param read left out: live */
  latest(environmentIds: readonly string[], keyHashes: readonly string[], read?: StreamRead): Promise<LatestVersions>;
  /** Compares this process's state with the source. The cost grows with the differences, hardly with the total. */
  compare(known: readonly FlagSetVersion[], keyHashes: readonly string[]): Promise<Differences>;
  /**
   * Compares access lists. The cost grows with the total, and new changes are not delayed.
   * @param tags the last known tag of keys and origins by environment; '' = none yet
   * @returns the current tags of environments whose keys or origins differ from the given tag
   */
  compareAccess(tags: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, string>>;
  /**
   * Reports that the source named an earlier revision than `known`, of the same epoch.
   * @returns whether a new epoch has begun because of this
   */
  reportRegression(known: FlagSetVersion): Promise<boolean>;
  /** Listens from now on, across reconnections. */
  subscribe(listener: SourceListener): void;
}

export interface LoadOptions {
  /** Reads from the origin of the flags only: a cache may hold other contents under the same version. */
  bypassCache?: boolean;
}
