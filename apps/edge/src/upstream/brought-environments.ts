import { overloaded } from '@burgee/contracts/wire';
import { bytesOf } from '../held/held-environment.js';
import type { HeldEnvironments } from '../held/held-environments.js';

interface Brought {
  network: string;
  /** When somebody last asked for it, by `performance.now()`. */
  usedAt: number;
}

interface Parts {
  held: Pick<HeldEnvironments, 'get' | 'ids' | 'size' | 'bytes'>;
  environmentsAtMost: number;
  bytesAtMost: number;
  /** Whether somebody has brought a key for what a file says, or that is not known yet. */
  isClaimed: (environmentId: string) => boolean;
  giveUp: (environmentId: string) => void;
}

/** The environments that callers brought, and which of them leaves when there is no room for another one. */
export class BroughtEnvironments {
  private readonly environments = new Map<string, Brought>();

  constructor(
    private readonly parts: Parts,
    private readonly now = () => performance.now(),
  ) {}

  /** @param network that it counts for */
  add(environmentId: string, network: string): void {
    this.environments.set(environmentId, { network, usedAt: this.now() });
  }

  /** '' = nobody brought it. */
  networkOf(environmentId: string): string {
    return this.environments.get(environmentId)?.network ?? '';
  }

  used(environmentId: string): void {
    const brought = this.environments.get(environmentId);
    if (brought) brought.usedAt = this.now();
  }

  delete(environmentId: string): void {
    this.environments.delete(environmentId);
  }

  /** For another one. @param network that brings it @throws overloaded */
  makeRoom(network: string): void {
    while (this.isFull() && this.giveOneUp(network));
    if (this.isFull())
      throw overloaded('This edge has no room for another environment: ENVIRONMENTS_AT_MOST, FLAG_MEMORY_MB.');
  }

  /** One that was small when it was brought may have grown. */
  keepWithinMemory(): void {
    while (this.parts.held.bytes > this.parts.bytesAtMost && this.giveOneUp());
  }

  private isFull(): boolean {
    const { held, environmentsAtMost, bytesAtMost } = this.parts;
    return held.size >= environmentsAtMost || held.bytes >= bytesAtMost;
  }

  /** @returns whether one has left */
  private giveOneUp(newcomer?: string): boolean {
    const leaving = this.unclaimed() ?? this.leaving(newcomer);
    if (leaving !== undefined) this.parts.giveUp(leaving);
    return leaving !== undefined;
  }

  private unclaimed(): string | undefined {
    for (const id of this.parts.held.ids()) if (!this.parts.isClaimed(id)) return id;
    return undefined;
  }

  /**
   * Of the network that takes most, the one that was asked for longest ago. So nobody is kept out by a network that has brought all that
   * it could, and networks that take as much as each other keep what they have.
   */
  private leaving(newcomer: string | undefined): string | undefined {
    const taken = new Map<string, number>();
    for (const [id, { network }] of this.environments) taken.set(network, (taken.get(network) ?? 0) + this.sizeOf(id));
    const [most, size] = [...taken].reduce((a, b) => (b[1] > a[1] ? b : a), ['', 0]);
    const own = newcomer === undefined ? 0 : (taken.get(newcomer) ?? 0) + 1;
    if (size <= own) return undefined;
    const its = [...this.environments].filter(([, { network }]) => network === most);
    return its.toSorted((a, b) => a[1].usedAt - b[1].usedAt)[0]?.[0];
  }

  private sizeOf(environmentId: string): number {
    const { held, bytesAtMost } = this.parts;
    return held.bytes < bytesAtMost ? 1 : bytesOf(held.get(environmentId) ?? {});
  }
}
