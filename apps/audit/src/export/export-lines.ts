import type { Role } from '@burgee/contracts/wire';
import type { ChainBounds } from '../chain/chain-bounds.query.js';
import type { SignedBeginning } from '../chain/beginning.js';
import type { LinkFilter } from '../chain/chain-links.query.js';
import type { Checkpoint } from '../chain/checkpoint.js';
import type { ChainLink } from '../chain/hash-link.js';
import { ERASED_NAME, peopleIn, type PersonRow, type StoredContent } from '../read/to-entry-view.js';

/** The version of the format in docs/guides/audit.md. */
export const EXPORT_VERSION = 2;

/** Without signed beginnings. */
export const UNSIGNED_VERSION = 1;

/** One line for every reader: Node's readline, also that of earlier versions of Burgee, ends lines at these characters. */
const oneLine = (json: string) =>
  `${json.replaceAll('\u2028', String.raw`\u2028`).replaceAll('\u2029', String.raw`\u2029`)}\n`;

const line = (value: object) => oneLine(JSON.stringify(value));

export const chainLine = (chainId: string, { begins, head }: ChainBounds, filter: LinkFilter, exportedAt: Date) =>
  line({ type: 'chain', version: EXPORT_VERSION, chain_id: chainId, exported_at: exportedAt, filter, begins, head });

/** An entry that was replaced by invalid JSON, or by several lines, is exported as text. */
function entryOf(content: string, role: Role | undefined): { json: string; people: string[] } {
  try {
    const people = peopleIn(JSON.parse(content) as StoredContent, role);
    if (!content.includes('\n')) return { json: content, people };
  } catch {
    // Falls through to text.
  }
  return { json: JSON.stringify(content), people: [] };
}

export const peopleOfLink = ({ content }: ChainLink, role: Role | undefined) => entryOf(content, role).people;

/** The stored entry, with the names of its people in a separate field. */
export function entryLine(
  { seq, hash, content }: ChainLink,
  people: ReadonlyMap<string, PersonRow>,
  role: Role | undefined,
): string {
  const { json, people: ids } = entryOf(content, role);
  const named = [...new Set(ids)].flatMap((id) => {
    const person = people.get(id);
    if (!person) return [];
    const { name, email } = person;
    return [[id, { name: name ?? (email === null ? ERASED_NAME : null), email }]];
  });
  const beside = JSON.stringify({ type: 'entry', seq, hash, people: Object.fromEntries(named) });
  return oneLine(`${beside.slice(0, -1)},"entry":${json}}`);
}

export const beginningLine = (beginning: SignedBeginning) => line({ type: 'beginning', ...beginning });

export const checkpointLine = (checkpoint: Checkpoint) => line({ type: 'checkpoint', ...checkpoint });

export const endLine = (entries: number) => line({ type: 'end', entries });
