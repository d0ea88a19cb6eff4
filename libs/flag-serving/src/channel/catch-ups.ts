import type { FlagSetVersion } from '@burgee/contracts/wire';
import type { RenderedFlagSet } from '../flag-set/rendered-flag-set.js';
import { type Frame, groupEvents, type StreamEvent } from './stream-events.js';
import type { Subscriber } from './subscriber.js';

/** What a stream is sent first, loaded before it is opened. */
export type InitialEvents = { events: StreamEvent[] } | { snapshot: RenderedFlagSet };

/** The channel that connections are brought up to date with. */
interface CurrentChannel extends Readonly<FlagSetVersion> {
  recentAfter(revision: number): StreamEvent[] | undefined;
  eventsAfter(revision: number): Promise<StreamEvent[] | undefined>;
  snapshot(): Promise<RenderedFlagSet>;
  notify(): void;
  restart(): void;
}

/** What takes the sends of a channel, and hears how they went. */
export interface ChannelSends {
  /**
   * Takes the steps, each of which sends to one connection, in slices.
   * @param events those that are sent to all
   */
  send(environmentId: string, steps: Iterator<unknown>, events?: readonly StreamEvent[]): Promise<void>;
  /** Something was sent: a new event to all, or what single connections had missed. */
  sent(environmentId: string, event?: StreamEvent): void;
  /** Reading failed; the next reconciliation retries. */
  failed(error: unknown): void;
}

/**
 * Brings single connections of a channel up to date: those that open, have read again, or get a snapshot. Thousands of them may
 * be ready at one moment, so they are sent to in slices, and each in few writes.
 */
export class CatchUps {
  private readonly sends: SingleSends;
  /** A snapshot came for these while they caught up. They catch up once more afterwards, as that may have failed. */
  private readonly passedOver = new Set<Subscriber>();

  constructor(
    private readonly channel: CurrentChannel,
    private readonly context: ChannelSends,
  ) {
    this.sends = new SingleSends((steps) => context.send(channel.environmentId, steps));
  }

  /**
   * Sends what was loaded for it, and what has come since.
   * @param frame of a snapshot
   * @param open is called at its turn, right before: nothing else may be sent to it in between
   */
  start(connection: Subscriber, initial: InitialEvents, frame?: Frame, open = () => {}): Promise<void> {
    return this.alone(connection, async () => {
      const { epoch } = this.channel;
      if ('events' in initial) await this.sendEvents(connection, initial.events, epoch, open);
      else await this.sendSnapshot(connection, initial.snapshot, frame, open);
      await this.follow(connection);
    });
  }

  /** Does nothing when the connection is being brought up to date already. What fails is retried at the next reconciliation. */
  async catchUp(connection: Subscriber): Promise<void> {
    if (connection.queued || connection.busy) return;
    try {
      await this.alone(connection, () => this.follow(connection));
    } catch (error) {
      this.context.failed(error);
    }
  }

  /** By the turn of its snapshot the channel may have gone on, even to another epoch. */
  async sendQueued(connection: Subscriber, rendered: RenderedFlagSet, frame: Frame): Promise<void> {
    connection.queued = false;
    // One that takes nothing now gets it when it does.
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
      // The channel has to restart first, and brings this connection up to date then.
      else if (!(await this.sendSnapshot(connection, await channel.snapshot()))) return;
    }
    if (connection.writable) connection.catchingUp = false;
  }

  /** @param events what it had missed when they were loaded; by its turn it may have missed more */
  private sendEvents(to: Subscriber, events: StreamEvent[], epoch: string, before = () => {}): Promise<void> {
    const { channel } = this;
    return this.sends.run(() => {
      before();
      if (epoch !== channel.epoch || to.needsSnapshot) return;
      sendMissed(to, channel.recentAfter(to.sent) ?? events);
      // From here on broadcasts reach it: it would never be up to date where there is always something new by its next turn.
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

/**
 * Sends to single connections, one in each step. All that wait are sent to one after the other, in slices: what is
 * sent to all has its slices in between.
 */
class SingleSends {
  private readonly waiting = new Set<() => void>();
  private sending = false;

  /** @param send takes the steps in slices */
  constructor(private readonly send: (steps: Iterator<unknown>) => Promise<void>) {}

  /** What `work`, which sends to one connection, gives at its turn. @throws what that throws */
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

  /** Those that come meanwhile are among them. */
  private *steps(): Generator<void> {
    for (const work of this.waiting) {
      this.waiting.delete(work);
      work();
      yield;
    }
  }
}
