import { setImmediate as nextTurn } from 'node:timers/promises';
import type { HeldCheckpoint } from './check-checkpoints.js';
import { type Checkpoint, isGenuine } from './checkpoint.js';
import type { ChainPosition } from './hash-link.js';

/** The loop yields after this many. A chain has one checkpoint for each hour in which it grew. */
const SIGNATURES_AT_ONCE = 20;

/** What an earlier export of the chain shows. */
export interface EarlierExport {
  /** Whether it is of a version that signs beginnings. */
  isSigned: boolean;
  begins: ChainPosition;
  /** Its last entry. Nobody signed it: whoever kept the file trusts it. */
  upTo: ChainPosition;
  checkpoints: readonly Checkpoint[];
}

/** Further evidence that the verifier trusts, next to the checkpoints of the chain itself. */
export interface Evidence {
  /** Exports of the same chain. */
  earlier?: readonly EarlierExport[];
  /** The only accepted key. When undefined, each statement is verified with the key that it names. */
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
  { earlier = [], kid }: Evidence,
): Promise<(Checkpoint & HeldCheckpoint)[]> {
  const signed = [...stored, ...earlier.flatMap(({ checkpoints }) => checkpoints)]
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

/** The last entries of earlier exports in this range, to compare like checkpoints. */
export const seenPositions = ({ begins, upTo = Infinity }: Omit<Chain, 'stored'>, { earlier = [] }: Evidence) =>
  earlier
    .map(({ upTo: { seq, hash } }): HeldCheckpoint => ({ seq, hash, isGenuine: true, isUnsigned: true }))
    .filter(({ seq }) => seq >= begins.seq && seq <= upTo);
