import type { EnvironmentChannel } from './environment-channel.js';
import type { StreamConnection } from './stream-connection.js';

/** Tags that no source gives. */
const [UNTOLD, UNKNOWN] = ['untold', 'unknown'];

export type FollowedChannel = Pick<EnvironmentChannel, 'environmentId' | 'connections'>;

function* followers({ connections }: FollowedChannel): Generator<StreamConnection> {
  for (const connection of connections) if (connection.format.access) yield connection;
}

/**
 * Tells the streams that ask for it when keys or origins of their environment change. Each notes what it was told of, so one whose
 * socket took nothing is told later.
 */
export class AccessEvents {
  /** By environment, the tag that the source named last. Only of those that are followed. */
  private readonly tags = new Map<string, string>();
  /** Environments of which some are being told. */
  private readonly telling = new Set<string>();

  /** @param inSlices takes the steps, each of which tells one stream of the environment */
  constructor(private readonly inSlices: (environmentId: string, steps: Iterator<unknown>) => void) {}

  /** Whatever changes from now on, it will be told. */
  begin(connection: StreamConnection, environmentId: string): void {
    connection.accessTag = this.tags.get(environmentId) ?? '';
  }

  /** Tells one that was sent all it had missed; one that was not, as its socket took no more, is told when it was. */
  tellFirst(connection: StreamConnection): void {
    const { access } = connection.format;
    if (!access) return;
    if (connection.writable && !connection.catchingUp) connection.write(access);
    else connection.accessTag = UNTOLD;
  }

  /** Nobody can say at the moment what there is: those that follow ask, and are told how old the answer is. */
  tellUnknown(channels: Iterable<FollowedChannel>): void {
    const all = [...channels];
    this.tell(all, new Map(all.map(({ environmentId }) => [environmentId, UNKNOWN])));
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
  tell(channels: Iterable<FollowedChannel>, changed: ReadonlyMap<string, string>): void {
    for (const [environmentId, tag] of changed) if (this.tags.has(environmentId)) this.tags.set(environmentId, tag);
    for (const channel of channels) {
      const { environmentId } = channel;
      if (this.telling.has(environmentId) || this.due(channel).next().done) continue;
      this.telling.add(environmentId);
      this.inSlices(environmentId, this.tellAll(channel));
    }
  }

  /** What changes again meanwhile is told once to those who have not been told yet, and to the others after them. */
  private *tellAll(channel: FollowedChannel): Generator<void> {
    try {
      for (let told = true; told;) {
        told = false;
        for (const connection of this.due(channel)) {
          connection.accessTag = this.tags.get(channel.environmentId) ?? '';
          if (connection.format.access) connection.write(connection.format.access);
          told = true;
          yield;
        }
      }
    } finally {
      this.telling.delete(channel.environmentId);
    }
  }

  /** Those that have not been told yet what there is at the moment when it is their turn. */
  private *due(channel: FollowedChannel): Generator<StreamConnection> {
    for (const connection of followers(channel)) {
      const tag = this.tags.get(channel.environmentId);
      if (tag === undefined) return;
      if (connection.accessTag !== tag && connection.writable && !connection.catchingUp) yield connection;
    }
  }
}
