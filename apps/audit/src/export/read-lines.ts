import { type ChainPosition, isPosition } from '../chain/hash-link.js';
import { EXPORT_VERSION, UNSIGNED_VERSION } from './export-lines.js';

/** The file is not a complete export, so the entries cannot be verified. */
export class UnreadableExport extends Error {}

export interface Line {
  number: number;
  content: { type: string } & Record<string, unknown>;
}

export interface ChainLine {
  version: number;
  chain_id: string;
  exported_at: string;
  filter: object;
  begins: ChainPosition;
  head: ChainPosition;
}

export function refuseLine(number: number): never {
  throw new UnreadableExport(`Line ${number} is not a line of an export. Export the history again as NDJSON.`);
}

function parse(text: string, number: number): Line {
  try {
    const content: unknown = JSON.parse(text);
    if (typeof content === 'object' && content !== null && 'type' in content)
      return { number, content: content as Line['content'] };
  } catch {
    // Invalid JSON is refused like any other unknown line.
  }
  return refuseLine(number);
}

export async function* parsed(texts: AsyncIterable<string>): AsyncGenerator<Line, void> {
  let number = 0;
  for await (const text of texts) {
    number++;
    if (text !== '') yield parse(text, number);
  }
}

/** Only the position before the first entry has no hash: another one would be the beginning of another chain. */
const isBound = (value: unknown): value is ChainPosition =>
  isPosition(value) && (value.seq === 0 ? value.hash === '' : value.seq > 0);

function isChainLine(content: Line['content']): content is Line['content'] & ChainLine {
  const { type, version, chain_id, exported_at, filter, begins, head } = content;
  const areTexts = typeof chain_id === 'string' && typeof exported_at === 'string';
  const hasFilter = typeof filter === 'object' && filter !== null;
  const isKnown = type === 'chain' && (version === EXPORT_VERSION || version === UNSIGNED_VERSION);
  return isKnown && areTexts && hasFilter && isBound(begins) && isBound(head);
}

export function chainLineOf(line: Line | undefined): ChainLine {
  if (!line || !isChainLine(line.content))
    throw new UnreadableExport('The first line does not name the chain. Export the history again as NDJSON.');
  if (Object.keys(line.content.filter).length > 0)
    throw new UnreadableExport('This export was filtered, so entries are missing. Export without filters.');
  return line.content;
}

/** How many entries the last line says that there are. */
export function entriesOf(line: Line | undefined): number {
  if (!line) throw new UnreadableExport('The export ends early: its last line is missing. Export the history again.');
  const { type, entries } = line.content;
  return type === 'end' && Number.isSafeInteger(entries) ? (entries as number) : refuseLine(line.number);
}
