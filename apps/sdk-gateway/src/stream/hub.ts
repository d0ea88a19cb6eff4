import type { EnvironmentStreams } from '@burgee/contracts';
import { LOGGER, unavailable } from '@burgee/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { ReadViews } from '../database/read-views.js';
import { fellBehind, History } from '../flag-sets/history.js';
import { FlagSetStore } from '../flag-sets/flag-set-store.js';
import type { RenderedFlagSet } from '../flag-sets/rendered-flag-set.js';
import { commitToFlush, openStreams } from '../metrics.js';
import type { StreamPlace } from './event-id.js';
import { Room, type RoomSource } from './room.js';
import type { StreamConnection } from './stream-connection.js';
import type { StreamEvent } from './stream-event.js';
import { Witness } from './witness.js';

const SWEEP_MILLISECONDS = 1_500;

/** All open streams of this replica, by environment, and the sweep that keeps them true. */
@Injectable()
export class Hub implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly rooms = new Map<string, Room>();
  /** Environments whose streams may not be as they were last counted. */
  private readonly uncounted = new Set<string>();
  private timer: NodeJS.Timeout | undefined;
  private sweeping = false;
  private sweepAgain = false;

  constructor(
    private readonly views: ReadViews,
    private readonly sets: FlagSetStore,
    private readonly history: History,
    private readonly witness: Witness,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.sweep(), SWEEP_MILLISECONDS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** Registers a connection before anything is read for it, so that nothing can happen in between unseen. */
  join(connection: StreamConnection, environmentId: string, now: StreamPlace): Room {
    let room = this.rooms.get(environmentId);
    if (!room) {
      room = new Room(environmentId, now.epoch, now.revision, this.source);
      this.rooms.set(environmentId, room);
    }
    room.connections.add(connection);
    this.uncounted.add(environmentId);
    openStreams.inc();
    if (now.epoch === room.epoch && now.revision > room.revision) room.wake();
    return room;
  }

  leave(connection: StreamConnection, environmentId: string): void {
    const room = this.rooms.get(environmentId);
    if (!room?.connections.delete(connection)) return;
    this.uncounted.add(environmentId);
    openStreams.dec();
    if (room.connections.size === 0) this.rooms.delete(environmentId);
  }

  *connections(): Generator<StreamConnection> {
    for (const room of this.rooms.values()) yield* room.connections;
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
    if (this.sweeping) {
      this.sweepAgain = true;
      return;
    }
    if (this.rooms.size === 0) return;
    this.sweeping = true;
    try {
      const keyHashes = new Set([...this.connections()].map((connection) => connection.keyHash));
      const { environments, liveKeys } = await this.views.watched([...this.rooms.keys()], [...keyHashes]);
      for (const keyHash of keyHashes) if (!liveKeys.has(keyHash)) this.witness.refused(keyHash);
      for (const connection of this.connections())
        if (keyHashes.has(connection.keyHash) && !liveKeys.has(connection.keyHash)) connection.end();
      for (const { environment_id, epoch, revision } of environments) {
        this.compare(environment_id, { epoch, revision });
        this.witness.saw({ environmentId: environment_id, epoch, revision }, this.keysOf(environment_id, liveKeys));
      }
    } catch (error) {
      this.logger.debug({ err: error }, 'the sweep did not reach postgres');
      this.witness.missed();
    } finally {
      this.sweeping = false;
    }
    if (!this.sweepAgain) return;
    this.sweepAgain = false;
    await this.sweep();
  }

  /** Brings a connection up to date; what fails now is tried again at the next sweep. */
  catchUp(room: Room, connection: StreamConnection): void {
    room.catchUp(connection).catch(this.source.failed);
  }

  /** Those of these keys that hold a stream of the environment. */
  private keysOf(environmentId: string, liveKeys: ReadonlySet<string>): Set<string> {
    const connections = [...(this.rooms.get(environmentId)?.connections ?? [])];
    return new Set(connections.map(({ keyHash }) => keyHash).filter((keyHash) => liveKeys.has(keyHash)));
  }

  private compare(environmentId: string, { epoch, revision }: StreamPlace): void {
    const room = this.rooms.get(environmentId);
    if (!room) return;
    if (room.epoch !== epoch) room.restart();
    else if (revision > room.revision) room.wake();
    else if (fellBehind({ epoch, revision }, room)) void this.askForHistory(room);
    for (const connection of room.connections)
      if (connection.catchingUp && connection.writable) this.catchUp(room, connection);
  }

  private async askForHistory({ environmentId, epoch, revision }: Room): Promise<void> {
    if (await this.history.report({ environmentId, epoch, revision })) await this.sweep();
  }

  /** The last sockets are written to in the same turn; by the next one, all that keep up have got it. */
  private measure({ occurredAt }: StreamEvent): void {
    setImmediate(() => commitToFlush.observe(Math.max(0, Date.now() - occurredAt) / 1000));
  }

  private readonly source: RoomSource = {
    changesAfter: (environmentId, revision) => this.views.changesAfter(environmentId, revision),
    snapshot: async (environmentId): Promise<RenderedFlagSet> => {
      const { environments } = await this.views.watched([environmentId], []);
      const [now] = environments;
      if (!now) throw unavailable();
      return this.sets.get({ ...now, key_hash: '' });
    },
    failed: (error) => this.logger.debug({ err: error }, 'streams wait for postgres'),
    sent: (environmentId, event) => {
      this.uncounted.add(environmentId);
      if (!event) return;
      this.witness.heard(event);
      this.measure(event);
    },
  };
}
