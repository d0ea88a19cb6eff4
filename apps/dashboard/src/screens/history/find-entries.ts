import type { AuditEntryView } from '@burgee/contracts/http';
import { describeEntry } from './describe-entry.js';
import { entryFields } from './entry-fields.js';

/** Entries that are searched before the reader is asked whether to go on. */
const SEARCHED_AT_ONCE = 1_000;

/** What can be found of an entry: what its line and its details say, and its request id. */
function textOf(entry: AuditEntryView, environments: Readonly<Record<string, string>>): string {
  const { verb, subject, environment } = describeEntry(entry);
  const fields = entryFields(entry, environments).flatMap(({ field, before, after }) => [field, before, after]);
  return [entry.user_name, verb, subject, environment, ...fields, entry.request_id].join(' ').toLowerCase();
}

/** The entries that contain all words of the search. */
export function findEntries(
  entries: readonly AuditEntryView[],
  search: string,
  environments: Readonly<Record<string, string>>,
): readonly AuditEntryView[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return entries;
  return entries.filter((entry) => {
    const text = textOf(entry, environments);
    return words.every((word) => text.includes(word));
  });
}

interface Loaded {
  search: string;
  /** How many entries are loaded, and were so when somebody asked to search on. */
  loaded: number;
  from: number;
}

/** Whether older entries load by themselves: always, but a search stops to ask after many. */
export const loadsItself = ({ search, loaded, from }: Loaded) => search === '' || loaded - from < SEARCHED_AT_ONCE;
