import { type FlagSetVersion, formatPosition } from '@burgee/contracts/wire';
import type { RenderedFlagSet } from '../flag-set/rendered-flag-set.js';
import type { FlagSource, StreamRead } from '../source/flag-source.js';
import { canFollow, type StreamEvent, toEvents } from './stream-events.js';

/** Where a channel reads from. */
export interface ChannelSource extends Pick<FlagSource, 'changesAfter'> {
  /** @throws unavailable when the environment is gone */
  latestVersion(environmentId: string, read: StreamRead): Promise<FlagSetVersion>;
  /** The flag set at that version or a later one. */
  flagSet(version: FlagSetVersion): RenderedFlagSet | Promise<RenderedFlagSet>;
  /** Reads from the source, in a seat of the environment. @throws too_many_requests and overloaded too */
  load<T>(environmentId: string, read: () => Promise<T>): Promise<T>;
}

/** Reads the events that streams of one environment have missed, once per position. */
export class PastReads {
  private readonly underway = new Map<string, Promise<unknown>>();

  /** @param channel its current position */
  constructor(
    private readonly channel: Readonly<FlagSetVersion>,
    private readonly source: ChannelSource,
  ) {}

  /**
   * The events after `revision`, up to the channel's own or later; undefined when one read does not return all of them.
   */
  eventsAfter(revision: number): Promise<StreamEvent[] | undefined> {
    return this.once(`after ${revision}`, async () => {
      const { environmentId, epoch, revision: wanted } = this.channel;
      const { rows } = await this.source.changesAfter(environmentId, revision, 'past');
      const reached = rows.at(-1)?.revision ?? revision;
      return reached < wanted || !canFollow(rows, { epoch, revision }) ? undefined : toEvents(rows);
    });
  }

  /** The latest flag set. This seat covers its version; the set is loaded in another seat. */
  async snapshot(): Promise<RenderedFlagSet> {
    const { environmentId } = this.channel;
    return this.source.flagSet(await this.once('version', () => this.source.latestVersion(environmentId, 'past')));
  }

  /**
   * Shares one read between all callers that need the same. It starts after the channel has reached its position, so
   * that everyone who joins sees what the channel has seen.
   */
  private once<T>(what: string, read: () => Promise<T>): Promise<T> {
    const { channel, source, underway } = this;
    const name = `${what} ${formatPosition(channel)}`;
    const reading = underway.get(name) ?? source.load(channel.environmentId, read).finally(() => underway.delete(name));
    underway.set(name, reading);
    return reading as Promise<T>;
  }
}
