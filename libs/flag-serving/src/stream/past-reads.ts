import type { ChangeRow, FlagSetVersion } from '@burgee/contracts/wire';
import type { RenderedFlagSet } from '../flag-set/rendered-flag-set.js';
import { COST_OF_WORK, type Turn } from '../source/tenant-queue.js';
import type { ChannelContext } from './channel-context.js';
import { SharedLoads } from './shared-loads.js';
import { canFollow, type StreamEvent, toEvents } from './stream-event.js';

/** To read a change and to format it takes as long as so much more of a flag set. */
const BYTES_OF_CHANGE = 1_000;

/** A query alone counts as one change. */
const costOf = (rows: readonly ChangeRow[]) =>
  COST_OF_WORK * (JSON.stringify(rows).length + BYTES_OF_CHANGE * (rows.length + 1));

/** What streams of one environment have missed, read in turns and paid for, once for those that wait for the same. */
export class PastReads {
  private readonly loads = new SharedLoads();

  /** @param channel as far as it has come at each moment */
  constructor(
    private readonly channel: Readonly<FlagSetVersion>,
    private readonly context: Pick<ChannelContext, 'changesAfter' | 'latestVersion' | 'flagSet'>,
  ) {}

  /** The events after `revision`, up to the channel's own or later; undefined when one read does not give them all. */
  eventsAfter(revision: number, turn: Turn): Promise<StreamEvent[] | undefined> {
    const { channel } = this;
    return this.loads.once(`after ${revision}`, channel, turn, async (spend) => {
      const wanted = channel.revision;
      const { rows } = await this.context.changesAfter(channel.environmentId, revision, 'past');
      spend(costOf(rows));
      const reached = rows.at(-1)?.revision ?? revision;
      return reached < wanted || !canFollow(rows, { epoch: channel.epoch, revision }) ? undefined : toEvents(rows);
    });
  }

  /** The latest flag set. The turn is for its version: a large set is loaded in another. */
  async snapshot(turn: Turn): Promise<RenderedFlagSet> {
    const version = await this.loads.once('version', this.channel, turn, async (spend) => {
      spend(costOf([]));
      return this.context.latestVersion(this.channel.environmentId, 'past');
    });
    return this.context.flagSet(version);
  }
}
