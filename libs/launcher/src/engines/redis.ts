import { createHash } from 'node:crypto';
import { REDIS_PERMISSIONS, type RedisPermissions } from '@burgee/contracts/wire';

/** The permissions of a user in Redis' ACL syntax. */
const aclOf = ({ keys, commands }: RedisPermissions): string =>
  [...keys.map((key) => `~${key}`), ...commands.map((command) => `+${command}`)].join(' ');

/**
 * The configuration of a Redis with one user per service and no other: a cache without a disk, as its contents are not
 * worth keeping. The default user is off and has no password, so Redis' protected mode does not refuse the others.
 * @param listen where it listens and stores its files, as Redis settings
 * @param passwordRule a user's password in Redis' ACL syntax: `#<sha256>` or `><password>`
 */
export function redisConfiguration(listen: string[], passwordRule: (user: string) => string): string {
  const users = Object.entries(REDIS_PERMISSIONS).map(
    ([user, permissions]) => `user ${user} on ${passwordRule(user)} resetchannels -@all ${aclOf(permissions)}`,
  );
  const cache = ['save ""', 'appendonly no', 'maxmemory 256mb', 'maxmemory-policy allkeys-lru'];
  return [...listen, ...cache, 'user default off -@all', ...users].join('\n') + '\n';
}

/** The configuration line for a user with all permissions. */
export function redisAdministrator(user: string, password: string): string {
  return `user ${user} on >${password} ~* &* +@all`;
}

/** A user's password in Redis' ACL syntax, hashed. */
export function redisPasswordHash(password: string): string {
  return `#${createHash('sha256').update(password).digest('hex')}`;
}
