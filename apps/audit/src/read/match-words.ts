import type { AuditEntryView } from '@burgee/contracts/http';
import { DomainError } from '@burgee/contracts/wire';

const WORDS_AT_MOST = 10;
/** Searching a text of a megabyte can take longer than reading it. */
const CHARACTERS_AT_MOST = 1_000;

/** The words of a search. An entry matches if it contains them all. @throws invalid_request when there are too many */
export function wordsOf(text: string): string[] {
  const words = [...new Set(text.toLowerCase().split(/\s+/).filter(Boolean))];
  if (words.length <= WORDS_AT_MOST) return words;
  const detail = `text must have at most ${WORDS_AT_MOST} words`;
  throw new DomainError('invalid_request', `The request was refused: ${detail}.`, {
    errors: [{ pointer: '/text', detail }],
  });
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value.slice(0, CHARACTERS_AT_MOST)];
  if (typeof value === 'number') return [String(value)];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

/**
 * Whether each word occurs in the person's name, the names of the changed things, an old or new value, a comment, or
 * the request id.
 */
export function matchesWords(entry: AuditEntryView, words: readonly string[]): boolean {
  const { user_name, flag_key, environment_name, request_id, comment, bypass_reason, old_values, new_values } = entry;
  const own = [user_name, flag_key, environment_name, request_id, comment, bypass_reason];
  const texts = [...own, ...textsIn(old_values), ...textsIn(new_values)];
  const all = texts.join('\n').toLowerCase();
  return words.every((word) => all.includes(word));
}
