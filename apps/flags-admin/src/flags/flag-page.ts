import { decodeCursor, encodeCursor, type FlagView } from '@burgee/contracts/http';
import { DomainError } from '@burgee/contracts/wire';
import { type FlagRow, flagView, type ValueRow } from './flag-row.js';

export interface FlagPage {
  flags: FlagView[];
  /** The cursor of the next page; undefined on the last. */
  next?: string;
}

/** The key after which a page begins. @throws invalid_request when the text is no cursor of ours */
export function decodeKey(cursor: string | undefined): string {
  if (cursor === undefined) return '';
  const [key] = decodeCursor(cursor, 1) ?? [];
  if (key === undefined)
    throw new DomainError('invalid_request', 'The cursor is not one of ours. Take it from the Link header.', {
      errors: [{ pointer: '/cursor', detail: 'is not a cursor' }],
    });
  return key;
}

/** A pattern of `ilike` that finds the text itself anywhere. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/**
 * @param shown the flags of this page
 * @param values those of all its flags
 * @param hasNext whether there are flags after it
 */
export function toFlagPage(shown: readonly FlagRow[], values: readonly ValueRow[], hasNext: boolean): FlagPage {
  const valuesOf = new Map<string, ValueRow[]>();
  for (const value of values) valuesOf.set(value.flag_id, [...(valuesOf.get(value.flag_id) ?? []), value]);
  const flags = shown.map((flag) => flagView(flag, valuesOf.get(flag.id) ?? []));
  const last = shown.at(-1);
  return { flags, ...(hasNext && last && { next: encodeCursor([last.key]) }) };
}
