import type { ServerResponse } from 'node:http';
import { brokenOff, overloaded } from '@burgee/contracts/wire';

const BYTES_AT_MOST = 128 * 1024 * 1024;
/** Of what is left, so that those who come anew find some, whoever has taken what he could. */
const SHARE_OF_NETWORK = 1 / 6;

/**
 * Memory for what callers are sending, and for what they have not taken. Hardly anybody is known for that, so each network has a
 * part of it at most.
 */
export class HeldBytes {
  private readonly ofNetwork = new Map<string, number>();
  private taken = 0;

  constructor(private readonly bytesAtMost = BYTES_AT_MOST) {}

  /** @throws overloaded, with nothing taken, when these bytes are too many */
  take(networks: readonly string[], bytes: number): void {
    const most = (this.bytesAtMost - this.taken - bytes) * SHARE_OF_NETWORK;
    if (networks.some((network) => this.of(network) + bytes > most))
      throw overloaded('Too much is being sent or not taken, or too much by this network.');
    this.count(networks, bytes);
  }

  giveBack(networks: readonly string[], bytes: number): void {
    this.count(networks, -bytes);
  }

  /**
   * Takes bytes for one caller until the response is closed: whoever does not take an answer holds it all the same.
   * @returns takes so many; throws overloaded when they are too many, request_too_slow when the caller has left
   */
  holdUntilClosed(
    response: Pick<ServerResponse, 'closed' | 'destroyed' | 'once'>,
    networksOf: () => readonly string[],
  ): (bytes: number) => void {
    let held = 0;
    let networks: readonly string[] | undefined;
    return (bytes) => {
      // Nobody would give back what is taken now.
      if (response.closed || response.destroyed) throw brokenOff();
      const takenBy = (networks ??= networksOf());
      this.take(takenBy, bytes);
      if (held === 0) response.once('close', () => this.giveBack(takenBy, held));
      held += bytes;
    };
  }

  private of(network: string): number {
    return this.ofNetwork.get(network) ?? 0;
  }

  private count(networks: readonly string[], bytes: number): void {
    this.taken += bytes;
    for (const network of networks) {
      const now = this.of(network) + bytes;
      if (now > 0) this.ofNetwork.set(network, now);
      else this.ofNetwork.delete(network);
    }
  }
}
