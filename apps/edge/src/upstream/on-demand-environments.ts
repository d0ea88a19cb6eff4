import { overloaded } from '@burgee/contracts/wire';
import type { CachedEnvironments } from '../cached/cached-environments.js';

/** What callers of one network have brought. */
interface Network {
  /** What its environments take, by id: that which was asked for longest ago is the first. */
  sizes: Map<string, number>;
  /** All of them. */
  bytes: number;
}

interface OnDemandParts {
  cached: Pick<CachedEnvironments, 'sizeOf' | 'size' | 'bytes'>;
  environmentsAtMost: number;
  bytesAtMost: number;
  /** One that only a file names, and that nobody has brought a key for. */
  unclaimed: () => string | undefined;
  giveUp: (environmentId: string) => void;
}

/**
 * The environments that callers brought, and which of them leaves when there is no room for another one. Counted as they come, grow
 * and leave: a newcomer for whom there is no room costs by the networks, and not by what is cached.
 */
export class OnDemandEnvironments {
  private readonly networks = new Map<string, Network>();
  private readonly networkNames = new Map<string, string>();

  constructor(private readonly parts: OnDemandParts) {}

  /** @param network that it counts for */
  add(environmentId: string, network: string): void {
    this.delete(environmentId);
    this.networkNames.set(environmentId, network);
    this.networks.set(network, this.networks.get(network) ?? { sizes: new Map(), bytes: 0 });
    this.measure(environmentId);
  }

  /** '' = nobody brought it. */
  networkOf(environmentId: string): string {
    return this.networkNames.get(environmentId) ?? '';
  }

  /** Its flags may take another size now. */
  measure(environmentId: string): void {
    const network = this.networks.get(this.networkOf(environmentId));
    if (!network) return;
    const size = this.parts.cached.sizeOf(environmentId);
    network.bytes += size - (network.sizes.get(environmentId) ?? 0);
    network.sizes.set(environmentId, size);
  }

  used(environmentId: string): void {
    const sizes = this.networks.get(this.networkOf(environmentId))?.sizes;
    const size = sizes?.get(environmentId);
    if (size === undefined) return;
    sizes?.delete(environmentId);
    sizes?.set(environmentId, size);
  }

  delete(environmentId: string): void {
    const name = this.networkOf(environmentId);
    const network = this.networks.get(name);
    if (!network) return;
    network.bytes -= network.sizes.get(environmentId) ?? 0;
    network.sizes.delete(environmentId);
    if (network.sizes.size === 0) this.networks.delete(name);
    this.networkNames.delete(environmentId);
  }

  /** For another one. @param network that brings it @throws overloaded */
  makeRoom(network: string): void {
    while (this.isFull() && this.giveOneUp(network));
    if (this.isFull())
      throw overloaded(
        'This edge has no room for another environment. Operators can raise ENVIRONMENTS_AT_MOST or FLAG_MEMORY_MB.',
      );
  }

  /** One that was small when it was brought may have grown. */
  keepWithinMemory(): void {
    while (this.parts.cached.bytes > this.parts.bytesAtMost && this.giveOneUp());
  }

  private isFull(): boolean {
    const { cached, environmentsAtMost, bytesAtMost } = this.parts;
    return cached.size >= environmentsAtMost || cached.bytes >= bytesAtMost;
  }

  /** @returns whether one has left */
  private giveOneUp(newcomer?: string): boolean {
    const leaving = this.parts.unclaimed() ?? this.leaving(newcomer);
    if (leaving !== undefined) this.parts.giveUp(leaving);
    return leaving !== undefined;
  }

  /**
   * Of the network that takes most, the one that was asked for longest ago. So nobody is kept out by a network that has brought all that
   * it could, and networks that take as much as each other keep what they have.
   */
  private leaving(newcomer: string | undefined): string | undefined {
    const { cached, bytesAtMost } = this.parts;
    const needsMemory = cached.bytes >= bytesAtMost;
    const takenBy = (network: Network | undefined) => (needsMemory ? network?.bytes : network?.sizes.size) ?? 0;
    let most: Network | undefined;
    for (const network of this.networks.values()) if (takenBy(network) > takenBy(most)) most = network;
    const own = newcomer === undefined ? 0 : takenBy(this.networks.get(newcomer)) + 1;
    return takenBy(most) > own ? most?.sizes.keys().next().value : undefined;
  }
}
