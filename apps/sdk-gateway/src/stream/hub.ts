import type { EnvironmentStreams } from '@burgee/contracts';
import { LOGGER, unavailable } from '@burgee/service-kit';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from 'pino';
import { ReadViews } from '../database/read-views.js';
import { fellBehind, History } from '../flag-sets/history.js';
import { FlagSetStore } from '../flag-sets/flag-set-store.js';
import type { RenderedFlagSet } from '../flag-sets/rendered-flag-set.js';
import { openStreams } from '../metrics.js';
import type { StreamPlace } from './event-id.js';
import { randomRetry } from './retry.js';
import { Room } from './room.js';
import type { StreamConnection } from './stream-connection.js';

const SWEEP_MILLISECONDS = 1_500;
const HEARTBEAT_MILLISECONDS = 15_000;
const HEARTBEAT = Buffer.from(':hb\n\n');

/** All open streams of this replica, by environment, and the clockwork that keeps them true. */
@Injectable()
export class Hub implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly rooms = new Map<string, Room>();
  /** Environments whose streams may not be as they were last counted. */
  private readonly uncounted = new Set<string>();
  private readonly timers: NodeJS.Timeout[] = [];
  private sweeping = false;
  private closed = false;

  constructor(
    private readonly views: ReadViews,
    private readonly sets: FlagSetStore,
    private readonly history: History,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.timers.push(setInterval(() => void this.sweep(), SWEEP_MILLISECONDS).unref());
    this.timers.push(setInterval(() => this.heartbeat(), HEARTBEAT_MILLISECONDS).unref());
  }

  beforeApplicationShutdown(): void {
    this.closed = true;
    for (const timer of this.timers) clearInterval(timer);
    for (const connection of this.connections()) connection.end(randomRetry());
  }

  /** Registers a connection before anything is read for it, so that nothing can happen in between unseen. */
  join(connection: StreamConnection, environmentId: string, now: StreamPlace): Room {
    if (this.closed) throw unavailable();
    let room = this.rooms.get(environmentId);
    if (!room) {
      const onError = (error: unknown) => this.logger.debug({ err: error }, 'streams wait for postgres');
      const onSent = () => this.uncounted.add(environmentId);
      room = new Room(environmentId, now.epoch, now.revision, this.source, onError, onSent);
      this.rooms.set(environmentId, room);
    }
    room.connections.add(connection);
    this.uncounted.add(environmentId);
    openStreams.inc();
    if (now.revision > room.revision) room.wake();
    return room;
  }

  leave(connection: StreamConnection, environmentId: string): void {
    const room = this.rooms.get(environmentId);
    if (!room?.connections.delete(connection)) return;
    this.uncounted.add(environmentId);
    openStreams.dec();
    if (room.connections.size === 0) this.rooms.delete(environmentId);
  }

  /** The streams of all environments, or of those where something happened since this was last asked. */
  counts(all: boolean): EnvironmentStreams[] {
    const ids = all ? [...this.rooms.keys()] : [...this.uncounted];
    this.uncounted.clear();
    return ids.map((id) => {
      const count = this.rooms.get(id)?.count() ?? { environment_id: id, epoch: '', revision: 0, open: 0, sent: 0 };
      // What is still on its way will have left at the next look.
      if (count.sent < count.open) this.uncounted.add(id);
      return count;
    });
  }

  /** A doorbell: something changed in this environment, or somebody says so. */
  ring(environmentId: string): void {
    this.rooms.get(environmentId)?.wake();
  }

  /** Compares all watched environments and keys with Postgres in one query: what no doorbell told shows here. */
  async sweep(): Promise<void> {
    if (this.sweeping || this.rooms.size === 0) return;
    this.sweeping = true;
    try {
      const keyHashes = new Set([...this.connections()].map((connection) => connection.keyHash));
      const { environments, liveKeys } = await this.views.watched([...this.rooms.keys()], [...keyHashes]);
      for (const connection of this.connections())
        if (keyHashes.has(connection.keyHash) && !liveKeys.has(connection.keyHash)) connection.end();
      for (const { environment_id, epoch, revision } of environments) this.compare(environment_id, { epoch, revision });
    } catch (error) {
      this.logger.debug({ err: error }, 'the sweep did not reach postgres');
    } finally {
      this.sweeping = false;
    }
  }

  private compare(environmentId: string, { epoch, revision }: StreamPlace): void {
    const room = this.rooms.get(environmentId);
    if (!room) return;
    if (room.epoch !== epoch) room.restart().catch((error: unknown) => this.logger.debug({ err: error }, 'restart'));
    else if (revision > room.revision) room.wake();
    else if (fellBehind({ epoch, revision }, room)) void this.askForHistory(room);
    for (const connection of room.connections)
      if (connection.catchingUp && connection.writable && connection.sent < room.revision)
        void this.retry(room, connection);
  }

  private async askForHistory({ environmentId, epoch, revision }: Room): Promise<void> {
    if (await this.history.report({ environmentId, epoch, revision })) await this.sweep();
  }

  private async retry(room: Room, connection: StreamConnection): Promise<void> {
    await room
      .catchUp(connection)
      .catch((error: unknown) => this.logger.debug({ err: error }, 'a stream waits for postgres'));
  }

  private heartbeat(): void {
    for (const connection of this.connections()) connection.write(HEARTBEAT);
  }

  private *connections(): Generator<StreamConnection> {
    for (const room of this.rooms.values()) yield* room.connections;
  }

  private readonly source = {
    changesAfter: (environmentId: string, revision: number) => this.views.changesAfter(environmentId, revision),
    snapshot: async (environmentId: string): Promise<RenderedFlagSet> => {
      const { environments } = await this.views.watched([environmentId], []);
      const [now] = environments;
      if (!now) throw unavailable();
      return this.sets.get({ ...now, key_hash: '' });
    },
  };
}
