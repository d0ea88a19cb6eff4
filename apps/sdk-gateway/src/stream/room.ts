import type { ChangeRow, EnvironmentStreams } from '@burgee/contracts';
import { unavailable } from '@burgee/service-kit';
import type { RenderedFlagSet } from '../flag-sets/rendered-flag-set.js';
import type { Opening, StreamPlace } from './event-id.js';
import { RecentEvents } from './recent-events.js';
import type { StreamConnection } from './stream-connection.js';
import { canFollow, type StreamEvent, toEvents } from './stream-event.js';

/** What a room asks, and whom it tells. */
export interface RoomSource {
  /** In order, and not all at once when there are many. */
  changesAfter(environmentId: string, revision: number): Promise<ChangeRow[]>;
  /** The present flag set, straight from the authority. */
  snapshot(environmentId: string): Promise<RenderedFlagSet>;
  failed(error: unknown): void;
  /** Somebody was sent something: of a change that has just come, the change. */
  sent(environmentId: string, event?: StreamEvent): void;
}

/** What a stream is sent first, had before it is opened. */
export type Beginning = { events: StreamEvent[] } | { snapshot: RenderedFlagSet };

/**
 * All streams of one environment. Only Postgres says what is sent and in which order; a doorbell merely makes the
 * room look. Each event is written out once and its bytes are shared by all connections.
 */
export class Room {
  readonly connections = new Set<StreamConnection>();
  private readonly recent = new RecentEvents();
  /** What is being loaded for somebody, by name, for others who need the same. */
  private readonly loading = new Map<string, Promise<unknown>>();
  private pulling = false;
  private rungAgain = false;
  private restarting = false;

  constructor(
    readonly environmentId: string,
    public epoch: string,
    public revision: number,
    private readonly source: RoomSource,
  ) {}

  /** How many streams there are, and how many of them the newest event has left for. */
  count(): EnvironmentStreams {
    let sent = 0;
    for (const connection of this.connections)
      if (connection.sent >= this.revision && !connection.catchingUp && connection.flushed) sent++;
    const { environmentId, epoch, revision, connections } = this;
    return { environment_id: environmentId, epoch, revision, open: connections.size, sent };
  }

  /** There may be something new. However often it is called meanwhile, one look follows the one under way. */
  wake(): void {
    if (this.pulling) this.rungAgain = true;
    else void this.look();
  }

  /** The environment's history is another one now (a restore): everybody starts anew. */
  restart(): void {
    this.restarting = true;
    this.wake();
  }

  /**
   * What came after `revision`, up to where the room is or somewhat less; undefined when that cannot be told, because the
   * log is too short or tells of another history.
   */
  async eventsAfter(revision: number): Promise<StreamEvent[] | undefined> {
    const recent = this.recent.after(revision);
    if (recent) return recent;
    return this.once(`after ${revision}`, async () => {
      const rows = await this.source.changesAfter(this.environmentId, revision);
      const isPast = rows.length === 0 && revision < this.revision;
      return isPast || !canFollow(rows, { epoch: this.epoch, revision }) ? undefined : toEvents(rows);
    });
  }

  /** The same from memory alone. */
  remembered(revision: number): StreamEvent[] | undefined {
    return this.recent.after(revision);
  }

  /** Gets what a stream that opens like this begins with. @throws when Postgres does not tell */
  async prepare(opening: Opening): Promise<Beginning> {
    const { epoch } = this;
    const events = opening.kind === 'continue' ? await this.eventsAfter(opening.from) : undefined;
    if (events && epoch === this.epoch) return { events };
    const snapshot = await this.snapshot();
    if (epoch !== this.epoch || snapshot.set.epoch !== epoch) throw unavailable();
    return { snapshot };
  }

  /** Sends what was prepared, and what has come since; from then on broadcasts reach it. */
  start(connection: StreamConnection, beginning: Beginning): Promise<void> {
    return this.alone(connection, async () => {
      if ('events' in beginning) for (const event of beginning.events) this.sendNext(connection, event);
      else this.putSnapshot(connection, beginning.snapshot);
      await this.follow(connection);
    });
  }

  /** Brings one connection to where the room is; from then on broadcasts reach it. */
  catchUp(connection: StreamConnection): Promise<void> {
    return this.alone(connection, () => this.follow(connection));
  }

  /** One at a time brings a connection up to date. */
  private async alone(connection: StreamConnection, work: () => Promise<void>): Promise<void> {
    if (connection.busy) return;
    connection.busy = true;
    connection.catchingUp = true;
    try {
      await work();
    } finally {
      connection.busy = false;
      this.source.sent(this.environmentId);
    }
  }

  private async follow(connection: StreamConnection): Promise<void> {
    while (connection.writable && connection.sent < this.revision) {
      const { epoch } = this;
      const events = await this.eventsAfter(connection.sent);
      if (epoch !== this.epoch) continue;
      if (events) for (const event of events) this.sendNext(connection, event);
      else this.putSnapshot(connection, await this.snapshot());
    }
    if (connection.writable) connection.catchingUp = false;
  }

  private snapshot(): Promise<RenderedFlagSet> {
    return this.once('snapshot', () => this.source.snapshot(this.environmentId));
  }

  private putSnapshot(connection: StreamConnection, rendered: RenderedFlagSet): void {
    const { epoch, revision } = rendered.set;
    if (epoch !== this.epoch) this.restart();
    else {
      if (connection.writable) connection.sendEvent('snapshot', rendered.snapshot(), revision);
      if (revision > this.revision) this.wake();
    }
  }

  private async look(): Promise<void> {
    this.pulling = true;
    try {
      await this.pull();
    } catch (error) {
      this.source.failed(error);
    } finally {
      this.pulling = false;
    }
    if (!this.rungAgain) return;
    this.rungAgain = false;
    this.wake();
  }

  private async pull(): Promise<void> {
    if (this.restarting) await this.sendSnapshots();
    for (;;) {
      const place: StreamPlace = { epoch: this.epoch, revision: this.revision };
      const rows = await this.source.changesAfter(this.environmentId, place.revision);
      if (!canFollow(rows, place)) return this.sendSnapshots();
      for (const event of toEvents(rows)) this.broadcast(event);
      // Of many not all come at once.
      if (rows.length < 2) return;
    }
  }

  private broadcast(event: StreamEvent): void {
    this.recent.add(event);
    this.revision = event.revision;
    for (const connection of this.connections) {
      if (connection.catchingUp || connection.sent >= event.revision) continue;
      if (connection.writable && connection.sent === event.revision - 1) this.sendNext(connection, event);
      else connection.catchingUp = true;
    }
    this.source.sent(this.environmentId, event);
  }

  private sendNext(connection: StreamConnection, { kind, revision, frame }: StreamEvent): void {
    if (connection.writable && connection.sent === revision - 1) connection.sendEvent(kind, frame, revision);
  }

  private async sendSnapshots(): Promise<void> {
    const rendered = await this.source.snapshot(this.environmentId);
    const { set } = rendered;
    // Not before the snapshot is there: a restart that fails is tried again at the next sweep.
    this.epoch = set.epoch;
    this.revision = set.revision;
    this.restarting = false;
    this.recent.clear();
    for (const connection of this.connections) {
      if (connection.writable) connection.sendEvent('snapshot', rendered.snapshot(), set.revision);
      connection.catchingUp = !connection.writable;
    }
    this.source.sent(this.environmentId);
  }

  /**
   * One load for all who need it. It has started since the room came to where it is, so that whoever joins it sees all
   * that the room has seen.
   */
  private once<T>(what: string, load: () => Promise<T>): Promise<T> {
    const name = `${what} ${this.epoch}-${this.revision}`;
    const under = this.loading.get(name) as Promise<T> | undefined;
    if (under) return under;
    const started = load().finally(() => this.loading.delete(name));
    this.loading.set(name, started);
    return started;
  }
}
