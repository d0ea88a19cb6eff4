import { formatPosition, type Position } from '../source/position.js';

/**
 * One load for all connections of a channel that need the same. It has started since the channel reached its position, so
 * that whoever joins it sees all that the channel has seen.
 */
export class SharedLoads {
  private readonly underway = new Map<string, Promise<unknown>>();

  once<T>(what: string, channel: Position, load: () => Promise<T>): Promise<T> {
    const name = `${what} ${formatPosition(channel)}`;
    const underway = this.underway.get(name) as Promise<T> | undefined;
    if (underway) return underway;
    const started = load().finally(() => this.underway.delete(name));
    this.underway.set(name, started);
    return started;
  }
}
