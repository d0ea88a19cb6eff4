import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { sseEvents } from '../metrics.js';
import { Frame } from './frame.js';

/** Beyond this much unsent, nothing more is written until the client has read. */
const UNSENT_AT_MOST_BYTES = 256 * 1024;
const DRAIN_WITHIN_MILLISECONDS = 20_000;
const HEARTBEAT = new Frame(':hb\n\n');

/** One client's stream: how far it has been sent, and whether its socket takes more. Nothing is ever queued for it. */
export class StreamConnection {
  /** The revision the client has been brought to. */
  sent = 0;
  /** While true, broadcasts pass it by; it is being brought up to date by itself. */
  catchingUp = true;
  /** Whether somebody is bringing it up to date at this moment. */
  busy = false;
  private begun = false;
  private blocked = false;
  private chunked = true;
  private drainTimer: NodeJS.Timeout | undefined;
  private beating = false;

  /** @param endsAt when its life is over, by `performance.now()` */
  constructor(
    private readonly response: ServerResponse,
    readonly keyHash: string,
    readonly endsAt: number,
    private readonly onDrained: (connection: StreamConnection) => void,
  ) {}

  get writable(): boolean {
    return this.begun && !this.blocked && !this.closed;
  }

  /** Whether everything written has left for the socket. */
  get flushed(): boolean {
    return this.response.writableLength === 0;
  }

  get closed(): boolean {
    return this.response.destroyed || this.response.writableEnded;
  }

  /** The client's end, as `address:port`. */
  get peer(): string {
    const { remoteAddress, remotePort } = this.socket ?? {};
    return `${remoteAddress}:${remotePort}`;
  }

  begin(headers: OutgoingHttpHeaders): void {
    this.response.writeHead(200, headers).flushHeaders();
    this.chunked = this.response.chunkedEncoding;
    this.begun = true;
  }

  /** An event that brings the client to `revision`. Call only while `writable`. */
  sendEvent(type: string, frame: Frame, revision: number): void {
    this.sent = revision;
    sseEvents.inc({ type });
    this.write(frame);
  }

  /** Bytes that are no event: a comment, a retry. Dropped when the socket does not take them. */
  write(frame: Frame): void {
    if (this.writable) this.put(frame);
  }

  /** @returns false when the last heartbeat has still not left: nothing is read at the other end */
  beat(): boolean {
    if (this.beating) return false;
    if (!this.writable) return true;
    this.beating = true;
    this.put(HEARTBEAT, this.onBeatSent);
    return true;
  }

  end(lastWords?: string): void {
    clearTimeout(this.drainTimer);
    if (!this.closed) this.response.end(lastWords);
  }

  destroy(): void {
    clearTimeout(this.drainTimer);
    this.response.destroy();
  }

  private get socket(): Socket | null {
    return this.response.socket;
  }

  /** Past the response, which would cork the socket, frame the bytes anew and wait a turn before it lets them go. */
  private put(frame: Frame, done?: () => void): void {
    const { socket } = this;
    if (!socket) return;
    socket.write(this.chunked ? frame.chunk : frame.plain, done);
    if (this.response.writableLength > UNSENT_AT_MOST_BYTES) this.waitForDrain(socket);
  }

  private readonly onBeatSent = (): void => {
    this.beating = false;
  };

  private waitForDrain(socket: Socket): void {
    this.blocked = true;
    this.drainTimer = setTimeout(() => this.response.destroy(), DRAIN_WITHIN_MILLISECONDS).unref();
    socket.once('drain', () => {
      clearTimeout(this.drainTimer);
      this.blocked = false;
      this.onDrained(this);
    });
  }
}
