import type { Flag } from '@burgee/evaluation';

/** A moment in an environment's history. Revisions rise by one with each change; epochs cannot be compared. */
export interface Place {
  readonly epoch: string;
  readonly revision: number;
}

/** What a client holds. Never changed in place. */
export interface FlagState {
  readonly flags: ReadonlyMap<string, Flag>;
  /** Absent when flags came without one: then the next answer of the service counts, whatever it is. */
  readonly place?: Place | undefined;
  readonly source?: 'storage' | 'bootstrap' | 'service' | undefined;
}

/** Reads an ETag or an event id: `<epoch>-<revision>`, whatever quotes, `W/` or `-gzip` a proxy put around it. */
export function parsePlace(text: string | null | undefined): Place | undefined {
  const match = /(\w+)-(\d+)/.exec(text ?? '');
  return match ? { epoch: match[1] as string, revision: Number(match[2]) } : undefined;
}

export const formatPlace = (place: Place | undefined): string => (place ? `${place.epoch}-${place.revision}` : '');

/** Whether whoever holds `held` has all that was there at `place`. */
export const covers = (held: Place | undefined, place: Place): boolean =>
  held?.epoch === place.epoch && held.revision >= place.revision;

/** @throws SyntaxError when it is no row as the service serves it; what is odd within, the evaluator copes with */
export function readFlag(row: Flag): Flag {
  if (typeof row?.key !== 'string') throw new SyntaxError();
  return row;
}

/** @throws SyntaxError when these are no rows as the service serves them */
export function readFlags(rows: readonly Flag[]): ReadonlyMap<string, Flag> {
  if (!Array.isArray(rows)) throw new SyntaxError();
  return new Map(rows.map((row) => [readFlag(row).key, row]));
}

/**
 * An answer of GET /api/v1/flags. A slow one does not undo what has been told since; one that is marked stale does not take
 * back to another epoch.
 */
export function afterFetch(state: FlagState, fetched: FlagState, isStale: boolean): FlagState {
  const { place: held } = state;
  const { place } = fetched;
  const isOlder = held && place && (held.epoch === place.epoch ? held.revision > place.revision : isStale);
  return { ...(isOlder ? state : fetched), source: 'service' };
}

/** `flag_updated` (with the flag) or `flag_deleted` (without). @returns undefined when everything must be fetched */
export function afterEvent(
  state: FlagState,
  place: Place | undefined,
  key: string,
  flag: Flag | undefined,
): FlagState | undefined {
  if (!place || covers(state.place, place)) return place && state;
  if (!covers(state.place, { ...place, revision: place.revision - 1 })) return undefined;
  const flags = new Map(state.flags);
  if (flag) flags.set(key, flag);
  else flags.delete(key);
  return { ...state, flags, place };
}

/** The keys that came, went, or have another value. */
export function differing(before: ReadonlyMap<string, unknown>, after: ReadonlyMap<string, unknown>): string[] {
  const differs = (key: string): boolean =>
    before.get(key) !== after.get(key) && JSON.stringify(before.get(key)) !== JSON.stringify(after.get(key));
  return [...new Map([...before, ...after]).keys()].filter(differs);
}
