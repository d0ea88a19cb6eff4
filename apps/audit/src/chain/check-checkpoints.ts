import type { ChainFault } from './chain-fault.js';
import type { ChainPosition } from './hash-link.js';
import type { LostHistory } from './evidence.js';

/** A statement that the chain had this hash at this number. */
export interface HeldCheckpoint extends ChainPosition {
  isGenuine: boolean;
  /** When it was signed, or exported. */
  signed_at?: string;
  /** Seen in an earlier export, and not signed. */
  isUnsigned?: boolean;
}

interface KnownCheckpoint {
  begins: ChainPosition;
  /** The losses that explain what the chain lacks. */
  excuses: readonly LostHistory[];
  /** The last earlier checkpoint that the chain agrees with. */
  checkpoint: ChainPosition | undefined;
}

/** What was signed after a loss is of the chain that went on. */
const isBefore = (loss: LostHistory, signed_at?: string) =>
  loss.signed_at === null || (signed_at !== undefined && signed_at <= loss.signed_at);

const isSaidToBeLost = ({ seq, signed_at }: Omit<HeldCheckpoint, 'isGenuine'>, excuses: readonly LostHistory[]) =>
  excuses.some((one) => one.seq <= seq && seq <= one.checkpoint.seq && isBefore(one, signed_at));

/**
 * Compares checkpoints with the link at the same number. A checkpoint of a later number means that the chain lost its
 * tail.
 */
export function checkCheckpoints(
  checkpoints: readonly HeldCheckpoint[],
  at: ChainPosition,
  { begins, excuses, checkpoint = begins }: KnownCheckpoint,
): ChainFault | undefined {
  for (const { isGenuine, ...one } of checkpoints) {
    if (!isGenuine) return { kind: 'checkpoint_forged', seq: one.seq, to_seq: one.seq };
    if ((one.seq === at.seq && one.hash === at.hash) || isSaidToBeLost(one, excuses)) continue;
    if (one.seq > at.seq) return { kind: 'tail_removed', seq: at.seq + 1, to_seq: one.seq };
    return { kind: 'chain_rewritten', seq: Math.min(checkpoint.seq + 1, one.seq), to_seq: one.seq };
  }
  return undefined;
}
