import type { RenderedFlagSet } from '../flag-set/rendered-flag-set.js';
import type { FlagSource } from '../source/flag-source.js';
import type { SnapshotPacer } from './snapshot-pacer.js';
import type { StreamEvent } from './stream-event.js';

/** What a channel reads from, and reports to. */
export interface ChannelContext extends Pick<FlagSource, 'changesAfter'> {
  /**
   * The latest flag set of an environment, after asking the source for its version.
   * @param inTurn is called when loading it has to wait for the turn of its tenant
   */
  latestSet(environmentId: string, inTurn?: () => void): Promise<RenderedFlagSet>;
  /** Of all channels. */
  pacer: SnapshotPacer;
  /** Reading failed; the next reconciliation retries. */
  failed(error: unknown): void;
  /** Something was sent: a new event, or what single connections had missed. */
  sent(environmentId: string, event?: StreamEvent): void;
}
