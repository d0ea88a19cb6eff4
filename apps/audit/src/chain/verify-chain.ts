import type { ChainFault } from './chain-fault.js';
import { checkCheckpoints, type HeldCheckpoint } from './check-checkpoints.js';
import { belongsAt, checkLink } from './check-link.js';
import type { ChainLink, ChainPosition } from './hash-link.js';
import { lostHistoryIn, type LostHistory } from './lost-history.js';

export interface Comparison {
  /** What the first link follows. */
  begins: ChainPosition;
  /** The last link that everything holds for. */
  upTo: ChainPosition;
  entries: number;
  /** The last checkpoint that the chain was held to. */
  checkpoint: HeldCheckpoint | undefined;
  /** Where the chain itself says that a failover lost what checkpoints had seen. */
  lost: LostHistory[];
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

/** Names a later link where that is what belongs here. */
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
 * Compares links with each other and with what was signed, and names the first place where they disagree.
 * @param begins what the first link follows: the start of the chain, or the last one of what was dropped or was verified before
 * @param checkpoints in the order of their numbers
 * @param links in the order of theirs
 */
export async function verifyLinks(
  begins: ChainPosition,
  checkpoints: readonly HeldCheckpoint[],
  links: Links,
): Promise<Comparison> {
  const comparison: Comparison = {
    begins,
    upTo: begins,
    entries: 0,
    checkpoint: undefined,
    lost: [],
    fault: undefined,
  };
  const signed = byNumber(checkpoints);
  const beginning = checkCheckpoints(signed.get(begins.seq) ?? [], begins, comparison);
  if (beginning) return { ...comparison, fault: beginning };
  const all = oneByOne(links);
  for await (const link of all) {
    const wrong = checkLink(comparison.upTo, link);
    if (wrong) return { ...comparison, fault: await orSwapped(wrong, comparison.upTo, link, all) };
    const lost = lostHistoryIn(link);
    if (lost) comparison.lost.push(lost);
    const here = signed.get(link.seq) ?? [];
    const fault = checkCheckpoints(here, link, comparison);
    if (fault) return { ...comparison, fault };
    comparison.upTo = { seq: link.seq, hash: link.hash };
    comparison.checkpoint = here.findLast(({ hash }) => hash === link.hash) ?? comparison.checkpoint;
    comparison.entries++;
  }
  return comparison;
}

function checkHead(head: ChainPosition, upTo: ChainPosition): ChainFault | undefined {
  if (head.seq > upTo.seq) return { kind: 'tail_removed', seq: upTo.seq + 1, to_seq: head.seq };
  if (head.seq === upTo.seq && head.hash === upTo.hash) return undefined;
  return { kind: 'entry_changed', seq: head.seq, to_seq: head.seq };
}

/** Of a chain whose links end here: compares with its head, and with what was signed of later ones. */
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
