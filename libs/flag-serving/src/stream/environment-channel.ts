import type { Position } from '@burgee/contracts/wire';
import type { RenderedFlagSet } from '../flag-set/rendered-flag-set.js';
import { CatchUps } from './catch-ups.js';
import type { ChannelContext } from './channel-context.js';
import type { Frame } from './frame.js';
import type { InitialEvents } from './initial-events.js';
import { PastReads } from './past-reads.js';
import { queueSnapshots } from './queue-snapshots.js';
import { RecentEvents } from './recent-events.js';
import { sendToAll } from './send-to-all.js';
import type { StreamConnection } from './stream-connection.js';
import type { StreamCount } from './stream-count.js';
import { canFollow, type StreamEvent, toEvents } from './stream-event.js';

/**
 * All streams of one environment. Only the source says what is sent and in which order; a notification merely makes the
 * channel read. Each event is formatted once and its bytes are shared by all connections.
 */
export class EnvironmentChannel {
  readonly connections = new Set<StreamConnection>();
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

  /** There may be new changes. Calls while a read is underway lead to one more read, however many they are. */
  notify(): void {
    if (this.reading) this.readAgain = true;
    else void this.read();
  }

  /** Nobody follows the environment any more: nothing of it is kept. */
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

  /** The same from memory alone. */
  recentAfter(revision: number): StreamEvent[] | undefined {
    return this.recent.after(revision);
  }

  /** The latest flag set. */
  snapshot(): Promise<RenderedFlagSet> {
    return this.past.snapshot();
  }

  /** Sends what was loaded for it, and what has come since; from then on broadcasts reach it. @param frame of a snapshot */
  start(connection: StreamConnection, initial: InitialEvents, frame?: Frame, open?: () => void): Promise<void> {
    return this.catchUps.start(connection, initial, frame, open);
  }

  /** Brings one connection to the channel's revision; from then on broadcasts reach it. */
  catchUp(connection: StreamConnection): Promise<void> {
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
      // A source does not give all rows at once when there are many.
      if (rows.length < 2) return;
    }
  }

  /** Nothing more is read until all have been sent these: what is changed meanwhile is then sent together. */
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
    // Not before the snapshot is loaded: a restart that fails is retried at the next reconciliation.
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
