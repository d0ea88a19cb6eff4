import { createHash } from 'node:crypto';

export const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex');

interface Held {
  key: string;
  /** Undefined until the upstream has said it. */
  environmentId: string | undefined;
  isRefused: boolean;
  isGiven: boolean;
}

/** The SDK keys that this process can ask the upstream with: in memory alone, and nowhere else in full. */
export class KeyRing {
  /** By hash. */
  private readonly keys = new Map<string, Held>();
  /** The hashes of the given ones. */
  private readonly given: readonly string[];
  /** The hashes of those that open it, by environment. */
  private readonly opening = new Map<string, Set<string>>();

  /** @param given with which this edge was started */
  constructor(given: readonly string[]) {
    this.given = given.map(hashOf);
    for (const key of given) this.put({ key, environmentId: undefined, isRefused: false, isGiven: true });
  }

  /** Whether the upstream has said of each given key what it opens, or that it opens nothing. */
  get isComplete(): boolean {
    return this.allGiven().every(({ environmentId, isRefused }) => environmentId !== undefined || isRefused);
  }

  /** Whether the upstream refuses every given key. */
  get isRefused(): boolean {
    return this.given.length > 0 && this.allGiven().every(({ isRefused }) => isRefused);
  }

  opens(key: string, environmentId: string): void {
    const isGiven = this.keys.get(hashOf(key))?.isGiven ?? false;
    this.put({ key, environmentId, isRefused: false, isGiven });
  }

  /** The upstream refuses it. One that a caller brought is forgotten. @returns the environment that it opened */
  refuse(key: string): string | undefined {
    const held = this.keys.get(hashOf(key));
    if (held?.isGiven) this.put({ ...held, environmentId: undefined, isRefused: true });
    else this.delete(hashOf(key));
    return held?.environmentId;
  }

  /** The keys of this environment that callers brought. */
  forget(environmentId: string): void {
    for (const hash of this.broughtFor(environmentId)) this.delete(hash);
  }

  /**
   * Forgets the keys that callers brought and that open this environment no more. If it has no other key, the last of them stays: what
   * it opened is given up when the upstream refuses it.
   * @param listed the hashes of all keys that open it
   */
  keep(environmentId: string, listed: ReadonlySet<string>): void {
    const ended = this.broughtFor(environmentId).filter((hash) => !listed.has(hash));
    const isLast = ended.length === this.opening.get(environmentId)?.size;
    for (const hash of isLast ? ended.slice(0, -1) : ended) this.delete(hash);
  }

  /** A key to ask about this environment with, a given one first; undefined when there is none. */
  keyOf(environmentId: string): string | undefined {
    const held = this.of(environmentId);
    return (held.find(({ isGiven }) => isGiven) ?? held[0])?.key;
  }

  /** Whether the environment is one of a given key. */
  isGiven(environmentId: string): boolean {
    return this.of(environmentId).some(({ isGiven }) => isGiven);
  }

  private put(held: Held): void {
    const hash = hashOf(held.key);
    this.delete(hash);
    this.keys.set(hash, held);
    const { environmentId } = held;
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

  private of(environmentId: string): Held[] {
    return this.all(this.opening.get(environmentId) ?? []);
  }

  private broughtFor(environmentId: string): string[] {
    return [...(this.opening.get(environmentId) ?? [])].filter((hash) => !this.keys.get(hash)?.isGiven);
  }

  private allGiven(): Held[] {
    return this.all(this.given);
  }

  private all(hashes: Iterable<string>): Held[] {
    return [...hashes].flatMap((hash) => this.keys.get(hash) ?? []);
  }
}
