import { createHash } from 'node:crypto';

export const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex');

interface KnownKey {
  key: string;
  /** Undefined until the upstream has named it. */
  environmentId: string | undefined;
  isRefused: boolean;
  isConfigured: boolean;
}

/** The SDK keys that this process can use at the upstream. Full keys exist in memory only. */
export class KeyRing {
  /** By hash. */
  private readonly keys = new Map<string, KnownKey>();
  /** Hashes of the configured keys. */
  private readonly configured: readonly string[];
  /** Hashes of the keys that open an environment, by environment. */
  private readonly opening = new Map<string, Set<string>>();

  /** @param configured the keys in this edge's settings */
  constructor(configured: readonly string[]) {
    this.configured = configured.map(hashOf);
    for (const key of configured) this.put({ key, environmentId: undefined, isRefused: false, isConfigured: true });
  }

  /** Whether the upstream has answered for each configured key, even if it refused the key. */
  get isComplete(): boolean {
    return this.allConfigured().every(({ environmentId, isRefused }) => environmentId !== undefined || isRefused);
  }

  /** Whether the upstream refuses every configured key. */
  get isRefused(): boolean {
    return this.configured.length > 0 && this.allConfigured().every(({ isRefused }) => isRefused);
  }

  opens(key: string, environmentId: string): void {
    const isConfigured = this.keys.get(hashOf(key))?.isConfigured ?? false;
    this.put({ key, environmentId, isRefused: false, isConfigured });
  }

  /** The upstream refused the key. A client's key is forgotten. @returns the environment that it opened */
  refuse(key: string): string | undefined {
    const known = this.keys.get(hashOf(key));
    if (known?.isConfigured) this.put({ ...known, environmentId: undefined, isRefused: true });
    else this.delete(hashOf(key));
    return known?.environmentId;
  }

  /** Forgets the keys of this environment that clients presented. */
  forget(environmentId: string): void {
    for (const hash of this.onDemandFor(environmentId)) this.delete(hash);
  }

  /**
   * Forgets clients' keys that no longer open this environment. The last key stays if there is no other: the
   * environment is dropped only when the upstream refuses that key.
   * @param listed hashes of all keys that open it
   */
  keep(environmentId: string, listed: ReadonlySet<string>): void {
    const ended = this.onDemandFor(environmentId).filter((hash) => !listed.has(hash));
    const isLast = ended.length === this.opening.get(environmentId)?.size;
    for (const hash of isLast ? ended.slice(0, -1) : ended) this.delete(hash);
  }

  /** A key for requests about this environment, preferably a configured one; undefined when there is none. */
  keyOf(environmentId: string): string | undefined {
    const known = this.of(environmentId);
    return (known.find(({ isConfigured }) => isConfigured) ?? known[0])?.key;
  }

  /** Whether a configured key opens the environment. */
  isConfigured(environmentId: string): boolean {
    return this.of(environmentId).some(({ isConfigured }) => isConfigured);
  }

  private put(known: KnownKey): void {
    const hash = hashOf(known.key);
    this.delete(hash);
    this.keys.set(hash, known);
    const { environmentId } = known;
    if (environmentId === undefined) return;
    this.opening.set(environmentId, (this.opening.get(environmentId) ?? new Set()).add(hash));
  }

  private delete(hash: string): void {
    const environmentId = this.keys.get(hash)?.environmentId;
    this.keys.delete(hash);
    if (environmentId === undefined) return;
    const others = this.opening.get(environmentId);
    others?.delete(hash);
    if (others?.size === 0) this.opening.delete(environmentId);
  }

  private of(environmentId: string): KnownKey[] {
    return this.all(this.opening.get(environmentId) ?? []);
  }

  private onDemandFor(environmentId: string): string[] {
    return [...(this.opening.get(environmentId) ?? [])].filter((hash) => !this.keys.get(hash)?.isConfigured);
  }

  private allConfigured(): KnownKey[] {
    return this.all(this.configured);
  }

  private all(hashes: Iterable<string>): KnownKey[] {
    return [...hashes].flatMap((hash) => this.keys.get(hash) ?? []);
  }
}
