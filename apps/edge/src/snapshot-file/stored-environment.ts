import type { EdgeAccess, FlagSet } from '@burgee/contracts/wire';
import type { CachedEnvironment } from '../cached/cached-environment.js';
import type { UpstreamUpdate } from '../cached/update.js';

/** An environment in a file: keys as hashes, flags as served. */
interface StoredEnvironment {
  epoch: string;
  revision: number;
  /** When the upstream last confirmed this state, ISO 8601. */
  as_of: string;
  access: EdgeAccess;
  flags: unknown[];
}

export const formatEnvironment = (
  { access, heardAt }: CachedEnvironment,
  { epoch, revision, body }: FlagSet,
): string => {
  const label = { epoch, revision, as_of: new Date(heardAt).toISOString(), access };
  // The flags are JSON already.
  return `${JSON.stringify(label).slice(0, -1)},"flags":${body.toString()}}`;
};

function isEnvironment(value: unknown): value is StoredEnvironment {
  const { epoch, revision, as_of, access, flags } = Object(value) as Partial<StoredEnvironment>;
  const { environment_id, origins, keys } = Object(access) as Partial<EdgeAccess>;
  return (
    typeof epoch === 'string' &&
    Number.isSafeInteger(revision) &&
    !Number.isNaN(Date.parse(String(as_of))) &&
    typeof environment_id === 'string' &&
    [origins, keys, flags].every(Array.isArray)
  );
}

/** Parses a stored environment. @param confirmedAt a later confirmation, ms since 1970 @throws for anything else */
export function readEnvironment(value: unknown, confirmedAt = 0): UpstreamUpdate[] {
  if (!isEnvironment(value)) throw new Error('this is no environment as an edge stores it');
  const { epoch, revision, as_of, access, flags } = value;
  const environmentId = access.environment_id;
  return [
    { kind: 'access', access },
    { kind: 'flag-set', set: { environmentId, epoch, revision, body: Buffer.from(JSON.stringify(flags)) } },
    { kind: 'heard', environmentId, at: Math.max(Date.parse(as_of), confirmedAt), isCurrent: false },
  ];
}
