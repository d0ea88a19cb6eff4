import { overloaded } from '@burgee/contracts/wire';
import type { CachedEnvironments } from '../cached/cached-environments.js';

/** The environments that clients of one network brought in. */
interface Network {
  /** The size of each environment by id, least recently used first. */
  sizes: Map<string, number>;
  /** The total. */
  bytes: number;
}

interface OnDemandParts {
  cached: Pick<CachedEnvironments, 'sizeOf' | 'size' | 'bytes'>;
  environmentsAtMost: number;
  bytesAtMost: number;
  /** An environment known only from the snapshot file; no client has presented a key for it yet. */
  unclaimed: () => string | undefined;
  giveUp: (environmentId: string) => void;
}

/**
 * The on-demand environments, and the choice of which to evict when there is no room for another. Sizes are tracked as
 * environments come, grow and leave, so that refusing a newcomer costs by the number of networks, not of environments.
 */
export class OnDemandEnvironments {
  private readonly networks = new Map<string, Network>();
  private readonly networkNames = new Map<string, string>();

  constructor(private readonly parts: OnDemandParts) {}

  /** @param network the network that it counts against */
  add(environmentId: string, network: string): void {
    this.delete(environmentId);
    this.networkNames.set(environmentId, network);
    this.networks.set(network, this.networks.get(network) ?? { sizes: new Map(), bytes: 0 });
    this.measure(environmentId);
  }

  /** '' = not on demand. */
  networkOf(environmentId: string): string {
    return this.networkNames.get(environmentId) ?? '';
  }

  /** Updates the size of its flags. */
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

  /** Makes room for a newcomer. @param network the network that presented its key @throws overloaded */
  makeRoom(network: string): void {
    while (this.isFull() && this.giveOneUp(network));
    if (this.isFull())
      throw overloaded(
        'This edge has no room for another environment. Operators can raise ENVIRONMENTS_AT_MOST or FLAG_MEMORY_MB.',
      );
  }

  /** Evicts environments that have grown since they were admitted. */
  keepWithinMemory(): void {
    while (this.parts.cached.bytes > this.parts.bytesAtMost && this.giveOneUp());
  }

  private isFull(): boolean {
    const { cached, environmentsAtMost, bytesAtMost } = this.parts;
    return cached.size >= environmentsAtMost || cached.bytes >= bytesAtMost;
  }

  /** @returns whether one was evicted */
  private giveOneUp(newcomer?: string): boolean {
    const leaving = this.parts.unclaimed() ?? this.leaving(newcomer);
    if (leaving !== undefined) this.parts.giveUp(leaving);
    return leaving !== undefined;
  }

  /**
   * The least recently used environment of the network that uses the most memory. So no network can shut others out,
   * and networks of equal use keep what they have.
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
