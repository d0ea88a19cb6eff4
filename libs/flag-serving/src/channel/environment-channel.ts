import type { Position } from '@burgee/contracts/wire';
import type { RenderedFlagSet } from '../flag-set/rendered-flag-set.js';
import { CatchUps, type ChannelSends, type InitialEvents } from './catch-ups.js';
import { type ChannelSource, PastReads } from './past-reads.js';
import { type EventMemory, RecentEvents } from './recent-events.js';
import { queueSnapshots, type SnapshotPacer } from './snapshot-pacer.js';
import {
  canFollow,
  type EventBatch,
  type Frame,
  joinEvents,
  type StreamEvent,
  type StreamFormat,
  toEvents,
} from './stream-events.js';
import type { Subscriber } from './subscriber.js';

/** What a channel reads from and reports to. */
export interface ChannelContext extends ChannelSource, ChannelSends {
  /** Shared by all channels. */
  pacer: SnapshotPacer;
  /** Shared by all channels. */
  eventMemory: EventMemory;
  /** A new event is about to be sent. */
  changed(event: StreamEvent): void;
}

/** The open streams of one environment. */
export interface StreamCount {
  environment_id: string;
  epoch: string;
  revision: number;
  open: number;
  /** How many of them have taken the event of that revision. */
  sent: number;
}

/**
 * All streams of one environment. Only the source says what is sent and in which order; a notification merely makes the
 * channel read. Each event is formatted once and its bytes are shared by all connections.
 */
export class EnvironmentChannel {
  readonly connections = new Set<Subscriber>();
  private readonly recent: RecentEvents;
  private readonly past: PastReads;
  private readonly catchUps: CatchUps;
  private reading = false;
  private readAgain = false;
  private restarting = false;

  constructor(
    readonly environmentId: string,
    public epoch: string,
    public revision: number,
    private readonly context: ChannelContext,
  ) {
    this.recent = new RecentEvents(environmentId, context.eventMemory);
    this.past = new PastReads(this, context);
    this.catchUps = new CatchUps(this, context);
  }

  count(): StreamCount {
    let sent = 0;
    for (const connection of this.connections)
      if (connection.sent >= this.revision && !connection.catchingUp && connection.flushed) sent++;
    const { environmentId, epoch, revision, connections } = this;
    return { environment_id: environmentId, epoch, revision, open: connections.size, sent };
  }

  /** Reads new changes. Calls during a read lead to one more read, however many they are. */
  notify(): void {
    if (this.reading) this.readAgain = true;
    else void this.read();
  }

  /** Frees the memory after the last stream has closed. */
  end(): void {
    this.recent.end();
  }

  /** The environment has a new epoch (a restore): all connections get a snapshot. */
  restart(): void {
    this.restarting = true;
    this.notify();
  }

  /**
   * The events after `revision`, up to the channel's own or later; undefined when the log does not reach back that far or belongs
   * to another epoch, and when there are more than one read of the source gives: a snapshot is smaller then.
   */
  async eventsAfter(revision: number): Promise<StreamEvent[] | undefined> {
    return this.recent.after(revision) ?? this.past.eventsAfter(revision);
  }

  /** The same, from memory only. */
  recentAfter(revision: number): StreamEvent[] | undefined {
    return this.recent.after(revision);
  }

  /** The latest flag set. */
  snapshot(): Promise<RenderedFlagSet> {
    return this.past.snapshot();
  }

  /**
   * Sends the loaded events and those that came since; broadcasts include the connection afterwards. @param frame of a
   * snapshot
   */
  start(connection: Subscriber, initial: InitialEvents, frame?: Frame, open?: () => void): Promise<void> {
    return this.catchUps.start(connection, initial, frame, open);
  }

  /** Brings one connection to the channel's revision; broadcasts include it afterwards. */
  catchUp(connection: Subscriber): Promise<void> {
    return this.catchUps.catchUp(connection);
  }

  private async read(): Promise<void> {
    this.reading = true;
    try {
      await this.readChanges();
    } catch (error) {
      this.context.failed(error);
    } finally {
      this.reading = false;
    }
    if (!this.readAgain) return;
    this.readAgain = false;
    this.notify();
  }

  private async readChanges(): Promise<void> {
    if (this.restarting) await this.sendSnapshotToAll();
    for (;;) {
      const position: Position = { epoch: this.epoch, revision: this.revision };
      const { rows } = await this.context.changesAfter(this.environmentId, position.revision, 'live');
      if (!canFollow(rows, position)) return this.sendSnapshotToAll();
      await this.broadcast(toEvents(rows));
      // A source returns many rows in several reads.
      if (rows.length < 2) return;
    }
  }

  /**
   * The next read waits until all connections were sent these events, so changes made during the send go out together.
   */
  private async broadcast(events: StreamEvent[]): Promise<void> {
    for (const event of events) {
      this.recent.add(event);
      this.revision = event.revision;
      this.context.changed(event);
    }
    if (events.length > 0) await this.context.send(this.environmentId, sendToAll(this.connections, events), events);
    for (const event of events) this.context.sent(this.environmentId, event);
  }

  private async sendSnapshotToAll(): Promise<void> {
    const { context, environmentId } = this;
    const version = await context.load(environmentId, () => context.latestVersion(environmentId, 'live'));
    const rendered = await context.flagSet(version);
    const { set } = rendered;
    // Only after the snapshot has loaded: the next reconciliation retries a failed restart.
    this.epoch = set.epoch;
    this.revision = set.revision;
    this.restarting = false;
    this.recent.clear();
    for (const connection of this.connections) {
      connection.needsSnapshot = true;
      connection.catchingUp = true;
    }
    queueSnapshots([...this.connections], rendered, context, (one, frame) =>
      this.catchUps.sendQueued(one, rendered, frame),
    );
    this.context.sent(this.environmentId);
  }
}

/** Sends the next events to one connection per step. Connections that cannot take them have to catch up. */
export function* sendToAll(connections: Iterable<Subscriber>, events: readonly StreamEvent[]): Generator<void> {
  const joined = new Map<StreamFormat, EventBatch[]>();
  const last = events.at(-1)?.revision ?? 0;
  for (const connection of connections) {
    const { format } = connection;
    const batches = joined.get(format) ?? joinEvents(events, format);
    joined.set(format, batches);
    for (const batch of batches) {
      if (connection.catchingUp || connection.sent >= last) break;
      const follows = connection.sent + 1 === batch.events[0]?.revision;
      if (connection.writable && follows) connection.sendEvents(batch);
      else connection.catchingUp = true;
    }
    yield;
  }
}
