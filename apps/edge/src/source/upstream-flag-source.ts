import { createHash } from 'node:crypto';
import { type FlagSetVersion, isWellFormedOrigin } from '@burgee/contracts/wire';
import {
  type ChangesAfter,
  type Differences,
  type EnvironmentAccess,
  type FlagSource,
  type KeyLookup,
  type LatestVersions,
  type LoadedFlagSet,
  type PendingLookup,
  type SourceListener,
  SourceUnavailable,
} from '@burgee/flag-serving';
import { areKeysGood, type CachedEnvironment } from '../cached/cached-environment.js';
import type { CachedEnvironments } from '../cached/cached-environments.js';
import { toSteady } from './steady.js';

/**
 * The last state of another Burgee. Each answer dates from its last confirmation: bounded, where Postgres is strict.
 */
export class UpstreamFlagSource implements FlagSource {
  /**
   * @param askOrigin returns whether the upstream has an origin registered; throws when it does not respond
   * @param keyMaxAgeMs how long unconfirmed keys keep streams open
   */
  constructor(
    private readonly cached: CachedEnvironments,
    private readonly askOrigin: (origin: string) => Promise<boolean>,
    private readonly keyMaxAgeMs: number,
    private readonly now = () => Date.now(),
  ) {}

  /** All calls within one tick share an answer. */
  lookUp(keyHash: string | undefined, origin: string | undefined): PendingLookup {
    let isOpen = true;
    const turn = new Promise<void>((resolve) =>
      setImmediate(() => {
        isOpen = false;
        resolve();
      }),
    );
    const isKnown = origin === undefined || this.cached.hasOrigin(origin);
    const result = isKnown
      ? turn.then(() => this.find(keyHash, true))
      : turn.then(async () => this.find(keyHash, await this.isRegistered(origin)));
    return { result, join: () => isOpen };
  }

  async load({ environmentId }: FlagSetVersion): Promise<LoadedFlagSet> {
    const set = this.cached.get(environmentId)?.set;
    if (!set) throw new SourceUnavailable();
    const { epoch, revision, body } = set;
    return { set: { environmentId, epoch, revision, body } };
  }

  async accessTo(environmentId: string): Promise<EnvironmentAccess> {
    if (!this.cached.get(environmentId) && !this.cached.knowsAllKeys) throw new SourceUnavailable();
    return { access: this.cached.accessTo(environmentId), asOf: this.asOf([environmentId]) };
  }

  async changesAfter(environmentId: string, revision: number): Promise<ChangesAfter> {
    return { rows: this.cached.changesAfter(environmentId, revision), asOf: this.asOf([environmentId]) };
  }

  async latest(environmentIds: readonly string[], keyHashes: readonly string[]): Promise<LatestVersions> {
    const versions = environmentIds.flatMap((id) => versionOf(id, this.cached.get(id)) ?? []);
    const liveKeys = new Set(keyHashes.filter((hash) => this.isLive(hash)));
    return { versions, liveKeys, asOf: this.asOf(environmentIds) };
  }

  async compare(positions: readonly FlagSetVersion[], keyHashes: readonly string[]): Promise<Differences> {
    const ids = positions.map(({ environmentId }) => environmentId);
    const changed = positions.flatMap(({ environmentId, epoch, revision }) => {
      const version = versionOf(environmentId, this.cached.get(environmentId));
      return version && (version.epoch !== epoch || version.revision !== revision) ? [version] : [];
    });
    const gone = new Set(ids.filter((id) => !this.cached.get(id)));
    const endedKeys = new Set(keyHashes.filter((hash) => !this.isLive(hash)));
    return { changed, gone, endedKeys, asOf: this.asOf(ids) };
  }

  async compareAccess(tags: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, string>> {
    const now = [...tags.keys()].map((id): [string, string] => [id, this.accessTag(id)]);
    return new Map(now.filter(([id, tag]) => tags.get(id) !== tag));
  }

  /** A restored upstream shows in another epoch. */
  async reportRegression(): Promise<boolean> {
    return false;
  }

  subscribe(listener: SourceListener): void {
    this.cached.onUpdate((update) => {
      if (update.kind === 'change') {
        const { row } = update;
        const { environment_id: environmentId, epoch, revision } = row;
        listener.changed(environmentId);
        listener.reported({ environmentId, epoch, revision, change: row });
      } else if (update.kind === 'flag-set') listener.changed(update.set.environmentId);
      else if (update.kind === 'access') listener.keysChanged(update.access.environment_id);
      else if (update.kind === 'gone') listener.keysChanged(update.environmentId);
    });
  }

  private find(keyHash: string | undefined, originRegistered: boolean): KeyLookup {
    const known = keyHash === undefined ? undefined : this.cached.ofKey(keyHash);
    const asOf = known ? toSteady(known.cached.heardAt) : performance.now();
    if (known && known.isLive) {
      const version = versionOf(known.environmentId, known.cached);
      if (!version || !known.cached.isCurrent) throw new SourceUnavailable();
      return { version, keyKind: known.key.kind, originRegistered, asOf };
    }
    if (!known && keyHash !== undefined && !this.cached.knowsAllKeys) throw new SourceUnavailable();
    return { version: undefined, keyKind: undefined, originRegistered, asOf };
  }

  private isLive(keyHash: string): boolean {
    const known = this.cached.ofKey(keyHash);
    return known !== undefined && known.isLive && areKeysGood(known.cached, this.keyMaxAgeMs, this.now());
  }

  private async isRegistered(origin: string): Promise<boolean> {
    if (!isWellFormedOrigin(origin)) return false;
    try {
      return await this.askOrigin(origin);
    } catch (error) {
      throw new SourceUnavailable(error);
    }
  }

  /** Includes whether this edge is current, so that an edge that follows this one notices a change. */
  private accessTag(environmentId: string): string {
    const isCurrent = this.cached.get(environmentId)?.isCurrent ?? false;
    const text = JSON.stringify([isCurrent, this.cached.accessTo(environmentId)]);
    return createHash('sha256').update(text).digest('base64url');
  }

  /** The earliest confirmation among them. */
  private asOf(environmentIds: readonly string[]): number {
    return environmentIds.reduce(
      (asOf, id) => Math.min(asOf, toSteady(this.cached.get(id)?.heardAt ?? 0)),
      performance.now(),
    );
  }
}

function versionOf(environmentId: string, cached: CachedEnvironment | undefined): FlagSetVersion | undefined {
  return cached?.set && { environmentId, epoch: cached.set.epoch, revision: cached.set.revision };
}
