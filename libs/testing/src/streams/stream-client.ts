import { randomInt } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { EventText, type RawEvent } from './event-text.js';

const SILENT_AT_MOST_MILLISECONDS = 45_000;
const LONGEST_PAUSE_MILLISECONDS = 30_000;

export interface Position {
  epoch: string;
  revision: number;
}

export interface StreamClientOptions {
  /** Where to go next; asked before each attempt. */
  base: () => string;
  sdkKey: string;
  /** False: stores only the position, for many clients. Default: true. */
  keepsFlags?: boolean;
  /** Begins with what changes from now on, without asking for a snapshot first. */
  fromNow?: boolean;
  /** Called for each event, when it has been taken in. */
  onEvent?: (event: RawEvent, position: Position | undefined) => void;
}

// What is in it is the test's business.
// oxlint-disable-next-line typescript/no-explicit-any
type FlagData = any;

const parsePosition = (id: string): Position => {
  const at = id.lastIndexOf('-');
  return { epoch: id.slice(0, at), revision: Number(id.slice(at + 1)) };
};

/** One timer for all clients: a client that receives nothing for 45 s reconnects. */
const listening = new Set<StreamClient>();
setInterval(() => {
  for (const client of listening) client.reconnectWhenSilent();
}, 1_000).unref();

/**
 * A client of the event stream as docs/request-paths/stream.md tells to write one, on a bare socket, so that thousands fit into
 * a process. It comes back by itself, and notes what a server must never do.
 */
export class StreamClient {
  position: Position | undefined;
  readonly flags = new Map<string, FlagData>();
  /** Violations by the server: gaps, repetitions, events out of order. */
  readonly violations: string[] = [];
  /** How often it was admitted, refused (503, 429), and given a snapshot. */
  opened = 0;
  refused = 0;
  snapshots = 0;
  /** Set when it will not come back: the key is no good. */
  stoppedBy: number | undefined;
  /** When the stream opened, and was last heard or ended, by `performance.now()`. */
  openedAt = 0;
  heardAt = 0;
  endedAt = 0;
  lastRetry = 1_000;
  private socket: Socket | undefined;
  private state: 'off' | 'waiting' | 'connecting' | 'open' = 'off';
  private failures = 0;
  private timer: NodeJS.Timeout | undefined;
  /** Many addresses for many clients, as what is limited by address is not what most tests are about. */
  readonly address = `127.${randomInt(1, 255)}.${randomInt(256)}.${randomInt(1, 255)}`;

  constructor(private readonly options: StreamClientOptions) {}

  get isOpen(): boolean {
    return this.state === 'open';
  }

  start(): this {
    listening.add(this);
    this.dial();
    return this;
  }

  stop(): void {
    listening.delete(this);
    this.state = 'off';
    clearTimeout(this.timer);
    this.socket?.destroy();
  }

  /** Breaks the connection from this side; it comes back at once. */
  reconnect(): void {
    this.socket?.destroy();
    this.wait(0);
  }

  reconnectWhenSilent(): void {
    if (this.state === 'open' && performance.now() - this.heardAt > SILENT_AT_MOST_MILLISECONDS) this.reconnect();
  }

  private dial(): void {
    if (this.state === 'off' && !listening.has(this)) return;
    this.state = 'connecting';
    const { hostname, port, host } = new URL(this.options.base());
    const socket = connect({
      host: hostname === 'localhost' ? '127.0.0.1' : hostname,
      port: Number(port),
      localAddress: this.address,
    });
    this.socket = socket;
    const { position } = this;
    const query = position || this.options.fromNow ? '' : '?snapshot=true';
    const last = position ? `last-event-id: ${position.epoch}-${position.revision}\r\n` : '';
    socket.setNoDelay(true).setEncoding('latin1');
    socket.write(
      `GET /api/v1/stream${query} HTTP/1.1\r\nhost: ${host}\r\nx-sdk-key: ${this.options.sdkKey}\r\n${last}\r\n`,
    );
    let head = '';
    let events: EventText | undefined;
    socket.on('data', (text: string) => {
      if (socket !== this.socket) return;
      this.heardAt = performance.now();
      if (events) return this.read(events, text);
      head += text;
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      events = this.answered(head.slice(0, end));
      if (events) this.read(events, head.slice(end + 4));
    });
    socket.on('error', () => undefined);
    socket.on('close', () => this.lost(socket));
  }

  /** @returns what reads the body, when it is a stream */
  private answered(head: string): EventText | undefined {
    const status = Number(head.slice(9, 12));
    if (status === 200) {
      this.state = 'open';
      this.openedAt = performance.now();
      this.opened++;
      return new EventText();
    }
    const [, seconds] = /\r\nretry-after: (\d+)/i.exec(head) ?? [];
    if (status === 401 || status === 403) {
      this.stoppedBy = status;
      this.stop();
    } else if (seconds === undefined) this.socket?.destroy();
    else {
      this.refused++;
      this.wait(Number(seconds) * 1_000 + randomInt(1_000));
      this.socket?.destroy();
    }
    return undefined;
  }

  private read(events: EventText, text: string): void {
    for (const piece of events.feed(text)) {
      if ('retry' in piece) this.lastRetry = piece.retry;
      else if ('event' in piece) this.take(piece.event);
    }
    if (events.ended) this.socket?.destroy();
  }

  private lost(socket: Socket): void {
    if (socket !== this.socket || this.state === 'off' || this.state === 'waiting') return;
    this.endedAt = performance.now();
    const pause = Math.min(this.lastRetry * 2 ** this.failures, LONGEST_PAUSE_MILLISECONDS);
    if (this.state === 'connecting') this.failures++;
    this.wait(this.state === 'open' ? this.lastRetry : Math.random() * pause);
  }

  private wait(milliseconds: number): void {
    if (this.state === 'off') return;
    this.state = 'waiting';
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.dial(), milliseconds);
  }

  private take(event: RawEvent): void {
    this.failures = 0;
    if (event.kind !== 'ready' && event.id !== undefined) this.follow(event, parsePosition(event.id));
    this.options.onEvent?.(event, this.position);
  }

  private follow({ kind, data }: RawEvent, to: Position): void {
    const isSnapshot = kind === 'snapshot';
    if (isSnapshot) this.snapshots++;
    else if (this.position && (to.epoch !== this.position.epoch || to.revision !== this.position.revision + 1))
      this.violations.push(`${kind} ${to.epoch}-${to.revision} at ${JSON.stringify(this.position)}`);
    this.position = to;
    if (this.options.keepsFlags ?? true)
      this.apply(isSnapshot, kind, JSON.parse(Buffer.from(data, 'latin1').toString()) as FlagData);
  }

  private apply(isSnapshot: boolean, kind: string, data: FlagData): void {
    if (isSnapshot) {
      this.flags.clear();
      for (const flag of data.flags) this.flags.set(flag.flag_id, flag);
    } else if (kind === 'flag_deleted') this.flags.delete(data.flag_id);
    else {
      const { environment_id: _environment, revision: _revision, traceparent: _trace, ...flag } = data;
      this.flags.set(flag.flag_id, flag);
    }
  }

  /** Its copy as GET /api/v1/flags would answer it. */
  get copy(): FlagData[] {
    return [...this.flags.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1));
  }
}
