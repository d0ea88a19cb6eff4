import type { RenderedFlagSet } from '../flag-set/rendered-flag-set.js';
import type { ChannelContext } from './channel-context.js';
import type { EnvironmentChannel } from './environment-channel.js';
import type { Frame } from './frame.js';
import type { InitialEvents } from './initial-events.js';
import { groupEvents } from './join-events.js';
import { SingleSends } from './single-sends.js';
import type { StreamConnection } from './stream-connection.js';
import type { StreamEvent } from './stream-event.js';

type Channel = Pick<
  EnvironmentChannel,
  'environmentId' | 'epoch' | 'revision' | 'recentAfter' | 'eventsAfter' | 'snapshot' | 'notify' | 'restart'
>;

/**
 * Brings single connections of a channel up to date: those that open, have read again, or get a snapshot. Thousands of them may
 * be ready at one moment, so they are sent to in slices, and each in few writes.
 */
export class CatchUps {
  private readonly sends: SingleSends;
  /** Those whose snapshot came while they were busy, perhaps with giving up. */
  private readonly passedOver = new Set<StreamConnection>();

  constructor(
    private readonly channel: Channel,
    private readonly context: Pick<ChannelContext, 'send' | 'sent' | 'failed'>,
  ) {
    this.sends = new SingleSends((steps) => context.send(channel.environmentId, steps));
  }

  /**
   * Sends what was loaded for it, and what has come since.
   * @param frame of a snapshot
   * @param open is called at its turn, right before: nothing else may be sent to it in between
   */
  start(connection: StreamConnection, initial: InitialEvents, frame?: Frame, open = () => {}): Promise<void> {
    return this.alone(connection, async () => {
      const { epoch } = this.channel;
      if ('events' in initial) await this.sendEvents(connection, initial.events, epoch, open);
      else await this.sendSnapshot(connection, initial.snapshot, frame, open);
      await this.follow(connection);
    });
  }

  /** Does nothing when the connection is being brought up to date already. */
  async catchUp(connection: StreamConnection): Promise<void> {
    if (!connection.queued && !connection.busy) await this.alone(connection, () => this.follow(connection));
  }

  /** By the turn of its snapshot the channel may have gone on, even to another epoch. */
  async sendQueued(connection: StreamConnection, rendered: RenderedFlagSet, frame: Frame): Promise<void> {
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

  private async alone(connection: StreamConnection, work: () => Promise<void>): Promise<void> {
    connection.busy = true;
    connection.catchingUp = true;
    try {
      await work();
    } finally {
      connection.busy = false;
      this.context.sent(this.channel.environmentId);
      if (this.passedOver.delete(connection)) this.catchUp(connection).catch((error) => this.context.failed(error));
    }
  }

  private async follow(connection: StreamConnection): Promise<void> {
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
  private sendEvents(to: StreamConnection, events: StreamEvent[], epoch: string, before = () => {}): Promise<void> {
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
    to: StreamConnection,
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

function sendMissed(connection: StreamConnection, events: readonly StreamEvent[]): void {
  const { format } = connection;
  if (events[0]?.revision !== connection.sent + 1) return;
  for (const part of groupEvents(format.lastSaysAll ? events.slice(-1) : events, format)) {
    if (!connection.writable) return;
    connection.sendEvents(part);
  }
}
