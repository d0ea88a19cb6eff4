import type { Checkpoint } from './checkpoint.js';
import type { ChainPosition } from './hash-link.js';

/** An entry recording that a failover lost entries that a checkpoint covers. */
export interface LostHistory {
  /** The number of this entry. */
  seq: number;
  checkpoint: ChainPosition;
  created_at: string;
  /** Null: 0.1.0 recorded it, which signed no losses. */
  signed_at: string | null;
}

/** What an earlier export of the chain shows. */
export interface EarlierExport {
  /** Whether it is of a version that signs beginnings. */
  isSigned: boolean;
  begins: ChainPosition;
  /** Its last entry, unsigned: the verifier trusts the kept file. */
  upTo: ChainPosition;
  checkpoints: readonly Checkpoint[];
  exported_at: string;
  /** By day of `created_at`, in UTC: the number of its first entry. */
  days: ReadonlyMap<string, number>;
  /** The keys whose signatures it has. */
  kids: readonly string[];
  lost: readonly LostHistory[];
}

/** Further evidence that the verifier trusts, next to the checkpoints of the chain itself. */
export interface Evidence {
  /** Exports of the same chain. */
  earlier?: readonly EarlierExport[];
  /** The only accepted keys. When undefined, each statement is verified with the key that it names. */
  kids?: readonly string[] | undefined;
}
