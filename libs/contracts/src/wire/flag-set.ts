import { createHash } from 'node:crypto';
import { type ServedFlag, servedFlag } from './served-flag.js';
import type { FlagChange } from './views/sdk-read.js';

/** One immutable flag set: the flags of an environment at a revision, as GET /api/v1/flags sends them. */
export interface FlagSet {
  environmentId: string;
  epoch: string;
  revision: number;
  /** The bare JSON array, UTF-8. Never decoded: turning megabytes into text and back blocks all other requests. */
  body: Buffer;
}

export interface FlagSetVersion {
  environmentId: string;
  epoch: string;
  revision: number;
}

/** A note on a key for replicas that have never seen it, for while Postgres is unavailable. */
export interface KeyNote {
  v: 1;
  environment_id: string;
  epoch: string;
  revision: number;
  /** When Postgres last confirmed it, ms since 1970. */
  checked_at: number;
}

/** Flags are served in the order of their keys, compared byte by byte. */
function byKey(a: ServedFlag, b: ServedFlag): number {
  return a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
}

/** The JSON of a flag set: nine fields each, ordered by key. */
export function flagSetBody(flags: readonly ServedFlag[]): Buffer {
  return Buffer.from(JSON.stringify(flags.map(servedFlag).toSorted(byKey)));
}

function digest(body: Buffer): string {
  return createHash('sha256').update(body).digest('base64url');
}

/** How each flag of a body begins, and no text in it: JSON escapes the quotes of texts. */
export const FLAG_BEGINS = '{"flag_id":"';
const [OPENING, CLOSING] = Buffer.from('[]');

interface Label {
  v: 1;
  environment_id: string;
  epoch: string;
  revision: number;
  /** Number of flags. */
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

/** @returns undefined when the body is no list */
function countFlags(body: Buffer): number | undefined {
  if (body.at(0) !== OPENING || body.at(-1) !== CLOSING) return undefined;
  let count = 0;
  for (let at = body.indexOf(FLAG_BEGINS); at >= 0; at = body.indexOf(FLAG_BEGINS, at + 1)) count++;
  return count;
}

/** A cached flag set: a header line, then the body. */
export function wrapFlagSet({ environmentId, epoch, revision, body }: FlagSet): Buffer {
  const count = countFlags(body) ?? 0;
  const label: Label = { v: 1, environment_id: environmentId, epoch, revision, count, digest: digest(body) };
  return Buffer.concat([Buffer.from(`${JSON.stringify(label)}\n`), body]);
}

/**
 * The cached flag set `version`, or undefined if these bytes are not exactly that: another environment, another revision,
 * truncated, altered, or a list with another number of flags.
 */
export function unwrapFlagSet(stored: Buffer, version: FlagSetVersion): FlagSet | undefined {
  const end = stored.indexOf('\n');
  if (end < 0) return undefined;
  const label = parseJson(stored.toString('utf8', 0, end)) as Partial<Label> | null | undefined;
  const { environmentId, epoch, revision } = version;
  if (label?.v !== 1 || label.environment_id !== environmentId) return undefined;
  if (label.epoch !== epoch || label.revision !== revision) return undefined;
  // A copy: the bytes of a connection would keep all that came with them in memory.
  const body = Buffer.from(stored.subarray(end + 1));
  if (label.digest !== digest(body) || label.count !== countFlags(body)) return undefined;
  return { environmentId, epoch, revision, body };
}

/**
 * Lua: advances the latest pointer of an environment (KEYS[1]) to epoch ARGV[1], revision ARGV[2], never back within an
 * epoch. So a delayed command changes nothing. It is there for ARGV[3] ms from then on.
 */
export const ADVANCE_LATEST = `
local latest = redis.call('HMGET', KEYS[1], 'epoch', 'revision')
local isKnown = latest[1] == ARGV[1] and tonumber(latest[2]) >= tonumber(ARGV[2])
if not isKnown then redis.call('HSET', KEYS[1], 'epoch', ARGV[1], 'revision', ARGV[2]) end
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return isKnown and 0 or 1`;

/** The latest pointer outlives every flag set older than it that is cached for `ttlMs`. */
export const latestLifetimeMs = (ttlMs: number): number => 2 * ttlMs;

/**
 * Lua: the flag set KEYS[1] if it is cached. If not, ARGV[1] acquires the lease KEYS[2] for ARGV[2] ms.
 * @returns the stored text; 1 if the lease was acquired, 0 if another replica has it
 */
export const GET_OR_LEASE = `
local body = redis.call('GET', KEYS[1])
if body then return body end
if redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[2], 'NX') then return 1 end
return 0`;

/** Lua: releases the lease KEYS[1], if ARGV[1] still has it. */
export const RELEASE_LEASE = `
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0`;

const BEGINS = Buffer.from(FLAG_BEGINS);
const NEXT = Buffer.from(`,${FLAG_BEGINS}`);
const [LIST_BEGINS, LIST_ENDS, BETWEEN] = ['[', ']', ','].map((mark) => Buffer.from(mark)) as [Buffer, Buffer, Buffer];

/** The flags of a body, each as its bytes. A body with another JSON layout yields other pieces. */
export function* flagTexts(body: Buffer): Generator<Buffer> {
  for (let from = 1; from < body.length - 1;) {
    const next = body.indexOf(NEXT, from);
    const flag = body.subarray(from, next < 0 ? body.length - 1 : next);
    yield flag;
    from += flag.length + 1;
  }
}

/** The flags of a body, each as its bytes, by id. @returns undefined when they are written in another way */
function flagsIn(body: Buffer): Map<string, Buffer> | undefined {
  const flags = new Map<string, Buffer>();
  for (const flag of flagTexts(body)) {
    if (!flag.subarray(0, BEGINS.length).equals(BEGINS)) return undefined;
    flags.set(flag.toString('utf8', BEGINS.length, flag.indexOf('"', BEGINS.length)), flag);
  }
  return flags;
}

const keyOf = (flag: Buffer) => (JSON.parse(flag.toString()) as ServedFlag).key;

/** Puts a flag where its key belongs, among others in the order of theirs. */
function insert(flags: Buffer[], flag: Buffer, key: string): void {
  let [from, to] = [0, flags.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (keyOf(flags[middle] as Buffer) < key) from = middle + 1;
    else to = middle;
  }
  flags.splice(from, 0, flag);
}

function joined(flags: readonly Buffer[]): Buffer {
  const parts = flags.flatMap((flag, index) => (index === 0 ? [flag] : [BETWEEN, flag]));
  return Buffer.concat([LIST_BEGINS, ...parts, LIST_ENDS]);
}

/** A flag that is there is replaced in the bytes, which takes less than to find all others. */
function replaceFlag(body: Buffer, flag: ServedFlag): Buffer | undefined {
  const from = body.indexOf(`${FLAG_BEGINS}${flag.flag_id}"`);
  if (from < 0) return undefined;
  const next = body.indexOf(NEXT, from);
  const replacement = Buffer.from(JSON.stringify(servedFlag(flag)));
  return Buffer.concat([body.subarray(0, from), replacement, body.subarray(next < 0 ? -1 : next)]);
}

/**
 * Applies changes to a flag set in one pass. Parses and writes only the changed flags: a
 * set has thousands of flags, and one call may change hundreds. The key of a flag never changes.
 */
export function applyToBody(body: Buffer, ...changes: readonly FlagChange[]): Buffer {
  const [first] = changes;
  const replaced = changes.length === 1 && first?.kind === 'flag_updated' ? replaceFlag(body, first.data) : undefined;
  if (replaced !== undefined) return replaced;
  const flags =
    flagsIn(body) ?? flagsIn(flagSetBody(JSON.parse(body.toString()) as ServedFlag[])) ?? new Map<string, Buffer>();
  const added = new Map<string, ServedFlag>();
  for (const { kind, data } of changes) {
    const isThere = flags.has(data.flag_id);
    if (kind === 'flag_deleted') {
      flags.delete(data.flag_id);
      added.delete(data.flag_id);
    } else if (isThere) flags.set(data.flag_id, Buffer.from(JSON.stringify(servedFlag(data))));
    else added.set(data.flag_id, data);
  }
  const inOrder = [...flags.values()];
  for (const flag of added.values()) insert(inOrder, Buffer.from(JSON.stringify(servedFlag(flag))), flag.key);
  return joined(inOrder);
}
