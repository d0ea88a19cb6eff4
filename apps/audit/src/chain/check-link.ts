import type { ChainFault } from './chain-fault.js';
import { type ChainLink, type ChainPosition, hashLink } from './hash-link.js';

/** Whether a column differs from the content. */
function contradicts({ content, columns }: ChainLink): boolean {
  if (!columns) return false;
  try {
    const said = JSON.parse(content) as Record<string, unknown>;
    return Object.entries(columns).some(([name, value]) => (said[name] ?? null) !== value);
  } catch {
    return true;
  }
}

/** Checks a link against the link before it. */
export function checkLink(before: ChainPosition, link: ChainLink): ChainFault | undefined {
  const { seq, hash, content } = link;
  const expected = before.seq + 1;
  if (seq > expected) return { kind: 'entries_removed', seq: expected, to_seq: seq - 1 };
  if (seq < expected) return { kind: 'entry_added', seq, to_seq: seq };
  const isWhole = hashLink(before.hash, seq, content) === hash && !contradicts(link);
  return isWhole ? undefined : { kind: 'entry_changed', seq, to_seq: seq };
}

/**
 * Whether a later link has the content that belongs in the place of a changed one. If so, the two were swapped, either
 * their contents or their numbers.
 */
export function belongsAt(before: ChainPosition, changed: ChainLink, { content, hash }: ChainLink): boolean {
  const here = hashLink(before.hash, changed.seq, content);
  return here === changed.hash || here === hash;
}
