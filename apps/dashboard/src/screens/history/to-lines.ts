import type { AuditEntryView } from '@burgee/contracts/http';
import { switchedTo } from './switched-to.js';

/** One line of the history: an entry, or several that one request made in the same way. */
export type Line = readonly [AuditEntryView, ...AuditEntryView[]];

const isSame = (one: AuditEntryView, other: AuditEntryView) =>
  one.request_id !== null &&
  one.request_id === other.request_id &&
  one.action === other.action &&
  one.user_id === other.user_id &&
  switchedTo(one) === switchedTo(other) &&
  // The last approval of a plan also applies it.
  (one.action !== 'change_request_update' || one.new_values?.state === other.new_values?.state);

/**
 * Groups entries into lines, in their order. Other entries of the same request may stand between the entries of a line,
 * because all were made at the same moment.
 */
export function toLines(entries: readonly AuditEntryView[]): Line[] {
  const lines: [AuditEntryView, ...AuditEntryView[]][] = [];
  for (const entry of entries) {
    const other = lines.findLastIndex(([first]) => first.request_id !== entry.request_id);
    const line = lines.slice(other + 1).find(([first]) => isSame(first, entry));
    if (line) line.push(entry);
    else lines.push([entry]);
  }
  return lines;
}

/** The environment that all entries are about; undefined if they are about several. */
export const environmentOf = ([first, ...others]: Line) =>
  first.environment_name !== null && others.every(({ environment_id }) => environment_id === first.environment_id)
    ? first.environment_name
    : undefined;
