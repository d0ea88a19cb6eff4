import canonicalize from 'canonicalize';
import { type SignedBeginning, checkBeginning } from '../chain/beginning.js';
import type { ChainFault } from '../chain/chain-fault.js';
import type { Checkpoint } from '../chain/checkpoint.js';
import type { ChainLink } from '../chain/hash-link.js';
import type { EarlierExport, Evidence } from '../chain/evidence.js';
import { seenPositions, verifyCheckpoints } from '../chain/verify-checkpoints.js';
import { type Comparison, verifyEnd, verifyLinks } from '../chain/verify-chain.js';
import { UNSIGNED_VERSION } from './export-lines.js';
import {
  type ChainLine,
  chainLineOf,
  entriesOf,
  type Line,
  parsed,
  refuseLine,
  UnreadableExport,
} from './read-lines.js';

export interface VerifiedExport extends Pick<ChainLine, 'chain_id' | 'exported_at' | 'begins'> {
  beginning: SignedBeginning | undefined;
  comparison: Comparison;
  /** What the export is evidence of, if it holds. */
  seen: EarlierExport;
  /** The last checkpoint that the chain matched. */
  checkpoint: Checkpoint | undefined;
}

const statementIn = <T>({ type: _type, ...statement }: Line['content']) => statement as unknown as T;

/** Content that is not canonical JSON cannot be the hashed content. */
function contentOf(entry: unknown): string {
  try {
    return canonicalize(entry) ?? '';
  } catch {
    return '';
  }
}

function toLink({ seq, hash, entry }: Line['content'], chainId: string): ChainLink {
  if (!Number.isSafeInteger(seq) || typeof hash !== 'string')
    throw new UnreadableExport(
      `An entry has an invalid number or hash: ${String(seq)}, ${String(hash)}. Export the history again.`,
    );
  const { project_id = chainId } = (entry ?? {}) as { project_id?: unknown };
  if (project_id !== chainId)
    throw new UnreadableExport(`Entry ${String(seq)} is of another history. Export the history again.`);
  return { seq: seq as number, hash, content: contentOf(entry) };
}

function dayOf(entry: unknown): string | undefined {
  const { created_at } = (entry ?? {}) as { created_at?: unknown };
  return typeof created_at === 'string' ? created_at.slice(0, 'YYYY-MM-DD'.length) : undefined;
}

/** Compares the number of entries that the last line names with the lines. */
function checkCount(said: number, { begins, upTo, entries }: Comparison): ChainFault | undefined {
  const last = begins.seq + said;
  if (said > entries) return { kind: 'tail_removed', seq: upTo.seq + 1, to_seq: last };
  return said < entries ? { kind: 'entry_added', seq: last + 1, to_seq: upTo.seq } : undefined;
}

/** An export from before signed beginnings is compared with earlier exports alone. */
function checkUnsigned({ begins }: ChainLine, { earlier = [] }: Evidence): ChainFault | undefined {
  const had = earlier.find((one) => one.begins.seq < begins.seq);
  return had && { kind: 'head_removed', seq: had.begins.seq + 1, to_seq: begins.seq };
}

/** Verifies an export from its text alone, line by line. @throws UnreadableExport */
export async function verifyExport(texts: AsyncIterable<string>, given: Evidence = {}): Promise<VerifiedExport> {
  const lines = parsed(texts);
  const chain = chainLineOf((await lines.next()).value ?? undefined);
  const { chain_id, exported_at, begins, head } = chain;
  const isSigned = chain.version !== UNSIGNED_VERSION;
  let next = await lines.next();
  const all = async function* (type: string) {
    for (; next.value?.content.type === type; next = await lines.next()) yield next.value.content;
  };
  const [beginnings, stored]: [SignedBeginning[], Checkpoint[]] = [[], []];
  if (isSigned) for await (const line of all('beginning')) beginnings.push(statementIn(line));
  // One, if entries were dropped.
  if (beginnings.length > 1 || (beginnings.length === 1 && begins.seq === 0)) refuseLine(beginnings.length + 1);
  for await (const line of all('checkpoint')) stored.push(statementIn(line));
  const held = await verifyCheckpoints({ chain_id, begins, stored }, given);
  const known = [...held, ...seenPositions({ chain_id, begins }, given)];
  const days = new Map<string, number>();
  const links = async function* () {
    for await (const line of all('entry')) {
      const link = toLink(line, chain_id);
      const day = dayOf(line.entry);
      if (day !== undefined && !days.has(day)) days.set(day, link.seq);
      yield [link];
    }
  };
  const beginning = beginnings[0];
  let comparison = await verifyLinks(begins, known, links(), { chain_id, ...given });
  // After a fault, the rest of the file is read for its form alone.
  for await (const line of all('entry')) toLink(line, chain_id);
  const said = entriesOf(next.value ?? undefined);
  if (!(next = await lines.next()).done) refuseLine(next.value.number);
  // Another fault ended the search for that entry.
  const isBeginningRecorded = comparison.isBeginningRecorded || comparison.fault !== undefined;
  const headless = isSigned
    ? checkBeginning({ chain_id, begins, beginning, isBeginningRecorded }, given)
    : checkUnsigned(chain, given);
  comparison = verifyEnd(headless ? { ...comparison, fault: headless } : comparison, head, known);
  comparison = { ...comparison, fault: comparison.fault ?? checkCount(said, comparison) };
  const checkpoint = held.findLast(({ seq }) => seq === comparison.checkpoint?.seq);
  const { upTo, lost } = comparison;
  const kids = [...held, ...(beginning ? [beginning] : [])].map(({ kid }) => kid);
  const seen = { isSigned, begins, upTo, checkpoints: stored, exported_at, days, lost, kids };
  return { chain_id, exported_at, begins, beginning, comparison, seen, checkpoint };
}
