import type { AuditEntryView } from '@burgee/contracts/http';

/** The words of a search; each of them has to be in an entry. */
export const wordsOf = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean);

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

/** Whether each word is in who changed it, the names of what was changed, a value before or after, or the id of the request. */
export function matchesWords(entry: AuditEntryView, words: readonly string[]): boolean {
  const { user_name, flag_key, environment_name, request_id, old_values, new_values } = entry;
  const texts = [user_name, flag_key, environment_name, request_id, ...textsIn(old_values), ...textsIn(new_values)];
  const all = texts.join('\n').toLowerCase();
  return words.every((word) => all.includes(word));
}
