import { formatPosition, type Position } from '@burgee/contracts/wire';
import type { Spend, Turn } from '../source/tenant-queue.js';

/** One load, and those who wait for it. */
class SharedLoad<T> {
  private begun = false;
  private waiting = 0;
  private settle: (loaded: Promise<T>) => void = () => undefined;
  private readonly loaded = new Promise<T>((resolve) => (this.settle = resolve));

  /** @param end is called when nobody waits any more */
  constructor(
    private readonly load: (spend: Spend) => Promise<T>,
    private readonly end: () => void,
  ) {}

  async awaitIn(turn: Turn): Promise<T> {
    if (this.begun) return this.loaded;
    this.waiting++;
    return new Promise<T>((resolve, reject) => {
      this.loaded.then(resolve, reject);
      turn((spend) => this.begin(spend)).catch((error: unknown) => {
        reject(error as Error);
        if (--this.waiting === 0 && !this.begun) this.end();
      });
    });
  }

  /** Those whose turns come later have been given it already. */
  private async begin(spend: Spend): Promise<void> {
    if (this.begun) return;
    this.begun = true;
    const loaded = this.load(spend).finally(this.end);
    this.settle(loaded);
    await loaded.catch(() => undefined);
  }
}

/**
 * One load for all connections of a channel that need the same, at the first turn that one of them has. It starts after the channel
 * has reached its position, so that whoever joins it sees all that the channel has seen.
 */
export class SharedLoads {
  private readonly shared = new Map<string, unknown>();

  /** @throws what `load` throws, and what `turn` throws when it never comes */
  once<T>(what: string, channel: Position, turn: Turn, load: (spend: Spend) => Promise<T>): Promise<T> {
    const name = `${what} ${formatPosition(channel)}`;
    let shared = this.shared.get(name) as SharedLoad<T> | undefined;
    if (!shared) {
      shared = new SharedLoad(load, () => this.shared.delete(name));
      this.shared.set(name, shared);
    }
    return shared.awaitIn(turn);
  }
}
