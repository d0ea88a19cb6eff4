import type { RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import { FairQueue } from '@burgee/admission';
import { addressNetworks } from './address-block.js';

/** New connections without a request yet that may be read at a time. */
export const READ_AT_ONCE = 8;
/** After this time without a request, a connection no longer blocks the next one. */
const PATIENCE_MILLISECONDS = 10;
/** All turns cost the same. */
const COST = 1;

/**
 * Reads the first requests of new connections a few at a time; networks of clients take turns. The event loop hands
 * over the input of all connections before other work runs, so without this, thousands of clients that connect at once
 * would delay reads on open connections. Node's time limits of a request start with its connection.
 */
export class FirstRequests {
  private readonly waiting = new FairQueue<Socket>();
  /** The start of each read, oldest first. */
  private readonly reading = new Map<Socket, number>();
  private timer: NodeJS.Timeout | undefined;
  private scheduled = false;

  /** @param now ms of a monotonic clock */
  constructor(private readonly now = () => performance.now()) {}

  /** Wraps the listener; a request lets the next connection be read. */
  before(listener: RequestListener): RequestListener {
    return (request, response) => {
      // In the next tick: otherwise this one would last until the queue is empty.
      this.release(request.socket);
      listener(request, response);
    };
  }

  /** Queues all connections that this server accepts from now on. */
  watch(server: Server): void {
    // An option of `net.createServer` that `http.createServer` does not pass on.
    Object.assign(server, { pauseOnConnect: true });
    server.on('connection', (socket) => {
      this.waiting.add(addressNetworks(socket.remoteAddress ?? ''), socket);
      // A closed client goes unnoticed in the queue; the first read shows it at once.
      socket.once('close', () => this.release(socket));
      this.readNext();
    });
  }

  private release(socket: Socket): void {
    if (this.reading.size > 0 && this.reading.delete(socket) && this.waiting.size > 0) this.schedule();
  }

  private schedule(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    setImmediate(() => {
      this.scheduled = false;
      this.readNext();
    });
  }

  private readNext(): void {
    const now = this.now();
    for (const [socket, since] of this.reading) {
      if (now - since < PATIENCE_MILLISECONDS) break;
      this.reading.delete(socket);
    }
    while (this.reading.size < READ_AT_ONCE && this.waiting.size > 0) {
      const turn = this.waiting.takeNext();
      if (!turn) break;
      this.waiting.end(turn, COST);
      const socket = turn.item;
      // Closed in the queue: by its client, a time limit, or the end of this process.
      if (socket.destroyed) continue;
      this.reading.set(socket, now);
      socket.resume();
    }
    if (this.waiting.size > 0)
      this.timer ??= setTimeout(() => {
        this.timer = undefined;
        this.readNext();
      }, PATIENCE_MILLISECONDS);
  }
}
