import { createHash } from 'node:crypto';
import type { ServedFlag } from '../http/sdk.js';
import type { FlagChange } from '../views/sdk-read.js';

/** One immutable body: the flags of an environment at a revision, as GET /api/v1/flags sends them. */
export interface FlagSet {
  environmentId: string;
  epoch: string;
  revision: number;
  /** The bare JSON array. */
  body: string;
}

export interface RevisionName {
  environmentId: string;
  epoch: string;
  revision: number;
}

/** Redis keys. The revision is part of a body's name, so what was stored under it can never be stale. */
export const SHELF_KEYS = {
  body: ({ environmentId, epoch, revision }: RevisionName): string =>
    `burgee:body:${environmentId}:${epoch}-${revision}`,
  /** Hash `{epoch, revision}`: the newest revision heard of, which only rises. Read when Postgres cannot be asked. */
  head: (environmentId: string): string => `burgee:head:${environmentId}`,
  /** Held for a moment by the one replica that loads this body from Postgres. */
  lease: ({ environmentId, epoch, revision }: RevisionName): string =>
    `burgee:lease:${environmentId}:${epoch}-${revision}`,
  /** What a key opened when a replica last asked (`KeyNote`). Read when Postgres cannot be asked. */
  key: (keyHash: string): string => `burgee:key:${keyHash}`,
} as const;

/** A replica's note for one that has never seen a key, for the day Postgres cannot be asked. */
export interface KeyNote {
  v: 1;
  environment_id: string;
  epoch: string;
  revision: number;
  /** When Postgres last said so, ms since 1970. */
  checked_at: number;
}

const FIELDS: readonly (keyof ServedFlag)[] = [
  'flag_id',
  'key',
  'name',
  'type',
  'is_enabled',
  'rollout_percentage',
  'targeting_attribute',
  'targeting_value',
  'targeting_return_value',
];

/** Exactly the nine fields, in their order. */
export function servedFlag(source: ServedFlag): ServedFlag {
  return Object.fromEntries(FIELDS.map((field) => [field, source[field]])) as unknown as ServedFlag;
}

/** Flags are served in the order of their keys, compared byte by byte. */
function byKey(a: ServedFlag, b: ServedFlag): number {
  return a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
}

/** The body of a flag set: the nine fields each, ordered by key. */
export function flagSetBody(flags: readonly ServedFlag[]): string {
  return JSON.stringify(flags.map(servedFlag).toSorted(byKey));
}

/** Body N from body N-1 and the change that made N. */
export function applyToBody(body: string, { kind, data }: FlagChange): string {
  const others = (JSON.parse(body) as ServedFlag[]).filter((flag) => flag.flag_id !== data.flag_id);
  return flagSetBody(kind === 'flag_updated' ? [...others, data] : others);
}

function digest(body: string): string {
  return createHash('sha256').update(body).digest('base64url');
}

interface Label {
  v: 1;
  environment_id: string;
  epoch: string;
  revision: number;
  /** How many flags the body holds. */
  count: number;
  digest: string;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function countFlags(body: string): number | undefined {
  const flags = parseJson(body);
  return Array.isArray(flags) ? flags.length : undefined;
}

/** As it lies on the shelf: a line that says what it is, then the body. */
export function wrapFlagSet({ environmentId, epoch, revision, body }: FlagSet): string {
  const count = countFlags(body) ?? 0;
  const label: Label = { v: 1, environment_id: environmentId, epoch, revision, count, digest: digest(body) };
  return `${JSON.stringify(label)}\n${body}`;
}

/**
 * What lies on the shelf under `name`, or undefined when it is not exactly that: another environment, another revision,
 * cut short, altered, or no list of as many flags as it says.
 */
export function unwrapFlagSet(stored: string, name: RevisionName): FlagSet | undefined {
  const end = stored.indexOf('\n');
  if (end < 0) return undefined;
  const label = parseJson(stored.slice(0, end)) as Partial<Label> | null | undefined;
  const { environmentId, epoch, revision } = name;
  if (label?.v !== 1 || label.environment_id !== environmentId) return undefined;
  if (label.epoch !== epoch || label.revision !== revision) return undefined;
  const body = stored.slice(end + 1);
  if (label.digest !== digest(body) || label.count !== countFlags(body)) return undefined;
  return { environmentId, epoch, revision, body };
}

/**
 * Lua: raises the head of an environment (KEYS[1]) to epoch ARGV[1], revision ARGV[2], never lowers it within an
 * epoch. A command that was delayed on its way changes nothing.
 */
export const RAISE_HEAD = `
local head = redis.call('HMGET', KEYS[1], 'epoch', 'revision')
if head[1] == ARGV[1] and tonumber(head[2]) >= tonumber(ARGV[2]) then return 0 end
redis.call('HSET', KEYS[1], 'epoch', ARGV[1], 'revision', ARGV[2])
return 1`;

/**
 * Lua: the body KEYS[1], if it lies there. If not, the lease KEYS[2] is taken for ARGV[1], to last ARGV[2] ms.
 * @returns the stored text; 1 when the lease was taken, 0 when another one holds it
 */
export const GET_OR_LEASE = `
local body = redis.call('GET', KEYS[1])
if body then return body end
if redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[2], 'NX') then return 1 end
return 0`;

/** Lua: gives the lease KEYS[1] back, if it is still the one that ARGV[1] took. */
export const RELEASE_LEASE = `
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0`;
