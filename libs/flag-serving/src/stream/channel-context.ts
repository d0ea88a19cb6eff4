import type { FlagSetVersion } from '@burgee/contracts/wire';
import type { RenderedFlagSet } from '../flag-set/rendered-flag-set.js';
import type { FlagSource, StreamRead } from '../source/flag-source.js';
import type { Turn } from '../source/tenant-queue.js';
import type { EventMemory } from './event-memory.js';
import type { SnapshotPacer } from './snapshot-pacer.js';
import type { StreamEvent } from './stream-event.js';

/** What a channel reads from, and reports to. */
export interface ChannelContext extends Pick<FlagSource, 'changesAfter'> {
  /** @throws unavailable when the environment is gone */
  latestVersion(environmentId: string, read: StreamRead): Promise<FlagSetVersion>;
  /** The flag set at that version or a later one. */
  flagSet(version: FlagSetVersion): RenderedFlagSet | Promise<RenderedFlagSet>;
  /** Whether loading the flag set waits for the turn of its tenant. */
  takesTurn(environmentId: string): boolean;
  /** Where streams that are open already, and have fallen behind, wait for the past. */
  pastTurn(environmentId: string): Turn;
  /** Of all channels. */
  pacer: SnapshotPacer;
  /** Of all channels. */
  eventMemory: Pick<EventMemory, 'keep' | 'delete'>;
  /**
   * Takes the steps, each of which sends to one connection, when it is the turn of the tenant whose environment this is.
   * @param events those that are sent to all
   */
  send(environmentId: string, steps: Iterator<unknown>, events?: readonly StreamEvent[]): Promise<void>;
  /** Whose an environment is, as far as that is known. */
  tenantOf(environmentId: string): string;
  /** Reading failed; the next reconciliation retries. */
  failed(error: unknown): void;
  /** There is a new event, which is about to be sent. */
  changed(event: StreamEvent): void;
  /** Something was sent: a new event to all, or what single connections had missed. */
  sent(environmentId: string, event?: StreamEvent): void;
}
