import { setTimeout as delay } from 'node:timers/promises';
import type { StreamedEvent, StreamReader, TestClient } from '@burgee/testing';
import type { LoadedEnvironment } from './history-fixture.js';
import type { Random } from './random.js';
import { FLAG_STREAM } from './stream-ways.js';

/**
 * Follows one environment, as a client library does behind a load balancer: it comes back with the last id it was sent, each time at
 * the next replica. It also moves on by itself, so that every replica continues what another one began.
 */
export class StreamSubscriber {
  private readonly connections: StreamReader[] = [];

  constructor(
    readonly name: string,
    private readonly gateways: readonly TestClient[],
    private turn: number,
    private readonly load: LoadedEnvironment,
    private readonly random: Random,
    readonly way = FLAG_STREAM,
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
  received(): StreamReader['events'] {
    return this.connections.flatMap(({ events }) => events);
  }

  events(): StreamedEvent[] {
    return this.received().map(({ id, event, data }) => ({
      kind: this.way.kinds[event] ?? 'change',
      // A ready without an id announces a snapshot: it names no place to go on from.
      epoch: id === undefined ? 'none' : (id.split('-')[0] ?? ''),
      revision: this.way.revisionIn(data),
    }));
  }

  close(): void {
    for (const connection of this.connections) connection.close();
  }

  private async stay(connection: StreamReader, stopped: AbortSignal): Promise<void> {
    this.connections.push(connection);
    const movesOn = performance.now() + this.random.between(1_000, 5_000);
    while (!connection.ended && !stopped.aborted && performance.now() < movesOn) await delay(20);
    if (!stopped.aborted) connection.close();
  }

  private connect(): Promise<StreamReader> {
    const last = this.received().findLast(({ id }) => id !== undefined)?.id;
    const headers = { ...this.way.headersOf(this.load.environment), ...(last && { 'last-event-id': last }) };
    return this.gateways[this.turn++ % this.gateways.length]!.stream(this.way.path, headers);
  }
}
