import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type EventBatch, FLAG_EVENTS, Frame, type StreamFormat } from '../channel/stream-events.js';
import type { Subscriber, SubscriberOptions } from '../channel/subscriber.js';
import type { RenderedFlagSet } from '../flag-set/rendered-flag-set.js';
import { goesInPieces, writeInPieces } from '../write-in-pieces.js';

/** Above this many unsent bytes, writes stop until the client has read. */
const UNSENT_AT_MOST_BYTES = 256 * 1024;
const DRAIN_WITHIN_MILLISECONDS = 20_000;
const HEARTBEAT = new Frame(':hb\n\n');

export interface ConnectionListener {
  /** The client reads again, and may have missed events. */
  drained(connection: StreamConnection): void;
  eventSent(kind: string): void;
  /** The socket has taken the event of a change that was written so many seconds ago, while the stream was open. */
  delivered(seconds: number): void;
}

/** One client's stream on its socket. */
export class StreamConnection implements Subscriber {
  readonly format: StreamFormat;
  readonly edge: SubscriberOptions['edge'];
  readonly ack: SubscriberOptions['ack'];
  sent = 0;
  catchingUp = true;
  busy = false;
  needsSnapshot = false;
  accessTag = '';
  queued = false;
  /** Ms since 1970: delays of earlier changes are not measured. */
  private readonly openedAt = Date.now();
  private begun = false;
  private blocked = false;
  private stopped = false;
  /** A frame is being written in pieces: no other write may come in between. */
  private inPieces = false;
  private chunked = true;
  private drainTimer: NodeJS.Timeout | undefined;
  private heartbeatUnderway = false;

  /**
   * @param endsAt when it has to end, by `performance.now()`
   * @param heartbeat the heartbeat frame; left out: a comment shared by all streams
   */
  constructor(
    private readonly response: ServerResponse,
    readonly keyHash: string,
    readonly endsAt: number,
    private readonly listener: ConnectionListener,
    options: SubscriberOptions = { format: FLAG_EVENTS },
    private readonly heartbeat = () => HEARTBEAT,
  ) {
    ({ format: this.format, edge: this.edge, ack: this.ack } = options);
  }

  get writable(): boolean {
    return this.begun && !this.blocked && !this.closed;
  }

  get flushed(): boolean {
    return !this.inPieces && this.response.writableLength === 0;
  }

  get closed(): boolean {
    return this.stopped || this.hasEnded;
  }

  private get hasEnded(): boolean {
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

  sendSnapshot({ set: { revision } }: RenderedFlagSet, frame: Frame): void {
    this.needsSnapshot = false;
    this.sendEvents({ events: [{ kind: 'snapshot', revision }], frames: [frame] });
  }

  sendEvents({ events, frames }: EventBatch): void {
    for (const { kind, revision } of events) {
      this.sent = revision;
      this.listener.eventSent(kind);
    }
    if (this.writable) this.put(frames, this.onTaken(events));
  }

  private onTaken(events: EventBatch['events']): ((error?: Error | null) => void) | undefined {
    const times = events.flatMap(({ occurredAt = 0 }) => (occurredAt < this.openedAt ? [] : occurredAt));
    if (times.length === 0) return undefined;
    return (error) => {
      if (error) return;
      const now = Date.now();
      for (const time of times) this.listener.delivered(Math.max(0, now - time) / 1_000);
    };
  }

  write(frame: Frame): void {
    if (this.writable) this.put([frame]);
  }

  /** @returns false when the last heartbeat is still unsent: the client does not read */
  sendHeartbeat(): boolean {
    if (this.heartbeatUnderway) return false;
    if (!this.writable) return true;
    this.heartbeatUnderway = true;
    this.put([this.heartbeat()], this.onHeartbeatSent);
    return true;
  }

  stop(): boolean {
    if (!this.begun) this.end();
    if (this.closed) return false;
    this.stopped = true;
    return true;
  }

  end(lastBytes?: string): void {
    clearTimeout(this.drainTimer);
    if (this.hasEnded) return;
    if (this.begun && !this.inPieces) this.response.end(lastBytes);
    // An EventSource reconnects after a cut connection, even within a frame, but never after a response without events.
    else this.response.destroy();
  }

  destroy(): void {
    clearTimeout(this.drainTimer);
    this.response.destroy();
  }

  private get socket(): Socket | null {
    return this.response.socket;
  }

  /**
   * Bypasses the response, which would cork the socket, frame the bytes again and wait a tick before it sends them.
   * @param frames to be written at once, without joining: a joined copy would belong to this stream only
   */
  private put(frames: readonly Frame[], done?: (error?: Error | null) => void): void {
    const { socket } = this;
    if (!socket) return;
    const chunks = frames.map(({ chunk, plain }) => (this.chunked ? chunk : plain));
    if (chunks.some((bytes) => goesInPieces(socket, bytes))) {
      this.putInPieces(socket, chunks.length > 1 ? Buffer.concat(chunks) : (chunks[0] as Buffer), done);
      return;
    }
    const last = chunks.length - 1;
    if (last > 0) socket.cork();
    for (const [index, bytes] of chunks.entries()) socket.write(bytes, index === last ? done : undefined);
    if (last > 0) socket.uncork();
    if (this.response.writableLength > UNSENT_AT_MOST_BYTES) socket.once('drain', this.block());
  }

  private putInPieces(socket: Socket, bytes: Buffer, done?: (error?: Error | null) => void): void {
    this.inPieces = true;
    const goOn = this.block();
    writeInPieces(socket, bytes, (error) => {
      this.inPieces = false;
      done?.(error);
      if (!error) goOn();
    });
  }

  private readonly onHeartbeatSent = (): void => {
    this.heartbeatUnderway = false;
  };

  /** Stops writing, and closes the stream unless the returned function is called in time. */
  private block(): () => void {
    this.blocked = true;
    this.drainTimer = setTimeout(() => this.response.destroy(), DRAIN_WITHIN_MILLISECONDS).unref();
    return () => {
      clearTimeout(this.drainTimer);
      this.blocked = false;
      this.listener.drained(this);
    };
  }
}
