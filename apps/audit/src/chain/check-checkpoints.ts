import type { ChainFault } from './chain-fault.js';
import type { ChainPosition } from './hash-link.js';
import type { LostHistory } from './lost-history.js';

/** A statement that the chain had this hash at this number. */
export interface HeldCheckpoint extends ChainPosition {
  isGenuine: boolean;
  /** Seen in an earlier export, and not signed. */
  isUnsigned?: boolean;
}

interface KnownCheckpoint {
  begins: ChainPosition;
  lost: readonly LostHistory[];
  /** The last earlier checkpoint that the chain agrees with. */
  checkpoint: ChainPosition | undefined;
}

const isSaidToBeLost = ({ seq }: ChainPosition, lost: readonly LostHistory[]) =>
  lost.some((one) => one.seq <= seq && seq <= one.checkpoint.seq);

/**
 * Compares checkpoints with the link at the same number. A checkpoint of a later number means that the chain lost its
 * tail.
 */
export function checkCheckpoints(
  checkpoints: readonly HeldCheckpoint[],
  at: ChainPosition,
  { begins, lost, checkpoint = begins }: KnownCheckpoint,
): ChainFault | undefined {
  for (const { isGenuine, ...one } of checkpoints) {
    if (!isGenuine) return { kind: 'checkpoint_forged', seq: one.seq, to_seq: one.seq };
    if ((one.seq === at.seq && one.hash === at.hash) || isSaidToBeLost(one, lost)) continue;
    if (one.seq > at.seq) return { kind: 'tail_removed', seq: at.seq + 1, to_seq: one.seq };
    return { kind: 'chain_rewritten', seq: Math.min(checkpoint.seq + 1, one.seq), to_seq: one.seq };
  }
  return undefined;
}
