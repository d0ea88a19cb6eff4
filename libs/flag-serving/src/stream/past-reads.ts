import type { FlagSetVersion } from '@burgee/contracts/wire';
import type { RenderedFlagSet } from '../flag-set/rendered-flag-set.js';
import type { ChannelContext } from './channel-context.js';
import { SharedLoads } from './shared-loads.js';
import { canFollow, type StreamEvent, toEvents } from './stream-event.js';

/** What streams of one environment have missed, read once for those that wait for the same. */
export class PastReads {
  private readonly loads = new SharedLoads();

  /** @param channel as far as it has come at each moment */
  constructor(
    private readonly channel: Readonly<FlagSetVersion>,
    private readonly context: Pick<ChannelContext, 'changesAfter' | 'latestVersion' | 'flagSet' | 'load'>,
  ) {}

  /** The events after `revision`, up to the channel's own or later; undefined when one read does not give them all. */
  eventsAfter(revision: number): Promise<StreamEvent[] | undefined> {
    return this.once(`after ${revision}`, async () => {
      const { environmentId, epoch, revision: wanted } = this.channel;
      const { rows } = await this.context.changesAfter(environmentId, revision, 'past');
      const reached = rows.at(-1)?.revision ?? revision;
      return reached < wanted || !canFollow(rows, { epoch, revision }) ? undefined : toEvents(rows);
    });
  }

  /** The latest flag set. The seat is for its version: the set is loaded in another. */
  async snapshot(): Promise<RenderedFlagSet> {
    const { environmentId } = this.channel;
    return this.context.flagSet(await this.once('version', () => this.context.latestVersion(environmentId, 'past')));
  }

  private once<T>(what: string, read: () => Promise<T>): Promise<T> {
    const { channel, context } = this;
    return this.loads.once(what, channel, () => context.load(channel.environmentId, read));
  }
}
