import { type AuditEntryView, encodeCursor } from '@burgee/contracts/http';

/** An entry as it is read from the database. */
export type EntryRow = Omit<AuditEntryView, 'created_at'> & { created_at: Date };

export interface EntryPage {
  entries: AuditEntryView[];
  /** The cursor of the next page; undefined on the last. */
  next?: string;
}

/** @param hasNext whether there are entries after these */
export function toEntryPage(rows: readonly EntryRow[], hasNext: boolean): EntryPage {
  const entries = rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
  const last = entries.at(-1);
  return { entries, ...(hasNext && last && { next: encodeCursor([last.created_at, last.id]) }) };
}
