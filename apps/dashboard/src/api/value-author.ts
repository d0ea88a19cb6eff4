import type { AuditEntryView, FlagValueView } from '@burgee/contracts';

/** An entry and the row it tells of are not written in the same instant. */
const APART_AT_MOST_MILLISECONDS = 1_000;

type Entry = Pick<AuditEntryView, 'created_at' | 'user_id' | 'user_name'>;

/** The entry, if it tells of the row as it is; one that is older tells of what the row was before. */
export function entryOf<T extends Entry>(row: Pick<FlagValueView, 'updated_at'>, entry: T | undefined): T | undefined {
  if (!entry) return undefined;
  const isOlder = Date.parse(entry.created_at) < Date.parse(row.updated_at) - APART_AT_MOST_MILLISECONDS;
  return isOlder ? undefined : entry;
}

/** What became of a switch that came too late; names whoever was faster, unless that is the reader or not known. */
export function sayFaster(row: Pick<FlagValueView, 'updated_at'>, entry: Entry | undefined, readerId?: string): string {
  const author = entryOf(row, entry);
  return author && author.user_id !== readerId ? `${author.user_name} was faster` : 'it was changed meanwhile';
}
