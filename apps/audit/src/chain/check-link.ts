import type { ChainFault } from './chain-fault.js';
import { type ChainLink, type ChainPosition, hashLink } from './hash-link.js';

/** The columns that the content contradicts. */
function contradicts({ content, columns }: ChainLink): boolean {
  if (!columns) return false;
  const said = JSON.parse(content) as Record<string, unknown>;
  return Object.entries(columns).some(([name, value]) => (said[name] ?? null) !== value);
}

/** What is wrong with a link, by the one before it. */
export function checkLink(before: ChainPosition, link: ChainLink): ChainFault | undefined {
  const { seq, hash, content } = link;
  const expected = before.seq + 1;
  if (seq > expected) return { kind: 'entries_removed', seq: expected, to_seq: seq - 1 };
  if (seq < expected) return { kind: 'entry_added', seq, to_seq: seq };
  const isWhole = hashLink(before.hash, seq, content) === hash && !contradicts(link);
  return isWhole ? undefined : { kind: 'entry_changed', seq, to_seq: seq };
}

/**
 * Whether a later link holds what belongs to the place of a changed one: the two were swapped. Either the contents were, or the
 * numbers.
 */
export function belongsAt(before: ChainPosition, changed: ChainLink, { content, hash }: ChainLink): boolean {
  const here = hashLink(before.hash, changed.seq, content);
  return here === changed.hash || here === hash;
}
