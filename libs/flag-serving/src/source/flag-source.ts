import type { ChangeRow, EdgeAccess, FlagChange, FlagSet, FlagSetVersion } from '@burgee/contracts/wire';
import type { AsOf } from './as-of.js';
import type { PendingLookup } from './key-lookup.js';

/** A flag set does not change: its version says what it contains. */
export interface LoadedFlagSet {
  set: FlagSet;
}

export interface EnvironmentAccess extends AsOf {
  /** Undefined where there is no such environment. */
  access: EdgeAccess | undefined;
}

export interface ChangesAfter extends AsOf {
  /** In order of their revisions; not all at once when there are many. */
  rows: ChangeRow[];
}

export interface LatestVersions extends AsOf {
  /** Those of the environments in question that exist. */
  versions: FlagSetVersion[];
  /** Those of the keys in question that still open an environment. */
  liveKeys: ReadonlySet<string>;
}

/** What is not as this process knows it. */
export interface Differences extends AsOf {
  /** Environments at another version. */
  changed: FlagSetVersion[];
  /** Environments that do not exist. */
  gone: ReadonlySet<string>;
  /** Keys that open nothing. */
  endedKeys: ReadonlySet<string>;
}

/** A change as a notification or a stream event describes it, and the version that it made. */
export type ReportedChange = FlagSetVersion & { change: FlagChange };

/** What a source notifies of. Notifications may be late, duplicated or lost. */
export interface SourceListener {
  /** Something changed in this environment. */
  changed(environmentId: string): void;
  /** The same, a little later, with its content. */
  reported(change: ReportedChange): void;
  /** A key of this environment was rotated or revoked, or its origin was changed. */
  keysChanged(environmentId: string): void;
}

/**
 * What a stream is sent: what is new, read once for all who follow an environment, or the past, read for those that open or fell
 * behind. A source keeps the two apart, so that however many ask for the past, what is new is not delayed.
 */
export type StreamRead = 'live' | 'past';

/** Where flags come from. All methods throw `SourceUnavailable` when the source cannot answer. */
export interface FlagSource {
  /** What a key (SHA-256, hex) opens, and whether an origin is registered. The result is as of a moment after the call. */
  lookUp(keyHash: string | undefined, origin: string | undefined): PendingLookup;
  /** The flag set at that version or, when the environment has changed since, at a later one. */
  load(version: FlagSetVersion, options?: LoadOptions): Promise<LoadedFlagSet>;
  /** Who may call for the environment at a moment after the call. */
  accessTo(environmentId: string): Promise<EnvironmentAccess>;
  changesAfter(environmentId: string, revision: number, read: StreamRead): Promise<ChangesAfter>;
  /** @param read left out: live */
  latest(environmentIds: readonly string[], keyHashes: readonly string[], read?: StreamRead): Promise<LatestVersions>;
  /** Compares what this process holds with the source. Costs by what differs, and little by what there is. */
  compare(known: readonly FlagSetVersion[], keyHashes: readonly string[]): Promise<Differences>;
  /**
   * Costs by what there is, and holds up nothing that is new.
   * @param tags by environment, what the source last named for its keys and origins; '' = nothing yet
   * @returns environments of which keys or origins are not what the tag stands for, each with its tag now
   */
  compareAccess(tags: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, string>>;
  /**
   * Reports that the source named an earlier revision than `known`, of the same epoch.
   * @returns whether a new epoch has begun because of this
   */
  reportRegression(known: FlagSetVersion): Promise<boolean>;
  /** From now on, across reconnections. */
  subscribe(listener: SourceListener): void;
}

export interface LoadOptions {
  /** Asks the origin of the flags alone: a cache may hold other content under the same version. */
  bypassCache?: boolean;
}
