import type { AuditEntryView } from '@burgee/contracts/http';
import { describeEntry } from './describe-entry.js';
import { entryFields } from './entry-fields.js';
import { labelOf } from '../../toggle/describe-value.js';
import { texts as toggleTexts } from '../../toggle/texts.js';
import { switchedTo } from './switched-to.js';
import { texts } from './texts.js';

/** The searchable text of an entry: its line, its details, its comments and its request id. */
function textOf(entry: AuditEntryView, names: Readonly<Record<string, string>>): string {
  const { verb, subject, environment, also } = describeEntry(entry, names);
  // The line of a switch says what it did: "off" does not find "off → on".
  const saidBy = switchedTo(entry) === undefined ? undefined : labelOf('is_enabled');
  const fields = entryFields(entry, names).flatMap(({ field, before, after }) =>
    field === saidBy ? [] : [field, before, after],
  );
  const { user_name, comment, bypass_reason, request_id } = entry;
  const own = [user_name, comment, bypass_reason, request_id];
  return [verb, subject, environment, also, ...fields, ...own].join(' ').toLowerCase();
}

const wordsIn = (search: string) => search.toLowerCase().split(/\s+/).filter(Boolean);

function literals(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(literals) : [];
}

/** The page's own words in lines and details, which the service does not have. */
const OWN_WORDS = literals([texts, toggleTexts]).join('\n').toLowerCase();

const LOOKED_FOR_AT_MOST = 10;

/**
 * The part of a search that the service can do: the words that are not the page's own, up to its limit. The page itself
 * searches for all words.
 */
export function textForService(search: string): string | undefined {
  const words = wordsIn(search).filter((word) => !OWN_WORDS.includes(word));
  // The service stores a percentage as a number.
  const stored = new Set(words.map((word) => word.replace(/%$/, '')));
  return [...stored].slice(0, LOOKED_FOR_AT_MOST).join(' ') || undefined;
}

/** Words that occur inside many others, such as "Production". */
const WHOLE = new Set(['on', 'off']);

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
    return words.every((word) => (WHOLE.has(word) ? text.split(/\s+/).includes(word) : text.includes(word)));
  });
}
