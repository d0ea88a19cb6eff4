import type { FlagSetVersion } from '@burgee/contracts/wire';
import type { RenderedFlagSet } from '../flag-set/rendered-flag-set.js';
import type { FlagSource, StreamRead } from '../source/flag-source.js';
import type { EventMemory } from './recent-events.js';
import type { SnapshotPacer } from './snapshot-pacer.js';
import type { StreamEvent } from './stream-event.js';

/** What a channel reads from, and reports to. */
export interface ChannelContext extends Pick<FlagSource, 'changesAfter'> {
  /** @throws unavailable when the environment is gone */
  latestVersion(environmentId: string, read: StreamRead): Promise<FlagSetVersion>;
  /** The flag set at that version or a later one. */
  flagSet(version: FlagSetVersion): RenderedFlagSet | Promise<RenderedFlagSet>;
  /** Reads of the source, in a seat of the environment. @throws too_many_requests and overloaded too */
  load<T>(environmentId: string, read: () => Promise<T>): Promise<T>;
  /** Of all channels. */
  pacer: SnapshotPacer;
  /** Of all channels. */
  eventMemory: EventMemory;
  /**
   * Takes the steps, each of which sends to one connection, in slices.
   * @param events those that are sent to all
   */
  send(environmentId: string, steps: Iterator<unknown>, events?: readonly StreamEvent[]): Promise<void>;
  /** Reading failed; the next reconciliation retries. */
  failed(error: unknown): void;
  /** There is a new event, which is about to be sent. */
  changed(event: StreamEvent): void;
  /** Something was sent: a new event to all, or what single connections had missed. */
  sent(environmentId: string, event?: StreamEvent): void;
}
