import type { AuditEntryView } from '@burgee/contracts/http';
import { describeEntry } from './describe-entry.js';
import { entryFields } from './entry-fields.js';
import { texts as toggleTexts } from '../../toggle/texts.js';
import { texts } from './texts.js';

/** What can be found of an entry: what its line and its details say, and its request id. */
function textOf(entry: AuditEntryView, names: Readonly<Record<string, string>>): string {
  const { verb, subject, environment, also } = describeEntry(entry);
  const fields = entryFields(entry, names).flatMap(({ field, before, after }) => [field, before, after]);
  return [entry.user_name, verb, subject, environment, also, ...fields, entry.request_id].join(' ').toLowerCase();
}

const wordsIn = (search: string) => search.toLowerCase().split(/\s+/).filter(Boolean);

function literals(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(literals) : [];
}

/** What lines and details say in words of the page, which the service does not have. */
const OWN_WORDS = literals([texts, toggleTexts]).join('\n').toLowerCase();

const LOOKED_FOR_AT_MOST = 10;

/** What the service can look for of a search: the words that the page does not use itself, so many at most. The page looks for all. */
export function textForService(search: string): string | undefined {
  const words = wordsIn(search).filter((word) => !OWN_WORDS.includes(word));
  // It stores the number of a percentage.
  const stored = new Set(words.map((word) => word.replace(/%$/, '')));
  return [...stored].slice(0, LOOKED_FOR_AT_MOST).join(' ') || undefined;
}

/** The entries that contain all words of the search. */
export function findEntries(
  entries: readonly AuditEntryView[],
  search: string,
  names: Readonly<Record<string, string>>,
): readonly AuditEntryView[] {
  const words = wordsIn(search);
  if (words.length === 0) return entries;
  return entries.filter((entry) => {
    const text = textOf(entry, names);
    return words.every((word) => text.includes(word));
  });
}
