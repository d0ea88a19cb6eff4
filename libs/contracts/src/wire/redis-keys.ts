import type { FlagSetVersion } from './flag-set.js';

/** The beginnings of all Redis keys; no other file spells one. */
const PREFIX = {
  flagSet: 'burgee:flag-set:',
  latest: 'burgee:latest:',
  lease: 'burgee:lease:',
  key: 'burgee:key:',
  ticket: 'burgee:ticket:',
  limit: 'burgee:limit:',
} as const;

/** Redis keys. The revision is part of a flag set's key, so what was stored under it can never be stale. */
export const REDIS_KEYS = {
  flagSet: ({ environmentId, epoch, revision }: FlagSetVersion): string =>
    `${PREFIX.flagSet}${environmentId}:${epoch}-${revision}`,
  /** Hash `{epoch, revision}`: the latest pointer, which only rises while it is there. Read while Postgres does not answer. */
  latest: (environmentId: string): string => PREFIX.latest + environmentId,
  /** The lease of the one replica that loads this flag set from Postgres. */
  lease: ({ environmentId, epoch, revision }: FlagSetVersion): string =>
    `${PREFIX.lease}${environmentId}:${epoch}-${revision}`,
  /** What a key opened when a replica last looked it up (`KeyNote`). Read while Postgres does not answer. */
  key: (keyHash: string): string => PREFIX.key + keyHash,
  /** There while there is a note on any key. */
  anyKey: `${PREFIX.key}any`,
  /** A stream ticket that was used. */
  ticket: (id: string): string => PREFIX.ticket + id,
  /** The beginning of the counters of one sign-in limit. */
  limit: (name: string): string => PREFIX.limit + name,
} as const;

/** What a user of Redis may do. Everything else is refused by Redis itself. */
export interface RedisPermissions {
  /** Key patterns. */
  keys: string[];
  /** Commands, `command|subcommand` where only one form is allowed. */
  commands: string[];
}

const CONNECTION = ['ping', 'info', 'hello', 'auth', 'client|setname', 'client|id'];
const CACHE = ['get', 'set', 'del', 'hmget', 'hset', 'pexpire', 'eval', 'evalsha', ...CONNECTION];
const LIMITS = ['get', 'set', 'del', 'incrby', 'pttl', 'pexpire', 'eval', 'evalsha', ...CONNECTION];
const patterns = (...kinds: (keyof typeof PREFIX)[]) => kinds.map((kind) => `${PREFIX[kind]}*`);

/** Permissions by service. A service that is not listed has no user. */
export const REDIS_PERMISSIONS: Record<string, RedisPermissions> = {
  auth: { keys: patterns('limit'), commands: LIMITS },
  'flags-admin': { keys: patterns('flagSet', 'latest'), commands: CACHE },
  'sdk-gateway': { keys: patterns('flagSet', 'latest', 'lease', 'key', 'ticket'), commands: CACHE },
};
