import { parseList } from '@burgee/evaluation';
import { texts } from '../texts.js';

const { faults } = texts;
const VALUES_AT_MOST = 200;
const BYTES_AT_MOST = 10_000;

/** A list to which nothing has been added yet. It cannot be saved, because a rule would compare its text. */
const EMPTY_LIST = '[]';

/** The reason why a list cannot be saved. */
export function listFault(text: string): string | undefined {
  if (text === EMPTY_LIST) return faults.valuesMissing;
  const count = parseList(text)?.length ?? 0;
  if (count > VALUES_AT_MOST) return faults.tooManyValues(VALUES_AT_MOST, count);
  return count > 0 && new Blob([text]).size > BYTES_AT_MOST ? faults.valuesTooLong(BYTES_AT_MOST) : undefined;
}

/** @param stored the text before the changes: without any, its brackets are compared as text */
export const isListDraft = (text: string, stored: string | null | undefined): boolean =>
  parseList(text) !== undefined || (text === EMPTY_LIST && text !== stored);

/** The text of a list that begins with a value. @param last an earlier list, which returns if it begins with that value */
export function toList(value: string, last: string | undefined): string {
  if (last !== undefined && toOne(last) === value) return last;
  return value === '' ? EMPTY_LIST : JSON.stringify([value]);
}

/** The first value of a list, unless it would itself be read as a list. */
export function toOne(text: string): string {
  const [first = ''] = parseList(text) ?? [];
  return parseList(first) ? '' : first;
}
