import type { Flag } from '@burgee/evaluation';
import type { Version } from './version.js';

/** The flags that a client holds. Never changed in place. */
export interface FlagState {
  readonly flags: ReadonlyMap<string, Flag>;
  /** Where it is not known, the next answer of the service replaces the flags, whatever its version. */
  readonly version: Version;
}

/** @throws SyntaxError when this is not a list of rows with keys. The evaluator copes with anything else that is wrong. */
export function readFlags(rows: readonly Flag[]): Map<string, Flag> {
  if (!rows?.every?.((row) => typeof row?.key === 'string')) throw new SyntaxError();
  return new Map(rows.map((row) => [row.key, row]));
}

/** The keys that were added, removed, or have another value. */
export function differing(before: ReadonlyMap<string, unknown>, after: ReadonlyMap<string, unknown>): string[] {
  const differs = (key: string): boolean =>
    before.get(key) !== after.get(key) && JSON.stringify(before.get(key)) !== JSON.stringify(after.get(key));
  return [...new Map([...before, ...after]).keys()].filter(differs);
}
