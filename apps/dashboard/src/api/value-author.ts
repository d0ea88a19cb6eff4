import type { AuditEntryView, FlagValueView } from '@burgee/contracts/http';
import { texts } from './texts.js';

/** The most milliseconds between an entry and its row, because they are not written at the same instant. */
const APART_AT_MOST_MILLISECONDS = 1_000;

type Entry = Pick<AuditEntryView, 'created_at' | 'user_id' | 'user_name'>;

/** The entry, if it describes the current row; an older one describes a former value. */
export function entryOf<T extends Entry>(row: Pick<FlagValueView, 'updated_at'>, entry: T | undefined): T | undefined {
  if (!entry) return undefined;
  const isOlder = Date.parse(entry.created_at) < Date.parse(row.updated_at) - APART_AT_MOST_MILLISECONDS;
  return isOlder ? undefined : entry;
}

/** Explains why a switch came too late, and names the user who was faster, unless it is the reader or unknown. */
export function describeAuthor(
  row: Pick<FlagValueView, 'updated_at'>,
  entry: Entry | undefined,
  readerId?: string,
): string {
  const author = entryOf(row, entry);
  return author && author.user_id !== readerId ? texts.faster(author.user_name) : texts.changedMeanwhile;
}
