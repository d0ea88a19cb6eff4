import { setImmediate as nextTurn } from 'node:timers/promises';
import type { HeldCheckpoint } from './check-checkpoints.js';
import { type Checkpoint, isAccepted, isGenuine } from './checkpoint.js';
import type { Evidence } from './evidence.js';
import type { ChainPosition } from './hash-link.js';

/** The loop yields after this many. A chain has one checkpoint for each hour in which it grew. */
const SIGNATURES_AT_ONCE = 20;

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
  { earlier = [], kids }: Evidence,
): Promise<(Checkpoint & HeldCheckpoint)[]> {
  const signed = [...stored, ...earlier.flatMap(({ checkpoints }) => checkpoints)]
    .filter(({ seq }) => seq >= begins.seq && seq <= upTo)
    .toSorted((one, other) => one.seq - other.seq);
  const held: (Checkpoint & HeldCheckpoint)[] = [];
  for (const one of signed) {
    const isOfKey = one.chain_id === chain_id && isAccepted(one.kid, kids);
    held.push({ ...one, isGenuine: isOfKey && isGenuine(one) });
    if (held.length % SIGNATURES_AT_ONCE === 0) await nextTurn();
  }
  return held;
}

/** The last entries of earlier exports in this range, to compare like checkpoints. */
export const seenPositions = ({ begins, upTo = Infinity }: Omit<Chain, 'stored'>, { earlier = [] }: Evidence) =>
  earlier
    .map(({ upTo: { seq, hash }, exported_at }): HeldCheckpoint => ({
      seq,
      hash,
      signed_at: exported_at,
      isGenuine: true,
      isUnsigned: true,
    }))
    .filter(({ seq }) => seq >= begins.seq && seq <= upTo);
