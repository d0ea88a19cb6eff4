import type { Logger } from 'pino';
import type { FlagSource } from '../source/flag-source.js';
import type { Subscriber } from './subscriber.js';

/** Environments per query, for notified ones and for all others: few enough that the source is soon free again. */
const AT_ONCE = 200;
/** Tags that no source returns. */
const [UNSENT, UNKNOWN] = ['unsent', 'unknown'];

/** An environment that streams follow. */
export interface FollowedChannel {
  readonly environmentId: string;
  readonly connections: ReadonlySet<Subscriber>;
}

function* followers({ connections }: FollowedChannel): Generator<Subscriber> {
  for (const connection of connections) if (connection.format.access) yield connection;
}

/**
 * Sends `access` to the streams that ask for it, when keys or origins of their environment change. Each stream stores
 * the tag it was last sent, so one whose socket was not writable is sent the event later.
 */
export class AccessEvents {
  /** The tag that the source named last, by followed environment. */
  private readonly tags = new Map<string, string>();
  /** Environments whose streams are being sent to. */
  private readonly sending = new Set<string>();

  /** @param inSlices runs the steps in slices; each step sends to one stream of the environment */
  constructor(private readonly inSlices: (environmentId: string, steps: Iterator<unknown>) => void) {}

  /** Starts to follow: the stream is sent every change from now on. */
  begin(connection: Subscriber, environmentId: string): void {
    connection.accessTag = this.tags.get(environmentId) ?? '';
  }

  /** Called when a stream has caught up, at once or after its socket was blocked. */
  sendFirst(connection: Subscriber): void {
    const { access } = connection.format;
    if (!access) return;
    if (connection.writable && !connection.catchingUp) connection.write(access);
    else connection.accessTag = UNSENT;
  }

  /** The state is unknown at the moment: followers read it and see how old the response is. */
  sendUnknown(channels: Iterable<FollowedChannel>): void {
    const all = [...channels];
    this.send(all, new Map(all.map(({ environmentId }) => [environmentId, UNKNOWN])));
  }

  /** The followed environments among these, each with its known tag; '' = none. */
  followed(channels: Iterable<FollowedChannel>): ReadonlyMap<string, string> {
    const followed = new Map<string, string>();
    for (const channel of channels) {
      const { environmentId } = channel;
      if (followers(channel).next().done) this.forget(environmentId);
      else followed.set(environmentId, this.tags.get(environmentId) ?? '');
    }
    for (const [environmentId, tag] of followed) this.tags.set(environmentId, tag);
    return followed;
  }

  /** Called when the last stream of an environment closes. */
  forget(environmentId: string): void {
    this.tags.delete(environmentId);
  }

  /** @param changed the tag that the source names now, by environment */
  send(channels: Iterable<FollowedChannel>, changed: ReadonlyMap<string, string>): void {
    for (const [environmentId, tag] of changed) if (this.tags.has(environmentId)) this.tags.set(environmentId, tag);
    for (const channel of channels) {
      const { environmentId } = channel;
      if (this.sending.has(environmentId) || this.due(channel).next().done) continue;
      this.sending.add(environmentId);
      this.inSlices(environmentId, this.sendToDue(channel));
    }
  }

  /** A further change during the loop reaches the remaining streams in this loop and the earlier ones in the next. */
  private *sendToDue(channel: FollowedChannel): Generator<void> {
    try {
      for (let isSent = true; isSent;) {
        isSent = false;
        for (const connection of this.due(channel)) {
          connection.accessTag = this.tags.get(channel.environmentId) ?? '';
          if (connection.format.access) connection.write(connection.format.access);
          isSent = true;
          yield;
        }
      }
    } finally {
      this.sending.delete(channel.environmentId);
    }
  }

  /** The streams that have not been sent the tag that is current at their turn. */
  private *due(channel: FollowedChannel): Generator<Subscriber> {
    for (const connection of followers(channel)) {
      const tag = this.tags.get(channel.environmentId);
      if (tag === undefined) return;
      if (connection.accessTag !== tag && connection.writable && !connection.catchingUp) yield connection;
    }
  }
}

/**
 * Compares keys and origins of environments with the source, separately from their flags: a tag covers all keys of an
 * environment, which takes long where many environments are followed. Runs a bounded number at a time, one query after
 * the other.
 */
export class AccessComparison {
  /** Environments with a notified change. They do not wait for the others. */
  private readonly notified = new Set<string>();
  /** Oldest first. */
  private readonly waiting = new Set<string>();
  private isComparing = false;
  private comparing = Promise.resolve();

  constructor(
    private readonly source: Pick<FlagSource, 'compareAccess'>,
    private readonly events: Pick<AccessEvents, 'followed' | 'send' | 'sendUnknown'>,
    private readonly channels: Pick<ReadonlyMap<string, FollowedChannel>, 'has' | 'get'>,
    private readonly logger: Pick<Logger, 'debug'>,
  ) {}

  /** Puts this environment first in the next run. */
  notify(environmentId: string): void {
    if (this.channels.has(environmentId)) this.notified.add(environmentId);
  }

  /** Environments that already wait keep their places. */
  begin(channels: Iterable<FollowedChannel>): void {
    for (const environmentId of this.events.followed(channels).keys()) this.waiting.add(environmentId);
    if (!this.isComparing) this.comparing = this.compareAll();
  }

  /** Resolves when the started comparison has finished. */
  get ended(): Promise<void> {
    return this.comparing;
  }

  private async compareAll(): Promise<void> {
    this.isComparing = true;
    for (let ids = this.take(); ids.size > 0; ids = this.take())
      await this.compare([...ids].flatMap((id) => this.channels.get(id) ?? []));
    this.isComparing = false;
  }

  /** Takes some of both, so that many notifications do not starve the others. */
  private take(): ReadonlySet<string> {
    const ids = new Set([...firstOf(this.notified), ...firstOf(this.waiting)]);
    for (const id of ids) {
      this.notified.delete(id);
      this.waiting.delete(id);
    }
    return ids;
  }

  private async compare(channels: readonly FollowedChannel[]): Promise<void> {
    const followed = this.events.followed(channels);
    if (followed.size === 0) return;
    try {
      this.events.send(channels, await this.source.compareAccess(followed));
    } catch (error) {
      this.logger.debug({ err: error }, 'comparing access failed, retrying');
      this.events.sendUnknown(channels);
    }
  }
}

function* firstOf(ids: Iterable<string>): Generator<string> {
  let taken = 0;
  for (const id of ids) {
    if (taken++ === AT_ONCE) return;
    yield id;
  }
}
