import type { Flag } from '@burgee/evaluation';
import type { Version } from './version.js';

/** A client's flags. Never changed in place. */
export interface FlagState {
  readonly flags: ReadonlyMap<string, Flag>;
  /** Where it is unknown, the next answer of the service replaces the flags, even with an older version. */
  readonly version: Version;
}

/** A copy that later changes to the caller's own object, or to an object returned to it, do not affect. */
export const frozenCopy = <T extends object>(value: T | null | undefined): Readonly<T> =>
  Object.freeze({ ...value } as T);

/**
 * The later of two rows with one key wins.
 * @throws SyntaxError when this is not a list of rows with keys. The evaluator copes with anything else that is wrong.
 */
export function readFlags(rows: readonly Flag[]): Map<string, Flag> {
  if (!rows?.every?.((row) => typeof row?.key === 'string')) throw new SyntaxError();
  return new Map(rows.map((row) => [row.key, frozenCopy(row)]));
}

/** Whether these values, which may be JSON, differ. */
export const differs = (one: unknown, other: unknown): boolean =>
  one !== other && JSON.stringify(one) !== JSON.stringify(other);
