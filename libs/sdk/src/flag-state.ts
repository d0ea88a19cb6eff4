import type { Flag } from '@burgee/evaluation';
import type { Version } from './version.js';

/** The flags that a client holds. Never changed in place. */
export interface FlagState {
  readonly flags: ReadonlyMap<string, Flag>;
  /** Where it is not known, the next answer of the service replaces the flags, whatever its version. */
  readonly version: Version;
}

/** What a caller does later to its own object, or to one it was given, changes nothing here. */
export const frozenCopy = <T extends object>(value: T | null | undefined): Readonly<T> =>
  Object.freeze({ ...value } as T);

/**
 * Of two rows with one key the later counts.
 * @throws SyntaxError when this is not a list of rows with keys. The evaluator copes with anything else that is wrong.
 */
export function readFlags(rows: readonly Flag[]): Map<string, Flag> {
  if (!rows?.every?.((row) => typeof row?.key === 'string')) throw new SyntaxError();
  return new Map(rows.map((row) => [row.key, frozenCopy(row)]));
}

/** Whether these values, which may be JSON, are not the same. */
export const differs = (one: unknown, other: unknown): boolean =>
  one !== other && JSON.stringify(one) !== JSON.stringify(other);
