import canonicalize from 'canonicalize';
import type { Checkpoint } from '../chain/checkpoint.js';
import type { ChainLink, ChainPosition } from '../chain/hash-link.js';
import { type TrustedCheckpoints, verifyCheckpoints } from '../chain/verify-checkpoints.js';
import { type Comparison, verifyEnd, verifyLinks } from '../chain/verify-chain.js';
import { EXPORT_VERSION } from './export-lines.js';

/** The file is not a complete export, so the entries cannot be verified. */
export class UnreadableExport extends Error {}

interface ChainLine {
  chain_id: string;
  exported_at: string;
  filter: object;
  begins: ChainPosition;
  head: ChainPosition;
}

export interface VerifiedExport extends Pick<ChainLine, 'chain_id' | 'exported_at' | 'begins'> {
  comparison: Comparison;
  /** The last checkpoint that the chain matched. */
  checkpoint: Checkpoint | undefined;
}

type Line = { type: string } & Record<string, unknown>;

function parse(text: string, number: number): Line {
  try {
    const line: unknown = JSON.parse(text);
    if (typeof line === 'object' && line !== null && 'type' in line) return line as Line;
  } catch {
    // Invalid JSON is refused like any other unknown line.
  }
  throw new UnreadableExport(`Line ${number} is not a line of an export. Export the history again as NDJSON.`);
}

const isPosition = (value: unknown): value is ChainPosition => {
  const { seq, hash } = (value ?? {}) as Partial<ChainPosition>;
  return Number.isSafeInteger(seq) && typeof hash === 'string';
};

function isChainLine(line: Line): line is Line & ChainLine {
  const { type, version, chain_id, exported_at, filter, begins, head } = line;
  const areTexts = typeof chain_id === 'string' && typeof exported_at === 'string';
  const hasFilter = typeof filter === 'object' && filter !== null;
  return (
    type === 'chain' && version === EXPORT_VERSION && areTexts && hasFilter && isPosition(begins) && isPosition(head)
  );
}

function chainLineOf(chain: Line | undefined): ChainLine {
  if (!chain || !isChainLine(chain))
    throw new UnreadableExport('The first line does not name the chain. Export the history again as NDJSON.');
  if (Object.keys(chain.filter).length > 0)
    throw new UnreadableExport('This export was filtered, so entries are missing. Export without filters.');
  return chain;
}

const toCheckpoint = ({ type: _type, ...checkpoint }: Line) => checkpoint as unknown as Checkpoint;

/** Content that is not canonical JSON cannot be the hashed content. */
function contentOf(entry: unknown): string {
  try {
    return canonicalize(entry) ?? '';
  } catch {
    return '';
  }
}

function toLink({ seq, hash, entry }: Line): ChainLink {
  if (!Number.isSafeInteger(seq) || typeof hash !== 'string')
    throw new UnreadableExport(
      `An entry has an invalid number or hash: ${String(seq)}, ${String(hash)}. Export the history again.`,
    );
  return { seq: seq as number, hash, content: contentOf(entry) };
}

/** Verifies an export from its text alone, line by line. @throws UnreadableExport */
export async function verifyExport(
  texts: AsyncIterable<string>,
  given: TrustedCheckpoints = {},
): Promise<VerifiedExport> {
  const lines = parsed(texts);
  const { chain_id, exported_at, begins, head } = chainLineOf((await lines.next()).value ?? undefined);
  const stored: Checkpoint[] = [];
  let next = await lines.next();
  for (; next.value?.type === 'checkpoint'; next = await lines.next()) stored.push(toCheckpoint(next.value));
  const held = await verifyCheckpoints({ chain_id, begins, stored }, given);
  const links = async function* () {
    for (; next.value && next.value.type !== 'end'; next = await lines.next())
      if (next.value.type === 'entry') yield [toLink(next.value)];
    if (!next.value)
      throw new UnreadableExport('The export ends early: its last line is missing. Export the history again.');
  };
  const comparison = verifyEnd(await verifyLinks(begins, held, links()), head, held);
  const checkpoint = held.findLast(({ seq }) => seq === comparison.checkpoint?.seq);
  return { chain_id, exported_at, begins, comparison, checkpoint };
}

/** The checkpoints in an export. Other lines are ignored. @throws UnreadableExport */
export async function checkpointsIn(texts: AsyncIterable<string>): Promise<Checkpoint[]> {
  const found: Checkpoint[] = [];
  for await (const line of parsed(texts)) if (line.type === 'checkpoint') found.push(toCheckpoint(line));
  return found;
}

async function* parsed(texts: AsyncIterable<string>): AsyncGenerator<Line, void> {
  let number = 0;
  for await (const text of texts) {
    number++;
    if (text !== '') yield parse(text, number);
  }
}
