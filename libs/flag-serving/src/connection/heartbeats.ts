import { readFile } from 'node:fs/promises';
import type { AddressInfo, Server } from 'node:net';
import { randomRetry } from '../channel/stream-events.js';
import type { StreamConnection } from './stream-connection.js';
import { stuckPeers } from './stuck-peers.js';

const INTERVAL_MILLISECONDS = 15_000;
/** Spreads the streams over short ticks: a read never waits for thousands of heartbeats. */
const TICKS = 60;
const SOCKET_TABLES = ['/proc/net/tcp', '/proc/net/tcp6'];

/** Every 15 s per stream: sends a heartbeat, and ends streams that are too old, unread or unacknowledged. */
export class Heartbeats {
  /** How often `tick` has to be called. */
  static readonly TICK_MILLISECONDS = INTERVAL_MILLISECONDS / TICKS;
  private readonly slots = Array.from({ length: TICKS }, () => new Set<StreamConnection>());
  private slot = 0;
  private nextSlot = 0;
  private stuckBefore: ReadonlySet<string> = new Set();

  /** @param server the server of the streams, once it listens */
  constructor(private readonly server: () => Server) {}

  /** @returns a function that stops the heartbeats of this connection */
  add(connection: StreamConnection): () => void {
    const slot = this.slots[this.nextSlot++ % TICKS] as Set<StreamConnection>;
    slot.add(connection);
    return () => slot.delete(connection);
  }

  tick(): void {
    const now = performance.now();
    for (const connection of this.slots[this.slot] ?? []) {
      if (now >= connection.endsAt) connection.end(randomRetry());
      else if (!connection.sendHeartbeat()) connection.destroy();
    }
    this.slot = (this.slot + 1) % TICKS;
    if (this.slot === 0) void this.endStuck();
  }

  /**
   * A heartbeat that was not acknowledged in 15 s means that the client has vanished: it lost its power, or its cable was
   * pulled. Node cannot ask for that (TCP_USER_TIMEOUT); the kernel would try for a quarter of an hour.
   */
  private async endStuck(): Promise<void> {
    const address = this.server().address() as AddressInfo | null;
    // The server is stopping, and its streams end with it.
    if (!address) return;
    const tables = await Promise.all(SOCKET_TABLES.map((file) => readFile(file, 'latin1').catch(() => '')));
    const stuck = new Set(tables.flatMap((table) => stuckPeers(table, address.port)));
    // A set: when a network fails, thousands of peers vanish at once, and each stream is looked up among them.
    const stillStuck = new Set([...stuck].filter((peer) => this.stuckBefore.has(peer)));
    this.stuckBefore = stuck;
    if (stillStuck.size === 0) return;
    for (const slot of this.slots)
      for (const connection of slot) if (stillStuck.has(connection.peer)) connection.destroy();
  }
}
