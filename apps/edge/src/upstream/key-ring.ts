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
  private readonly keys = new Map<string, Held>();

  /** @param given with which this edge was started */
  constructor(given: readonly string[]) {
    for (const key of given)
      this.keys.set(hashOf(key), { key, environmentId: undefined, isRefused: false, isGiven: true });
  }

  /** Whether the upstream has said of each given key what it opens, or that it opens nothing. */
  get isComplete(): boolean {
    return [...this.keys.values()].every(({ environmentId, isRefused }) => environmentId !== undefined || isRefused);
  }

  /** Given keys that open nothing, or of which nothing is known yet. */
  get unresolved(): string[] {
    return this.all(({ isGiven, isRefused, environmentId }) => isGiven && (isRefused || environmentId === undefined));
  }

  /** Whether the upstream refuses every given key. */
  get isRefused(): boolean {
    const given = [...this.keys.values()].filter(({ isGiven }) => isGiven);
    return given.length > 0 && given.every(({ isRefused }) => isRefused);
  }

  opens(key: string, environmentId: string): void {
    const isGiven = this.keys.get(hashOf(key))?.isGiven ?? false;
    this.keys.set(hashOf(key), { key, environmentId, isRefused: false, isGiven });
  }

  /** The upstream refuses it. One that a caller brought is forgotten. @returns the environment that it opened */
  refuse(key: string): string | undefined {
    const held = this.keys.get(hashOf(key));
    if (held?.isGiven) this.keys.set(hashOf(key), { ...held, environmentId: undefined, isRefused: true });
    else this.keys.delete(hashOf(key));
    return held?.environmentId;
  }

  /** The keys of this environment that callers brought. */
  forget(environmentId: string): void {
    for (const [hash, held] of this.keys)
      if (held.environmentId === environmentId && !held.isGiven) this.keys.delete(hash);
  }

  /** A key to ask about this environment with; undefined when there is none. */
  keyOf(environmentId: string): string | undefined {
    return this.all((held) => held.environmentId === environmentId && !held.isRefused)[0];
  }

  /** Whether the environment is one of a given key. */
  isGiven(environmentId: string): boolean {
    return this.all((held) => held.environmentId === environmentId && held.isGiven).length > 0;
  }

  private all(fits: (held: Held) => boolean): string[] {
    return [...this.keys.values()].filter(fits).map(({ key }) => key);
  }
}
