import { brokenOff, overloaded } from '@burgee/contracts/wire';
import type { Flow } from './fair-queue.js';

const BYTES_AT_MOST = 128 * 1024 * 1024;
/** A flow's share of the free bytes, so that a new flow finds some next to a greedy one. */
const PART_OF_FLOW = 1 / 6;

/** A response, which closes once. */
interface Closable {
  readonly closed: boolean;
  readonly destroyed: boolean;
  once(event: 'close', listener: () => void): unknown;
}

/**
 * Bounds the memory of open requests and responses: each flow, and each part of a flow, may take a share of the free
 * bytes.
 */
export class BufferedBytes {
  private readonly ofFlow = new Map<string, number>();
  private taken = 0;

  constructor(private readonly bytesAtMost = BYTES_AT_MOST) {}

  /** @throws overloaded, without taking any, when these bytes exceed the limit */
  take(flow: Flow, bytes: number): void {
    const most = (this.bytesAtMost - this.taken - bytes) * PART_OF_FLOW;
    if (flow.some((name) => (this.ofFlow.get(name) ?? 0) + bytes > most))
      throw overloaded('Too much data is in flight, here or from your network. Read your responses first.');
    this.count(flow, bytes);
  }

  giveBack(flow: Flow, bytes: number): void {
    this.count(flow, -bytes);
  }

  /** Runs `work` with so many bytes reserved. @throws overloaded, without calling it */
  async during<T>(flow: Flow, bytes: number, work: () => Promise<T>): Promise<T> {
    this.take(flow, bytes);
    try {
      return await work();
    } finally {
      this.giveBack(flow, bytes);
    }
  }

  /**
   * Reserves bytes until the response is closed: they stay reserved while the client has not read its response.
   * @returns a function that reserves more; it throws overloaded above the limit, request_too_slow when the client has
   * left
   */
  holdUntilClosed(response: Closable, flowOf: () => Flow): (bytes: number) => void {
    let held = 0;
    let flow: Flow | undefined;
    return (bytes) => {
      // The close event has passed, so bytes taken now would never be released.
      if (response.closed || response.destroyed) throw brokenOff();
      const taker = (flow ??= flowOf());
      this.take(taker, bytes);
      if (held === 0) response.once('close', () => this.giveBack(taker, held));
      held += bytes;
    };
  }

  private count(flow: Flow, bytes: number): void {
    this.taken += bytes;
    for (const name of flow) {
      const now = (this.ofFlow.get(name) ?? 0) + bytes;
      if (now > 0) this.ofFlow.set(name, now);
      else this.ofFlow.delete(name);
    }
  }
}
