import type { Logger } from 'pino';
import type { FlagSource } from '../source/flag-source.js';
import type { Subscriber } from './subscriber.js';

/** Of those whose access has changed, and of all others: as many at once as leave the source free again soon. */
const AT_ONCE = 200;
/** Tags that no source gives. */
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
 * Sends `access` to the streams that ask for it, when keys or origins of their environment change. Each notes the tag that it was sent
 * it for, so one whose socket took nothing is sent it later.
 */
export class AccessEvents {
  /** By environment, the tag that the source named last. Only of those that are followed. */
  private readonly tags = new Map<string, string>();
  /** Environments of which some streams are being sent to. */
  private readonly sending = new Set<string>();

  /** @param inSlices takes the steps, each of which sends to one stream of the environment */
  constructor(private readonly inSlices: (environmentId: string, steps: Iterator<unknown>) => void) {}

  /** Whatever changes from now on, it will be sent. */
  begin(connection: Subscriber, environmentId: string): void {
    connection.accessTag = this.tags.get(environmentId) ?? '';
  }

  /** For one that was sent all it had missed; one that was not, as its socket took no more, is sent this when it was. */
  sendFirst(connection: Subscriber): void {
    const { access } = connection.format;
    if (!access) return;
    if (connection.writable && !connection.catchingUp) connection.write(access);
    else connection.accessTag = UNSENT;
  }

  /** Nobody can say at the moment what there is: those that follow ask, and read how old the answer is. */
  sendUnknown(channels: Iterable<FollowedChannel>): void {
    const all = [...channels];
    this.send(all, new Map(all.map(({ environmentId }) => [environmentId, UNKNOWN])));
  }

  /** Those of these environments that are followed, each with the tag that is known of it; '' = none. */
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

  /** Nobody follows it any more. */
  forget(environmentId: string): void {
    this.tags.delete(environmentId);
  }

  /** @param changed by environment, the tag that the source names now */
  send(channels: Iterable<FollowedChannel>, changed: ReadonlyMap<string, string>): void {
    for (const [environmentId, tag] of changed) if (this.tags.has(environmentId)) this.tags.set(environmentId, tag);
    for (const channel of channels) {
      const { environmentId } = channel;
      if (this.sending.has(environmentId) || this.due(channel).next().done) continue;
      this.sending.add(environmentId);
      this.inSlices(environmentId, this.sendToDue(channel));
    }
  }

  /** What changes again meanwhile is sent once to those that have not been sent yet, and to the others after them. */
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

  /** Those that have not been sent it yet for the tag that is known when it is their turn. */
  private *due(channel: FollowedChannel): Generator<Subscriber> {
    for (const connection of followers(channel)) {
      const tag = this.tags.get(channel.environmentId);
      if (tag === undefined) return;
      if (connection.accessTag !== tag && connection.writable && !connection.catchingUp) yield connection;
    }
  }
}

/**
 * Compares keys and origins of environments with the source, beside their flags: a tag is made of all keys of an environment, which
 * takes long where many environments are followed. A bounded number at a time, one after the other.
 */
export class AccessComparison {
  /** Of these, keys or origins have changed, as somebody says. They wait for no others. */
  private readonly notified = new Set<string>();
  /** Those that have waited for longest first. */
  private readonly waiting = new Set<string>();
  private isComparing = false;
  private comparing = Promise.resolve();

  constructor(
    private readonly source: Pick<FlagSource, 'compareAccess'>,
    private readonly events: Pick<AccessEvents, 'followed' | 'send' | 'sendUnknown'>,
    private readonly channels: Pick<ReadonlyMap<string, FollowedChannel>, 'has' | 'get'>,
    private readonly logger: Pick<Logger, 'debug'>,
  ) {}

  /** This environment is compared first when it is begun. */
  notify(environmentId: string): void {
    if (this.channels.has(environmentId)) this.notified.add(environmentId);
  }

  /** Those that wait already keep their places. */
  begin(channels: Iterable<FollowedChannel>): void {
    for (const environmentId of this.events.followed(channels).keys()) this.waiting.add(environmentId);
    if (!this.isComparing) this.comparing = this.compareAll();
  }

  /** Resolves when all that was begun is compared. */
  get ended(): Promise<void> {
    return this.comparing;
  }

  private async compareAll(): Promise<void> {
    this.isComparing = true;
    for (let ids = this.take(); ids.size > 0; ids = this.take())
      await this.compare([...ids].flatMap((id) => this.channels.get(id) ?? []));
    this.isComparing = false;
  }

  /** Some of both: however many are notified of, the others have their turn. */
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
