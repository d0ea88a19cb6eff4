import { encodeCursor, type FlagView } from '@burgee/contracts/http';
import { type FlagRow, flagView, type ValueRow } from './flag-row.js';

export interface FlagPage {
  flags: FlagView[];
  /** The cursor of the next page; undefined on the last. */
  next?: string;
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
