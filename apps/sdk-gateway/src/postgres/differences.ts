import type { EnvironmentRevisionRow, FlagSetVersion } from '@burgee/contracts/wire';

/** A row: an environment, without epoch and revision if it is gone; or a key that no longer opens one. */
export interface Difference {
  environment_id: string | null;
  epoch: string | null;
  revision: number | null;
  key_hash: string | null;
}

export interface KnownDifferences {
  environments: EnvironmentRevisionRow[];
  gone: Set<string>;
  endedKeys: Set<string>;
}

/** Each part is a set operation with linear cost: a join that the planner wrongly estimates as small is slower. */
export const DIFFERENCES = `
  with now as materialized (
    select environment_id, epoch, revision from sdk_read.environment_v1 where environment_id = any($1::uuid[])
  )
  select *, null as key_hash from (
    select environment_id, epoch, revision from now
    except select * from unnest($1::uuid[], $2::text[], $3::bigint[])) changed
  union all
  select environment_id, null, null, null from (
    select unnest($1::uuid[]) as environment_id except select environment_id from now) gone
  union all
  select null, null, null, key_hash from (
    select unnest($4::text[]) as key_hash
    except select key_hash from sdk_read.key_v1 where key_hash = any($4::text[])) ended`;

/** The environments among these whose access tag differs. Costs by the number of their keys. */
export const ACCESS_TAGS = `
  select environment_id, tag from sdk_read.access_v1 where environment_id = any($1::uuid[])
  except select * from unnest($1::uuid[], $2::text[])`;

/** Thousands of ids and hashes in Postgres' array syntax: pg would scan each for characters to quote. */
const arrayText = (values: readonly (string | number)[]) =>
  `{${values.map((value) => (value === '' ? '""' : value)).join(',')}}`;

/** The parameters of `DIFFERENCES`. */
export const differencesOf = (versions: readonly FlagSetVersion[], keyHashes: readonly string[]): string[] => [
  arrayText(versions.map(({ environmentId }) => environmentId)),
  arrayText(versions.map(({ epoch }) => epoch)),
  arrayText(versions.map(({ revision }) => revision)),
  arrayText(keyHashes),
];

/** The parameters of `ACCESS_TAGS`. */
export const accessTagsOf = (tags: ReadonlyMap<string, string>): string[] => [
  arrayText([...tags.keys()]),
  arrayText([...tags.values()]),
];

export function toDifferences(rows: readonly Difference[]): KnownDifferences {
  const environments: EnvironmentRevisionRow[] = [];
  const gone = new Set<string>();
  const endedKeys = new Set<string>();
  for (const { environment_id, epoch, revision, key_hash } of rows)
    if (key_hash !== null) endedKeys.add(key_hash);
    else if (environment_id !== null && epoch !== null && revision !== null)
      environments.push({ environment_id, epoch, revision });
    else if (environment_id !== null) gone.add(environment_id);
  return { environments, gone, endedKeys };
}
