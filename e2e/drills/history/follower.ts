import { setTimeout as delay } from 'node:timers/promises';
import type { StreamedEvent, StreamReader, Visitor } from '@burgee/testing';
import type { Plot } from './town.js';

const KINDS: Record<string, StreamedEvent['kind']> = { ready: 'ready', snapshot: 'snapshot' };

/** Follows one environment on one replica, as a client library does: it comes back with the last id it was sent. */
export class Follower {
  private readonly connections: StreamReader[] = [];

  constructor(
    readonly name: string,
    private readonly gateway: Visitor,
    private readonly plot: Plot,
  ) {}

  /** Ends with the signal; the connection stays until `close`. */
  async run(stopped: AbortSignal): Promise<void> {
    while (!stopped.aborted) {
      const connection = await this.connect().catch(() => undefined);
      if (connection) await this.stay(connection, stopped);
      await delay(100);
    }
  }

  /** Everything it was sent, connection after connection. */
  events(): StreamedEvent[] {
    return this.connections.flatMap(({ events }) =>
      events.map(({ id, event, data }) => ({
        kind: KINDS[event] ?? 'change',
        // A ready without an id announces a snapshot: it names no place to go on from.
        epoch: id === undefined ? 'none' : (id.split('-')[0] ?? ''),
        revision: data.revision as number,
      })),
    );
  }

  close(): void {
    for (const connection of this.connections) connection.close();
  }

  private async stay(connection: StreamReader, stopped: AbortSignal): Promise<void> {
    this.connections.push(connection);
    while (!connection.ended && !stopped.aborted) await delay(20);
  }

  private connect(): Promise<StreamReader> {
    const last = this.connections.flatMap(({ events }) => events).findLast(({ id }) => id !== undefined)?.id;
    const headers = { 'x-sdk-key': this.plot.environment.sdk_key, ...(last && { 'last-event-id': last }) };
    return this.gateway.stream('/api/v1/stream', headers);
  }
}
