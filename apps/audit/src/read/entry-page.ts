import type { AuditEntryView } from '@burgee/contracts/http';
import { encodeCursor } from '@burgee/contracts/plain';

export interface EntryPage {
  entries: AuditEntryView[];
  /** The cursor of the next page; undefined on the last. */
  next?: string;
}

/** What has been read for it as well, whether or not it is in the page: the length of entries as they are stored. */
export interface ReadPage extends EntryPage {
  read: number;
}

/** @param hasNext whether there are entries after these */
export function toEntryPage(entries: AuditEntryView[], hasNext: boolean): EntryPage {
  const last = entries.at(-1);
  return { entries, ...(hasNext && last && { next: encodeCursor([last.created_at, last.id]) }) };
}
