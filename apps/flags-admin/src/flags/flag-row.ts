import type { FlagKind, FlagValueView, FlagView } from '@burgee/contracts/http';
import { DomainError, type FlagType, type ServedFlag } from '@burgee/contracts/wire';

export interface FlagRow {
  id: string;
  project_id: string;
  key: string;
  name: string;
  type: FlagType;
  description: string | null;
  created_at: Date;
  updated_at: Date;
  /** The time of archiving, or null. */
  archived_at: Date | null;
  /** Sorted and unique. */
  tags: string[];
  owner_id: string | null;
  kind: FlagKind | null;
  /** YYYY-MM-DD. */
  ends_on: string | null;
  created_by: string | null;
}

/** By user id. */
export type NamesOfPeople = ReadonlyMap<string, string>;

/** SQL columns of a flag. */
export const FLAG_COLUMNS = (): string =>
  'id, project_id, key, name, type, description, created_at, updated_at, archived_at, tags, owner_id, kind, ' +
  'ends_on::text as ends_on, created_by';

/** The fields of a value that can be edited. */
export interface ValueState {
  is_enabled: boolean;
  rollout_percentage: number;
  targeting_attribute: string | null;
  targeting_value: string | null;
  targeting_return_value: string | null;
  /**
   * false: the flag came while a rule held the environment, and clients do not get it yet. It never becomes false again.
   */
  served?: boolean;
}

/** A value with its environment. */
export interface ValueRow extends ValueState {
  id: string;
  flag_id: string;
  environment_id: string;
  updated_at: Date;
  environment_name: string;
  environment_slug: string;
  environment_icon: string;
}

/** The value of a new flag. */
export const FRESH_VALUE: ValueState = {
  is_enabled: false,
  rollout_percentage: 100,
  targeting_attribute: null,
  targeting_value: null,
  targeting_return_value: null,
};

export function fieldsOf(row: ValueState): Omit<ValueState, 'served'> {
  const { is_enabled, rollout_percentage, targeting_attribute, targeting_value, targeting_return_value } = row;
  return { is_enabled, rollout_percentage, targeting_attribute, targeting_value, targeting_return_value };
}

/** The fields of a value. `served` is among them only while it is false, so that it shows only where it says something. */
export function valueState(row: ValueState): ValueState {
  return { ...fieldsOf(row), ...(row.served === false && { served: false }) };
}

export function valueView({ served, ...row }: ValueRow): FlagValueView {
  return { ...row, updated_at: row.updated_at.toISOString(), ...(served === false && { served }) };
}

/** The ETag of a value: `updated_at` in quotes, which only rises. If-Match compares it. */
export function valueTag(row: { updated_at: string }): string {
  return `"${row.updated_at}"`;
}

export function flagView(flag: FlagRow, values: ValueRow[], names: NamesOfPeople): FlagView {
  const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? null));
  return {
    ...flag,
    owner_name: nameOf(flag.owner_id),
    created_by_name: nameOf(flag.created_by),
    created_at: flag.created_at.toISOString(),
    updated_at: flag.updated_at.toISOString(),
    archived_at: flag.archived_at?.toISOString() ?? null,
    environments: values.map(valueView),
  };
}

type Named = Pick<FlagRow, 'id' | 'key' | 'name' | 'type'>;

/** The flag for SDKs in the environment of this value. */
export function toServed(flag: Named, value: ValueState): ServedFlag {
  return { flag_id: flag.id, key: flag.key, name: flag.name, type: flag.type, ...fieldsOf(value) };
}

/** The flag that clients have now, or undefined while they do not get this value. */
export function servedNow(flag: Named, value: ValueState): ServedFlag | undefined {
  return value.served === false ? undefined : toServed(flag, value);
}

/** In an entry on the creation of a flag, the environments that do not serve it yet. */
export function notServedIn(values: readonly Pick<ValueRow, 'environment_id' | 'served'>[]): Record<string, unknown> {
  const environments = values
    .filter(({ served }) => served === false)
    .map(({ environment_id }) => ({ environment_id, served: false }));
  return environments.length > 0 ? { environments } : {};
}

/** The fields of a flag in entries on its creation and deletion. */
export function describedFlag({
  key,
  name,
  type,
  description,
  tags,
  owner_id,
  kind,
  ends_on,
}: Pick<FlagRow, 'key' | 'name' | 'type' | 'description' | 'tags' | 'owner_id' | 'kind' | 'ends_on'>): Record<
  string,
  unknown
> {
  return {
    key,
    name,
    type,
    description,
    ...(tags.length > 0 && { tags }),
    ...(owner_id !== null && { owner_id }),
    ...(kind !== null && { kind }),
    ...(ends_on !== null && { ends_on }),
  };
}

/** @throws flag_archived */
export function assertInUse({ archived_at }: Pick<FlagRow, 'archived_at'>): void {
  if (archived_at === null) return;
  throw new DomainError('flag_archived', 'This flag is archived and cannot be changed. Unarchive it first.');
}
