import type { AuditEntryView } from '@burgee/contracts/http';
import { encodeCursor } from '@burgee/contracts/plain';

export interface EntryPage {
  entries: AuditEntryView[];
  /** The cursor of the next page; undefined on the last. */
  next?: string;
}

/** The page, and the stored length of the entries that the query read for it, in the page or not. */
export interface ReadPage extends EntryPage {
  read: number;
}

/** @param hasNext whether more entries follow */
export function toEntryPage(entries: AuditEntryView[], hasNext: boolean): EntryPage {
  const last = entries.at(-1);
  return { entries, ...(hasNext && last && { next: encodeCursor([last.created_at, last.id]) }) };
}
