import { formatPosition, type Position } from '@burgee/contracts/wire';

/**
 * One load for all connections of a channel that need the same. It starts after the channel has reached its position, so that whoever
 * joins it sees all that the channel has seen.
 */
export class SharedLoads {
  private readonly underway = new Map<string, Promise<unknown>>();

  /** @throws what `load` throws */
  once<T>(what: string, channel: Position, load: () => Promise<T>): Promise<T> {
    const name = `${what} ${formatPosition(channel)}`;
    const underway = this.underway.get(name) ?? load().finally(() => this.underway.delete(name));
    this.underway.set(name, underway);
    return underway as Promise<T>;
  }
}
