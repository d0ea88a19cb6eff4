import { setImmediate as nextTurn } from 'node:timers/promises';
import type { HeldCheckpoint } from './check-checkpoints.js';
import { type Checkpoint, isGenuine } from './checkpoint.js';
import type { ChainPosition } from './hash-link.js';

/** The loop yields after this many. A chain has one checkpoint for each hour in which it grew. */
const SIGNATURES_AT_ONCE = 20;

/** Further evidence that the verifier trusts, next to the checkpoints of the chain itself. */
export interface TrustedCheckpoints {
  /** From earlier exports. Checkpoints of other chains are ignored. */
  checkpoints?: readonly Checkpoint[];
  /** The only accepted key. When undefined, each checkpoint is verified with the key that it names. */
  kid?: string | undefined;
}

interface Chain {
  chain_id: string;
  /** The range to verify. Without an end it also covers checkpoints after the last entry. */
  begins: ChainPosition;
  upTo?: number;
  /** The checkpoints that the database or the export holds for this chain. */
  stored: readonly Checkpoint[];
}

/** Selects the checkpoints of this range in ascending order and verifies their signatures. */
export async function verifyCheckpoints(
  { chain_id, begins, upTo = Infinity, stored }: Chain,
  { checkpoints = [], kid }: TrustedCheckpoints,
): Promise<(Checkpoint & HeldCheckpoint)[]> {
  const signed = [...stored, ...checkpoints.filter((one) => one.chain_id === chain_id)]
    .filter(({ seq }) => seq >= begins.seq && seq <= upTo)
    .toSorted((one, other) => one.seq - other.seq);
  const held: (Checkpoint & HeldCheckpoint)[] = [];
  for (const one of signed) {
    const isOfKey = one.chain_id === chain_id && (kid ?? one.kid) === one.kid;
    held.push({ ...one, isGenuine: isOfKey && isGenuine(one) });
    if (held.length % SIGNATURES_AT_ONCE === 0) await nextTurn();
  }
  return held;
}
