import { brokenOff, overloaded } from '@burgee/contracts/wire';
import type { Flow } from './fair-queue.js';

const BYTES_AT_MOST = 128 * 1024 * 1024;
/** Of the free bytes, so that a new flow finds some next to one that takes all it can. */
const PART_OF_FLOW = 1 / 6;

/** What is closed once: a response. */
interface Closable {
  readonly closed: boolean;
  readonly destroyed: boolean;
  once(event: 'close', listener: () => void): unknown;
}

/** The memory that requests and answers under way may hold: of each flow, and of each part of one, a part of what is left. */
export class BufferedBytes {
  private readonly ofFlow = new Map<string, number>();
  private taken = 0;

  constructor(private readonly bytesAtMost = BYTES_AT_MOST) {}

  /** @throws overloaded, with nothing taken, when these bytes are too many */
  take(flow: Flow, bytes: number): void {
    const most = (this.bytesAtMost - this.taken - bytes) * PART_OF_FLOW;
    if (flow.some((name) => (this.ofFlow.get(name) ?? 0) + bytes > most))
      throw overloaded('Too much data is in flight, here or from your network. Read your responses first.');
    this.count(flow, bytes);
  }

  giveBack(flow: Flow, bytes: number): void {
    this.count(flow, -bytes);
  }

  /** What `work` gives; so many bytes are held meanwhile. @throws overloaded, without calling it */
  async during<T>(flow: Flow, bytes: number, work: () => Promise<T>): Promise<T> {
    this.take(flow, bytes);
    try {
      return await work();
    } finally {
      this.giveBack(flow, bytes);
    }
  }

  /**
   * Takes bytes until the response is closed: a client that does not read its response still holds them.
   * @returns takes so many; throws overloaded when they are too many, request_too_slow when the caller has left
   */
  holdUntilClosed(response: Closable, flowOf: () => Flow): (bytes: number) => void {
    let held = 0;
    let flow: Flow | undefined;
    return (bytes) => {
      // Nobody would give back what is taken now.
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
