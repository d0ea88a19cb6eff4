import { recordsBeginning } from './beginning.js';
import type { ChainFault } from './chain-fault.js';
import { checkCheckpoints, type HeldCheckpoint } from './check-checkpoints.js';
import { belongsAt, checkLink } from './check-link.js';
import type { ChainLink, ChainPosition } from './hash-link.js';
import { lostHistoryIn } from './lost-history.js';
import type { Evidence, LostHistory } from './evidence.js';

export interface Comparison {
  /** The position before the first link. */
  begins: ChainPosition;
  /** The last link that passed every check. */
  upTo: ChainPosition;
  entries: number;
  /** The last checkpoint that the chain matched. */
  checkpoint: HeldCheckpoint | undefined;
  /** The losses in failovers that the chain itself records. */
  lost: LostHistory[];
  /** The losses that explain what the chain lacks. */
  excuses: LostHistory[];
  /** Whether an entry says that what came before `begins` was dropped. */
  isBeginningRecorded: boolean;
  fault: ChainFault | undefined;
}

type Links = AsyncIterable<readonly ChainLink[]>;

async function* oneByOne(links: Links): AsyncGenerator<ChainLink, void> {
  for await (const part of links) yield* part;
}

function byNumber(checkpoints: readonly HeldCheckpoint[]): Map<number, HeldCheckpoint[]> {
  const found = new Map<number, HeldCheckpoint[]>();
  for (const one of checkpoints) found.set(one.seq, [...(found.get(one.seq) ?? []), one]);
  return found;
}

/** Reports a swap if a later link belongs in this place. */
async function orSwapped(
  fault: ChainFault,
  before: ChainPosition,
  found: ChainLink,
  later: AsyncIterable<ChainLink>,
): Promise<ChainFault> {
  const { kind, seq } = fault;
  if (kind !== 'entry_changed' && kind !== 'entries_removed') return fault;
  for await (const one of later)
    if (kind === 'entries_removed' ? one.seq === seq : belongsAt(before, found, one))
      return { kind: 'entries_swapped', seq, to_seq: kind === 'entries_removed' ? found.seq : one.seq };
  return fault;
}

/**
 * Compares links with each other and with checkpoints, and reports the first contradiction.
 * @param begins the position before the first link: the start of the chain, or the last link that was dropped or
 * already verified
 * @param checkpoints in ascending order
 * @param links in ascending order
 */
export async function verifyLinks(
  begins: ChainPosition,
  checkpoints: readonly HeldCheckpoint[],
  links: Links,
  { chain_id, ...evidence }: Evidence & { chain_id: string },
): Promise<Comparison> {
  const comparison: Comparison = {
    begins,
    upTo: begins,
    entries: 0,
    checkpoint: undefined,
    lost: [],
    excuses: [],
    isBeginningRecorded: false,
    fault: undefined,
  };
  const signed = byNumber(checkpoints);
  const beginning = checkCheckpoints(signed.get(begins.seq) ?? [], begins, comparison);
  if (beginning) return { ...comparison, fault: beginning };
  const all = oneByOne(links);
  for await (const link of all) {
    const wrong = checkLink(comparison.upTo, link);
    if (wrong) return { ...comparison, fault: await orSwapped(wrong, comparison.upTo, link, all) };
    const { lost, isExcuse, fault: forged } = lostHistoryIn(link, chain_id, evidence) ?? {};
    if (forged) return { ...comparison, fault: forged };
    if (lost) comparison.lost.push(lost);
    if (lost && isExcuse) comparison.excuses.push(lost);
    comparison.isBeginningRecorded ||= recordsBeginning(link, begins);
    const here = signed.get(link.seq) ?? [];
    const fault = checkCheckpoints(here, link, comparison);
    if (fault) return { ...comparison, fault };
    comparison.upTo = { seq: link.seq, hash: link.hash };
    comparison.checkpoint =
      here.findLast(({ hash, isUnsigned }) => hash === link.hash && !isUnsigned) ?? comparison.checkpoint;
    comparison.entries++;
  }
  return comparison;
}

function checkHead(head: ChainPosition, upTo: ChainPosition): ChainFault | undefined {
  if (head.seq > upTo.seq) return { kind: 'tail_removed', seq: upTo.seq + 1, to_seq: head.seq };
  if (head.seq === upTo.seq && head.hash === upTo.hash) return undefined;
  return { kind: 'entry_changed', seq: head.seq, to_seq: head.seq };
}

/** Compares the last link with the head of the chain and with later checkpoints. */
export function verifyEnd(
  comparison: Comparison,
  head: ChainPosition,
  checkpoints: readonly HeldCheckpoint[],
): Comparison {
  if (comparison.fault) return comparison;
  const after = checkpoints.filter(({ seq }) => seq > comparison.upTo.seq);
  return {
    ...comparison,
    fault: checkHead(head, comparison.upTo) ?? checkCheckpoints(after, comparison.upTo, comparison),
  };
}
