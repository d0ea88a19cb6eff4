import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@burgee/launcher';
import { eventually } from '../eventually.js';

const LOOPBACK = '127.0.0.1';

interface Pair {
  client: Socket;
  target: Socket;
}

/** Node never closes a socket that is reset while it is being shut down (EINVAL), and so does not exit. */
function reset(socket: Socket): void {
  if (socket.writableEnded && !socket.writableFinished) socket.destroy();
  else socket.resetAndDestroy();
}

/**
 * A link between two processes that can be made to fail: clients connect to `port`, the proxy to the target. It begins
 * passing everything on; each method changes what happens from then on, until the next one is called.
 */
export class FaultProxy {
  private readonly pairs = new Set<Pair>();
  private readonly server: Server = createServer({ allowHalfOpen: true }, (client) => this.accept(client));
  private latencyMs = 0;
  private cutAt = Infinity;
  private resetting = false;
  private opened: Promise<void> = Promise.resolve();
  private open: () => void = () => undefined;

  private constructor(
    private targetPort: number,
    /** Where clients connect, on 127.0.0.1. */
    readonly port: number,
  ) {}

  /** A proxy for what listens, or will, on that port of 127.0.0.1. */
  static async to(targetPort: number): Promise<FaultProxy> {
    // Another process may take the port first.
    return eventually(async () => {
      const proxy = new FaultProxy(targetPort, await freePort());
      await proxy.listen();
      return proxy;
    });
  }

  /** Connections open through it now. */
  get connections(): number {
    return this.pairs.size;
  }

  /** Heals: bytes that a blackhole has kept are delivered, in order, and new connections are taken. */
  async pass(): Promise<void> {
    this.latencyMs = 0;
    this.cutAt = Infinity;
    this.resetting = false;
    this.open();
    if (!this.server.listening) await this.listen();
  }

  /** Nothing arrives any more in either direction, nor does the end of a connection; connecting still works. */
  blackhole(): void {
    this.open();
    this.opened = new Promise((resolve) => (this.open = resolve));
  }

  /** Open connections are reset (RST), and each new one as soon as it is made. */
  reset(): void {
    this.resetting = true;
    for (const { client } of this.pairs) reset(client);
  }

  /** Open connections are reset, and nothing listens any more: connecting is refused. */
  async refuse(): Promise<void> {
    const closed = this.server.listening ? once(this.server, 'close') : undefined;
    this.server.close();
    for (const { client } of this.pairs) reset(client);
    await closed;
  }

  /** From now on connections lead to what listens at that port of 127.0.0.1; open ones are reset. */
  redirect(targetPort: number): void {
    this.targetPort = targetPort;
    for (const { client } of this.pairs) reset(client);
  }

  /** Everything arrives that much later, in either direction. */
  latency(milliseconds: number): void {
    this.latencyMs = milliseconds;
  }

  /** Each connection is reset once that many bytes more have come from the target. 0: with the next one. */
  cutAfter(bytes: number): void {
    this.cutAt = bytes;
  }

  /** Ends it and everything that runs through it. */
  async close(): Promise<void> {
    this.open();
    await this.refuse();
  }

  private async listen(): Promise<void> {
    this.server.listen(this.port, LOOPBACK);
    await once(this.server, 'listening');
  }

  private accept(client: Socket): void {
    client.on('error', () => undefined);
    if (this.resetting) {
      reset(client);
      return;
    }
    const target = connect({ port: this.targetPort, host: LOOPBACK, allowHalfOpen: true });
    target.on('error', () => undefined);
    const pair = { client, target };
    this.pairs.add(pair);
    client.on('close', () => this.pairs.delete(pair));
    for (const socket of [client, target]) socket.setNoDelay(true);
    this.pump(client, target, false);
    this.pump(target, client, true);
  }

  private pump(from: Socket, to: Socket, counted: boolean): void {
    let before: Promise<void> = Promise.resolve();
    let passed = 0;
    let limit = this.cutAt;
    const inTurn = (step: () => void) => {
      const due = performance.now() + this.latencyMs;
      before = before.then(async () => {
        await this.opened;
        if (due > performance.now()) await delay(due - performance.now());
        step();
      });
    };
    const write = (chunk: Buffer) => {
      if (counted && limit !== this.cutAt) [limit, passed] = [this.cutAt, 0];
      const room = counted ? limit - passed : Infinity;
      passed += chunk.length;
      if (to.destroyed) return;
      const taken = to.write(chunk.subarray(0, Math.min(room, chunk.length)));
      if (chunk.length >= room) to.end(() => to.resetAndDestroy());
      else if (!taken) {
        from.pause();
        to.once('drain', () => from.resume());
      }
    };
    from.on('data', (chunk: Buffer) => inTurn(() => write(chunk)));
    from.on('end', () => inTurn(() => to.end()));
    from.on('close', (failed) => inTurn(() => (failed ? reset(to) : to.destroy())));
  }
}
