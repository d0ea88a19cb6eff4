import type { EdgeAccess, EdgeKey } from '@burgee/contracts/wire';
import {
  bytesOf,
  changesAfter,
  emptyEnvironment,
  type CachedEnvironment,
  isLive,
  withChange,
} from './cached-environment.js';
import type { UpstreamUpdate } from './update.js';

/** The latest state from the upstream, by environment, by key and by origin. */
export class CachedEnvironments {
  private readonly environments = new Map<string, CachedEnvironment>();
  private readonly byKey = new Map<string, { key: EdgeKey; environmentId: string }>();
  /** How many environments have registered each origin. */
  private readonly origins = new Map<string, number>();
  /** The size of each environment's flags at its last update, and the total. */
  private readonly sizes = new Map<string, number>();
  private allBytes = 0;
  /** Environments known only from the snapshot file; no client has used their key yet. */
  private readonly notFollowed = new Set<string>();
  /** Followed environments without a working connection to the upstream. */
  private readonly silent = new Set<string>();
  private configuredKeysKnown = false;
  private readonly listeners = new Set<(update: UpstreamUpdate) => void>();

  /** @param now ms since 1970 */
  constructor(private readonly now = () => Date.now()) {}

  /** Called after each update is applied. @returns a function that removes the listener */
  onUpdate(listener: (update: UpstreamUpdate) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  apply(update: UpstreamUpdate): void {
    if (update.kind === 'gone') this.forget(update.environmentId);
    else if (update.kind === 'access') this.putAccess(update);
    else if (update.kind === 'followed') this.put(update.environmentId, (cached) => ({ ...cached, isFollowed: true }));
    else if (update.kind === 'configured-keys-known') this.configuredKeysKnown = true;
    else if (update.kind === 'heard') this.putHeard(update);
    else if (update.kind === 'flag-set')
      this.put(update.set.environmentId, (cached) => ({ ...cached, set: update.set, changes: update.changes ?? [] }));
    else this.put(update.row.environment_id, (cached) => withChange(cached, update.row) ?? cached);
    for (const listener of this.listeners) listener(update);
  }

  get(environmentId: string): CachedEnvironment | undefined {
    return this.environments.get(environmentId);
  }

  *ids(): Generator<string> {
    yield* this.environments.keys();
  }

  /** An environment known only from the snapshot file. */
  get oneNotFollowed(): string | undefined {
    return this.notFollowed.values().next().value;
  }

  follows(environmentId: string): boolean {
    return this.environments.get(environmentId)?.isFollowed ?? false;
  }

  /** Whether an unmatched key may be called unknown. While the upstream is down, it may be a new one. */
  get knowsAllKeys(): boolean {
    return this.configuredKeysKnown && this.silent.size === 0;
  }

  /** The whole cache, for another process that starts now. */
  *updates(): Generator<UpstreamUpdate> {
    for (const [environmentId, cached] of this.environments) {
      const { access, isFollowed, set, changes, heardAt: at, isCurrent } = cached;
      yield { kind: 'access', access };
      if (isFollowed) yield { kind: 'followed', environmentId };
      if (set) {
        const { epoch, revision, body } = set;
        yield { kind: 'flag-set', set: { environmentId, epoch, revision, body }, changes };
      }
      yield { kind: 'heard', environmentId, at, isCurrent };
    }
    if (this.configuredKeysKnown) yield { kind: 'configured-keys-known' };
  }

  get size(): number {
    return this.environments.size;
  }

  /** The total size of the flag sets. */
  get bytes(): number {
    return this.allBytes;
  }

  /** The size of its flag set in bytes. */
  sizeOf(environmentId: string): number {
    return this.sizes.get(environmentId) ?? 0;
  }

  /** The key and its environment, also after its grace period. @param hash SHA-256, hex */
  ofKey(hash: string): { key: EdgeKey; environmentId: string; cached: CachedEnvironment; isLive: boolean } | undefined {
    const known = this.byKey.get(hash);
    const cached = known && this.environments.get(known.environmentId);
    if (!cached) return undefined;
    const { key, environmentId } = known;
    return { key, environmentId, cached, isLive: isLive(key, this.now()) };
  }

  /** The current access list, without keys past their grace period. */
  accessTo(environmentId: string): EdgeAccess | undefined {
    const access = this.environments.get(environmentId)?.access;
    return access && { ...access, keys: access.keys.filter((key) => isLive(key, this.now())) };
  }

  hasOrigin(origin: string): boolean {
    return this.origins.has(origin);
  }

  changesAfter(environmentId: string, revision: number): ReturnType<typeof changesAfter> {
    const cached = this.environments.get(environmentId);
    return cached ? changesAfter(cached, revision) : [];
  }

  private put(environmentId: string, change: (cached: CachedEnvironment) => CachedEnvironment): void {
    const cached = change(this.environments.get(environmentId) ?? emptyEnvironment(environmentId));
    this.environments.set(environmentId, cached);
    this.putSize(environmentId, bytesOf(cached));
    if (cached.isFollowed) this.notFollowed.delete(environmentId);
    else this.notFollowed.add(environmentId);
    if (cached.isFollowed && !cached.isCurrent) this.silent.add(environmentId);
    else this.silent.delete(environmentId);
  }

  private putSize(environmentId: string, bytes: number): void {
    this.allBytes += bytes - this.sizeOf(environmentId);
    this.sizes.set(environmentId, bytes);
  }

  private putHeard({ environmentId, at, isCurrent }: UpstreamUpdate & { kind: 'heard' }): void {
    this.put(environmentId, (cached) => ({ ...cached, isCurrent, heardAt: Math.max(cached.heardAt, at) }));
  }

  private putAccess({ access }: UpstreamUpdate & { kind: 'access' }): void {
    const { environment_id: environmentId, origins, keys } = access;
    this.dropAccess(environmentId);
    for (const key of keys) this.byKey.set(key.hash, { key, environmentId });
    for (const origin of origins) this.origins.set(origin, (this.origins.get(origin) ?? 0) + 1);
    this.put(environmentId, (cached) => ({ ...cached, access }));
  }

  private forget(environmentId: string): void {
    this.dropAccess(environmentId);
    this.environments.delete(environmentId);
    this.putSize(environmentId, 0);
    this.sizes.delete(environmentId);
    this.notFollowed.delete(environmentId);
    this.silent.delete(environmentId);
  }

  private dropAccess(environmentId: string): void {
    const access = this.environments.get(environmentId)?.access;
    for (const { hash } of access?.keys ?? []) this.byKey.delete(hash);
    for (const origin of access?.origins ?? []) {
      const left = (this.origins.get(origin) ?? 1) - 1;
      if (left === 0) this.origins.delete(origin);
      else this.origins.set(origin, left);
    }
  }
}
