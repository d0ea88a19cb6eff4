import type { RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import { FairQueue } from '@burgee/admission';
import { addressNetworks } from './address-block.js';

/** How many new connections may be read that have sent no request yet. */
export const READ_AT_ONCE = 8;
/** A connection that has sent no request for so long is read on, and the next one no longer waits for it. */
const PATIENCE_MILLISECONDS = 10;
/** All turns cost the same. */
const COST = 1;

/**
 * Reads the first requests of new connections a few at a time; networks of callers take turns. The event loop hands over whatever
 * all connections have sent before anything else has its turn, so without this the requests of thousands that connect at once are
 * one lump, and reads on open connections wait behind it. Node's time limits of a request run from its connection on.
 */
export class FirstRequests {
  private readonly waiting = new FairQueue<Socket>();
  /** Since when each is read, oldest first. */
  private readonly reading = new Map<Socket, number>();
  private timer: NodeJS.Timeout | undefined;
  private scheduled = false;

  /** @param now ms, by a clock that only rises */
  constructor(private readonly now = () => performance.now()) {}

  /** The same listener; a request lets the next connection be read. */
  before(listener: RequestListener): RequestListener {
    return (request, response) => {
      // Not in this turn of the event loop: it would end only when nobody waits.
      this.release(request.socket);
      listener(request, response);
    };
  }

  /** Takes all connections that this server accepts from now on. */
  watch(server: Server): void {
    // What `net.createServer` calls an option; `http.createServer` does not pass it on.
    Object.assign(server, { pauseOnConnect: true });
    server.on('connection', (socket) => {
      this.waiting.add(addressNetworks(socket.remoteAddress ?? ''), socket);
      // While it waits nobody sees that its client has gone; once it is read, that shows at once.
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
      // It was closed while it waited: by its client, a time limit, or the end of this process.
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
