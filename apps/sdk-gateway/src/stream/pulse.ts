import { readFile } from 'node:fs/promises';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { AddressInfo, Server } from 'node:net';
import { Hub } from './hub.js';
import { randomRetry } from './retry.js';
import type { StreamConnection } from './stream-connection.js';
import { stuckPeers } from './stuck-peers.js';

const ROUND_MILLISECONDS = 15_000;
/** A round is taken in so many turns, each of which is short: a GET never waits for a heartbeat of thousands. */
const TURNS = 60;
const SOCKET_TABLES = ['/proc/net/tcp', '/proc/net/tcp6'];

/** Every 15 s, for each stream: a heartbeat, and the question whether it is still wanted, read, and there at all. */
@Injectable()
export class Pulse implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly turns = Array.from({ length: TURNS }, () => new Set<StreamConnection>());
  private timer: NodeJS.Timeout | undefined;
  private turn = 0;
  private nextPlace = 0;
  private stuckBefore: ReadonlySet<string> = new Set();

  constructor(
    private readonly hub: Hub,
    private readonly http: HttpAdapterHost,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.takeTurn(), ROUND_MILLISECONDS / TURNS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** @returns takes it out again */
  add(connection: StreamConnection): () => void {
    const turn = this.turns[this.nextPlace++ % TURNS] as Set<StreamConnection>;
    turn.add(connection);
    return () => turn.delete(connection);
  }

  private takeTurn(): void {
    const now = performance.now();
    for (const connection of this.turns[this.turn] ?? []) {
      if (now >= connection.endsAt) connection.end(randomRetry());
      else if (!connection.beat()) connection.destroy();
    }
    this.turn = (this.turn + 1) % TURNS;
    if (this.turn === 0) void this.endStuck();
  }

  /**
   * A heartbeat that was not acknowledged for a round means that nobody is there: a client that lost its power, a cable
   * that was pulled. Node cannot ask for that (TCP_USER_TIMEOUT); the kernel would try for a quarter of an hour.
   */
  private async endStuck(): Promise<void> {
    const { port } = (this.http.httpAdapter.getHttpServer() as Server).address() as AddressInfo;
    const tables = await Promise.all(SOCKET_TABLES.map((file) => readFile(file, 'latin1').catch(() => '')));
    const stuck = new Set(tables.flatMap((table) => stuckPeers(table, port)));
    const stillStuck = [...stuck].filter((peer) => this.stuckBefore.has(peer));
    this.stuckBefore = stuck;
    if (stillStuck.length === 0) return;
    for (const connection of this.hub.connections()) if (stillStuck.includes(connection.peer)) connection.destroy();
  }
}
