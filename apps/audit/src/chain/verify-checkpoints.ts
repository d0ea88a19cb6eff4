import { setImmediate as nextTurn } from 'node:timers/promises';
import type { HeldCheckpoint } from './check-checkpoints.js';
import { type Checkpoint, isGenuine } from './checkpoint.js';
import type { ChainPosition } from './hash-link.js';

/** Between these, others have their turn. A chain has one for each hour in which it has grown. */
const SIGNATURES_AT_ONCE = 20;

/** What a chain is held to beside the checkpoints that come with it. */
export interface TrustedCheckpoints {
  /** Of earlier exports; those of other chains do not count. */
  checkpoints?: readonly Checkpoint[];
  /** The only key whose checkpoints are genuine; undefined for whichever they name. */
  kid?: string | undefined;
}

interface Chain {
  chain_id: string;
  /** From where to where; without an end, also those of entries that are not there. */
  begins: ChainPosition;
  upTo?: number;
  /** Those that come with it. */
  stored: readonly Checkpoint[];
}

/** The checkpoints that a chain is held to, in the order of their numbers, their signatures verified. */
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
