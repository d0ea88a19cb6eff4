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
  readonly place: Place | undefined;
  readonly source: 'nothing' | 'storage' | 'bootstrap' | 'service';
}

export const NOTHING: FlagState = { flags: new Map(), place: undefined, source: 'nothing' };

/** Reads an ETag or an event id: `<epoch>-<revision>`, in quotes or not, weakened by a proxy or not. */
export function parsePlace(text: string | null | undefined): Place | undefined {
  const match = /^(?:W\/)?"?(\w+)-(\d+)"?$/.exec(text ?? '');
  return match ? { epoch: match[1] as string, revision: Number(match[2]) } : undefined;
}

export const formatPlace = (place: Place | undefined): string | undefined =>
  place && `${place.epoch}-${place.revision}`;

/** Whether whoever holds `held` has all that was there at `place`. */
export const covers = (held: Place | undefined, place: Place): boolean =>
  held?.epoch === place.epoch && held.revision >= place.revision;

const NULLABLE = ['targeting_attribute', 'targeting_value', 'targeting_return_value'] as const;

/** @throws when it is no row as the service serves it */
export function readFlag(row: Flag): Flag {
  const { flag_id, key, type, is_enabled, rollout_percentage } = row;
  const right =
    typeof flag_id + typeof key + typeof type === 'stringstringstring' &&
    typeof is_enabled === 'boolean' &&
    typeof rollout_percentage === 'number' &&
    NULLABLE.every((name) => row[name] === null || typeof row[name] === 'string');
  if (!right) throw new TypeError(`not a flag: ${JSON.stringify(row)}`);
  return row;
}

/** @throws when these are no rows as the service serves them */
export function readFlags(rows: readonly Flag[]): ReadonlyMap<string, Flag> {
  return new Map(rows.map((row) => [readFlag(row).key, row]));
}

/** An answer of GET /api/v1/flags, or a snapshot in storage. A slow one does not undo what has been told since. */
export function afterFetch(
  state: FlagState,
  flags: ReadonlyMap<string, Flag>,
  place: Place | undefined,
  isStale: boolean,
): FlagState {
  const held = state.place;
  if (held && place && (held.epoch === place.epoch ? held.revision > place.revision : isStale))
    return { ...state, source: 'service' };
  return { flags, place, source: 'service' };
}

/** `flag_updated` (with the flag) or `flag_deleted` (without). @returns undefined when everything must be fetched */
export function afterEvent(
  state: FlagState,
  place: Place | undefined,
  key: string,
  flag: Flag | undefined,
): FlagState | undefined {
  if (place && covers(state.place, place)) return state;
  if (!place || place.epoch !== state.place?.epoch || place.revision !== state.place.revision + 1) return undefined;
  const flags = new Map(state.flags);
  if (flag) flags.set(key, flag);
  else flags.delete(key);
  return { ...state, flags, place };
}

const FIELDS = ['flag_id', 'name', 'type', 'is_enabled', 'rollout_percentage', ...NULLABLE] as const;

/** The keys whose rows differ, came or went. */
export function changedKeys(before: FlagState, after: FlagState): string[] {
  const keys = new Set([...before.flags.keys(), ...after.flags.keys()]);
  return [...keys].filter((key) => {
    const one = before.flags.get(key);
    const other = after.flags.get(key);
    return one !== other && !(one && other && FIELDS.every((field) => one[field] === other[field]));
  });
}
