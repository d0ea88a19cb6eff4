import type { ServerResponse } from 'node:http';
import { sseEvents } from '../metrics.js';

/** Beyond this much unsent, nothing more is written until the client has read. */
const UNSENT_AT_MOST_BYTES = 256 * 1024;
const DRAIN_WITHIN_MILLISECONDS = 20_000;

/** One client's stream: how far it has been sent, and whether its socket takes more. Nothing is ever queued for it. */
export class StreamConnection {
  /** The revision the client has been brought to. */
  sent = 0;
  /** While true, broadcasts pass it by; it is being brought up to date by itself. */
  catchingUp = true;
  private blocked = false;
  private drainTimer: NodeJS.Timeout | undefined;

  constructor(
    private readonly response: ServerResponse,
    readonly keyHash: string,
    private readonly onDrained: (connection: StreamConnection) => void,
  ) {}

  get writable(): boolean {
    return !this.blocked && !this.response.destroyed;
  }

  /** Whether everything written has left for the socket. */
  get flushed(): boolean {
    return this.response.writableLength === 0;
  }

  get closed(): boolean {
    return this.response.destroyed || this.response.writableEnded;
  }

  /** An event that brings the client to `revision`. Call only while `writable`. */
  sendEvent(type: string, bytes: Buffer, revision: number): void {
    this.sent = revision;
    sseEvents.inc({ type });
    this.write(bytes);
  }

  /** Bytes that are no event: a comment, a retry. Dropped when the socket does not take them. */
  write(bytes: Buffer): void {
    if (!this.writable) return;
    this.response.write(bytes);
    if (this.response.writableLength > UNSENT_AT_MOST_BYTES) this.waitForDrain();
  }

  end(lastWords?: string): void {
    clearTimeout(this.drainTimer);
    if (!this.closed) this.response.end(lastWords);
  }

  private waitForDrain(): void {
    this.blocked = true;
    this.drainTimer = setTimeout(() => this.response.destroy(), DRAIN_WITHIN_MILLISECONDS).unref();
    this.response.once('drain', () => {
      clearTimeout(this.drainTimer);
      this.blocked = false;
      this.onDrained(this);
    });
  }
}
