import type { FlagSetVersion } from '@burgee/contracts/wire';
import type { RenderedFlagSet } from '../flag-set/rendered-flag-set.js';
import { type Frame, groupEvents, type StreamEvent } from './stream-events.js';
import type { Subscriber } from './subscriber.js';

/** The first events of a stream, loaded before it opens. */
export type InitialEvents = { events: StreamEvent[] } | { snapshot: RenderedFlagSet };

/** The channel that connections catch up with. */
interface CurrentChannel extends Readonly<FlagSetVersion> {
  recentAfter(revision: number): StreamEvent[] | undefined;
  eventsAfter(revision: number): Promise<StreamEvent[] | undefined>;
  snapshot(): Promise<RenderedFlagSet>;
  notify(): void;
  restart(): void;
}

/** Runs the sends of a channel, and is notified of results. */
export interface ChannelSends {
  /**
   * Runs the steps in slices. Each step sends to one connection.
   * @param events the events, when they are sent to all connections
   */
  send(environmentId: string, steps: Iterator<unknown>, events?: readonly StreamEvent[]): Promise<void>;
  /** Reports a send: a new event to all connections, or a catch-up of single ones. */
  sent(environmentId: string, event?: StreamEvent): void;
  /** Reading failed; the next reconciliation retries. */
  failed(error: unknown): void;
}

/**
 * Brings single connections of a channel up to date: connections that open, read again, or get a snapshot. Thousands
 * may be ready at the same moment, so sends run in slices, with few writes per connection.
 */
export class CatchUps {
  private readonly sends: SingleSends;
  /**
   * Connections that got a snapshot while they caught up. They catch up once more afterwards, as the first may have
   * failed.
   */
  private readonly passedOver = new Set<Subscriber>();

  constructor(
    private readonly channel: CurrentChannel,
    private readonly context: ChannelSends,
  ) {
    this.sends = new SingleSends((steps) => context.send(channel.environmentId, steps));
  }

  /**
   * Sends the loaded events, and later ones.
   * @param frame of a snapshot
   * @param open is called at its turn, right before the first write, so that no other write comes in between
   */
  start(connection: Subscriber, initial: InitialEvents, frame?: Frame, open = () => {}): Promise<void> {
    return this.alone(connection, async () => {
      const { epoch } = this.channel;
      if ('events' in initial) await this.sendEvents(connection, initial.events, epoch, open);
      else await this.sendSnapshot(connection, initial.snapshot, frame, open);
      await this.follow(connection);
    });
  }

  /** Does nothing while the connection already catches up. The next reconciliation retries after a failure. */
  async catchUp(connection: Subscriber): Promise<void> {
    if (connection.queued || connection.busy) return;
    try {
      await this.alone(connection, () => this.follow(connection));
    } catch (error) {
      this.context.failed(error);
    }
  }

  /** Sends a queued snapshot. By its turn the channel may have moved on, even to another epoch. */
  async sendQueued(connection: Subscriber, rendered: RenderedFlagSet, frame: Frame): Promise<void> {
    connection.queued = false;
    // A blocked connection gets it when it is writable again.
    if (connection.busy) this.passedOver.add(connection);
    if (connection.busy || !connection.writable) return;
    await this.alone(connection, async () => {
      const isDue = connection.needsSnapshot && rendered.set.epoch === this.channel.epoch;
      if (isDue) await this.sendSnapshot(connection, rendered, frame);
      await this.follow(connection);
    });
  }

  private async alone(connection: Subscriber, work: () => Promise<void>): Promise<void> {
    connection.busy = true;
    connection.catchingUp = true;
    try {
      await work();
    } finally {
      connection.busy = false;
      this.context.sent(this.channel.environmentId);
      if (this.passedOver.delete(connection)) void this.catchUp(connection);
    }
  }

  private async follow(connection: Subscriber): Promise<void> {
    const { channel } = this;
    while (connection.writable && (connection.needsSnapshot || connection.sent < channel.revision)) {
      const { epoch } = channel;
      const events = connection.needsSnapshot ? undefined : await channel.eventsAfter(connection.sent);
      if (epoch !== channel.epoch) continue;
      if (events) await this.sendEvents(connection, events, epoch);
      // The channel has to restart first, and then brings this connection up to date.
      else if (!(await this.sendSnapshot(connection, await channel.snapshot()))) return;
    }
    if (connection.writable) connection.catchingUp = false;
  }

  /** @param events the events missed when they were loaded; more may be missing by its turn */
  private sendEvents(to: Subscriber, events: StreamEvent[], epoch: string, before = () => {}): Promise<void> {
    const { channel } = this;
    return this.sends.run(() => {
      before();
      if (epoch !== channel.epoch || to.needsSnapshot) return;
      sendMissed(to, channel.recentAfter(to.sent) ?? events);
      // Broadcasts include it from here on. Otherwise a steady flow of changes would keep it behind for ever.
      if (to.writable && to.sent >= channel.revision) to.catchingUp = false;
    });
  }

  /** @returns false when the flag set is of another epoch than the channel */
  private async sendSnapshot(
    to: Subscriber,
    rendered: RenderedFlagSet,
    frame?: Frame,
    before = () => {},
  ): Promise<boolean> {
    const { channel } = this;
    const { epoch, revision } = rendered.set;
    const snapshot = frame ?? (await to.format.snapshot(rendered));
    const isOfChannel = await this.sends.run(() => {
      before();
      if (epoch !== channel.epoch) return false;
      if (to.writable) to.sendSnapshot(rendered, snapshot);
      return true;
    });
    if (!isOfChannel) channel.restart();
    else if (revision > channel.revision) channel.notify();
    return isOfChannel;
  }
}

function sendMissed(connection: Subscriber, events: readonly StreamEvent[]): void {
  const { format } = connection;
  if (events[0]?.revision !== connection.sent + 1) return;
  for (const batch of groupEvents(format.lastSaysAll ? events.slice(-1) : events, format)) {
    if (!connection.writable) return;
    connection.sendEvents(batch);
  }
}

/** Sends to single connections, one per step. All of them share slices, so that broadcasts get slices in between. */
class SingleSends {
  private readonly waiting = new Set<() => void>();
  private sending = false;

  /** @param send runs the steps in slices */
  constructor(private readonly send: (steps: Iterator<unknown>) => Promise<void>) {}

  /** Runs `work`, which sends to one connection, at its turn. @throws what `work` throws */
  run<T>(work: () => T): Promise<T> {
    const done = new Promise<T>((resolve, reject) => {
      this.waiting.add(() => {
        try {
          resolve(work());
        } catch (error) {
          reject(error as Error);
        }
      });
    });
    if (!this.sending) void this.sendAll();
    return done;
  }

  private async sendAll(): Promise<void> {
    this.sending = true;
    while (this.waiting.size > 0) await this.send(this.steps());
    this.sending = false;
  }

  /** Includes the connections that are added during the loop. */
  private *steps(): Generator<void> {
    for (const work of this.waiting) {
      this.waiting.delete(work);
      work();
      yield;
    }
  }
}
