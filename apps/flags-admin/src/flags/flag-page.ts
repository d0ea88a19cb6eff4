import type { FlagSummary, FlagView } from '@burgee/contracts/http';
import { encodeCursor } from '@burgee/contracts/plain';
import type { FlagRow } from './flag-row.js';

export interface FlagPage<F = FlagView | FlagSummary> {
  flags: F[];
  /** The cursor of the next page; undefined on the last. */
  next?: string;
}

/** An `ilike` pattern that matches the literal text anywhere. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/**
 * @param shown the flags of this page
 * @param values the values of these flags
 * @param toView builds the view of a flag
 * @param hasNext whether more flags follow
 */
export function toFlagPage<V extends { flag_id: string }, F>(
  shown: readonly FlagRow[],
  values: readonly V[],
  toView: (flag: FlagRow, values: V[]) => F,
  hasNext: boolean,
): FlagPage<F> {
  const valuesOf = new Map<string, V[]>();
  for (const value of values) valuesOf.set(value.flag_id, [...(valuesOf.get(value.flag_id) ?? []), value]);
  const flags = shown.map((flag) => toView(flag, valuesOf.get(flag.id) ?? []));
  const last = shown.at(-1);
  return { flags, ...(hasNext && last && { next: encodeCursor([last.key]) }) };
}
