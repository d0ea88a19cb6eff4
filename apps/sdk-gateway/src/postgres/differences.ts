import type { EnvironmentRevisionRow, FlagSetVersion } from '@burgee/contracts/wire';

/**
 * A row: an environment, without epoch and revision where it is gone; a key that opens nothing; or an environment with another tag of its
 * access.
 */
export interface Difference {
  environment_id: string | null;
  epoch: string | null;
  revision: number | null;
  key_hash: string | null;
  access_tag: string | null;
}

export interface KnownDifferences {
  environments: EnvironmentRevisionRow[];
  gone: Set<string>;
  endedKeys: Set<string>;
  access: Map<string, string>;
}

/** Each part is a set operation, whose cost grows with what there is: a join that the planner takes for small does not. */
export const DIFFERENCES = `
  with now as materialized (
    select environment_id, epoch, revision from sdk_read.environment_v1 where environment_id = any($1::uuid[])
  )
  select *, null as key_hash, null as access_tag from (
    select environment_id, epoch, revision from now
    except select * from unnest($1::uuid[], $2::text[], $3::bigint[])) changed
  union all
  select environment_id, null, null, null, null from (
    select unnest($1::uuid[]) as environment_id except select environment_id from now) gone
  union all
  select null, null, null, key_hash, null from (
    select unnest($4::text[]) as key_hash
    except select key_hash from sdk_read.key_v1 where key_hash = any($4::text[])) ended
  union all
  select environment_id, null, null, null, tag from (
    select environment_id, tag from sdk_read.access_v1 where environment_id = any($5::uuid[])
    except select * from unnest($5::uuid[], $6::text[])) access`;

/** Thousands of ids and hashes as Postgres writes an array: pg would look in each for what has to be quoted. */
const arrayText = (values: readonly (string | number)[]) =>
  `{${values.map((value) => (value === '' ? '""' : value)).join(',')}}`;

/** The parameters of `DIFFERENCES`. */
export const differencesOf = (
  held: readonly FlagSetVersion[],
  keyHashes: readonly string[],
  accessTags: ReadonlyMap<string, string>,
): string[] => [
  arrayText(held.map(({ environmentId }) => environmentId)),
  arrayText(held.map(({ epoch }) => epoch)),
  arrayText(held.map(({ revision }) => revision)),
  arrayText(keyHashes),
  arrayText([...accessTags.keys()]),
  arrayText([...accessTags.values()]),
];

export function toDifferences(rows: readonly Difference[]): KnownDifferences {
  const environments: EnvironmentRevisionRow[] = [];
  const gone = new Set<string>();
  const endedKeys = new Set<string>();
  const access = new Map<string, string>();
  for (const { environment_id, epoch, revision, key_hash, access_tag } of rows)
    if (key_hash !== null) endedKeys.add(key_hash);
    else if (environment_id !== null && access_tag !== null) access.set(environment_id, access_tag);
    else if (environment_id !== null && epoch !== null && revision !== null)
      environments.push({ environment_id, epoch, revision });
    else if (environment_id !== null) gone.add(environment_id);
  return { environments, gone, endedKeys, access };
}
