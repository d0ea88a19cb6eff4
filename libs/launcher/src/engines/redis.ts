import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ManagedProcess } from '../processes/managed-process.js';
import { portOpens } from '../processes/ports.js';
import type { Executable } from './find-engine.js';

const CONNECTION = '+ping +info +hello +auth +client|setname +client|id';
const SHELF = '~burgee:body:* ~burgee:head:* +get +set +del +hmget +hset +pexpire +eval +evalsha';

/** What each service may touch in Redis; anything else is refused by Redis itself. */
export const REDIS_RIGHTS: Record<string, string> = {
  auth: `~burgee:limit:* +get +set +del +incrby +pttl +pexpire +eval +evalsha ${CONNECTION}`,
  'flags-admin': `${SHELF} ${CONNECTION}`,
  'sdk-gateway': `${SHELF} ~burgee:lease:* ~burgee:key:* ~burgee:ticket:* ${CONNECTION}`,
};

export interface RedisOptions {
  executable: Executable;
  dataDir: string;
  logFile: string;
  port: number;
  /** Password by user. */
  passwords: Record<string, string>;
  restart: boolean;
  /** More lines of the configuration. */
  settings?: string[];
}

/**
 * The configuration of a Redis with a user for each service and no other: a shelf without a disk, as nothing on it is
 * worth keeping. The default user is off and has no password, so Redis' protected mode does not turn others away.
 * @param listen where it listens and keeps its folder, as Redis' own settings
 * @param passwordRule a user's password as Redis' ACL says it: `#<sha256>` or `><password>`
 */
export function redisConfiguration(listen: string[], passwordRule: (user: string) => string): string {
  const users = Object.entries(REDIS_RIGHTS).map(
    ([user, rights]) => `user ${user} on ${passwordRule(user)} resetchannels -@all ${rights}`,
  );
  const shelf = ['save ""', 'appendonly no', 'maxmemory 256mb', 'maxmemory-policy allkeys-lru'];
  return [...listen, ...shelf, 'user default off -@all', ...users].join('\n') + '\n';
}

/** The line of configuration that makes a user who may do anything. */
export function redisAdministrator(user: string, password: string): string {
  return `user ${user} on >${password} ~* &* +@all`;
}

/** A private Redis on loopback. */
export function createRedisServer({
  executable,
  dataDir,
  logFile,
  port,
  passwords,
  restart,
  settings = [],
}: RedisOptions): ManagedProcess {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const listen = [`port ${port}`, 'bind 127.0.0.1', `dir ${dataDir}`];
  const passwordRule = (user: string) =>
    `#${createHash('sha256')
      .update(passwords[user] ?? '')
      .digest('hex')}`;
  const configFile = join(dataDir, 'redis.conf');
  writeFileSync(configFile, redisConfiguration([...listen, ...settings], passwordRule), { mode: 0o600 });
  return new ManagedProcess(
    {
      name: 'redis',
      command: executable.command,
      args: [configFile],
      env: executable.env,
      cwd: dataDir,
      logFile,
      stopSignal: 'SIGTERM',
      ready: () => portOpens(port),
    },
    { restart },
  );
}
