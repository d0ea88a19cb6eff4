import type { FlagSet, FlagSetVersion, KeyNote } from '@burgee/contracts/wire';

/**
 * What replicas leave for each other, for the time when the source does not answer: at the gateway, Redis. No method throws;
 * what cannot be read is undefined, what cannot be written is not written.
 */
export interface SharedFallback {
  get(version: FlagSetVersion): Promise<FlagSet | undefined>;
  /** The latest flag set of that epoch, if its revision is above `above`. */
  latest(environmentId: string, epoch: string, above: number): Promise<FlagSet | undefined>;
  /** Extends the life of a flag set that is in use; puts it back when it has expired. */
  refresh(set: FlagSet): Promise<void>;
  putKeyNote(keyHash: string, note: KeyNote): Promise<void>;
  keyNote(keyHash: string): Promise<KeyNote | undefined>;
  deleteKeyNote(keyHash: string): Promise<void>;
}
