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
  'sdk-gateway': `${SHELF} ~burgee:ticket:* ${CONNECTION}`,
};

export interface RedisOptions {
  executable: Executable;
  dataDir: string;
  logFile: string;
  port: number;
  /** Password by user. */
  passwords: Record<string, string>;
  restart: boolean;
}

/** A private Redis on loopback: a shelf without a disk, as nothing on it is worth keeping. */
export function createRedisServer({
  executable,
  dataDir,
  logFile,
  port,
  passwords,
  restart,
}: RedisOptions): ManagedProcess {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const users = Object.entries(REDIS_RIGHTS).map(([user, rights]) => {
    const hash = createHash('sha256')
      .update(passwords[user] ?? '')
      .digest('hex');
    return `user ${user} on #${hash} resetchannels -@all ${rights}`;
  });
  const settings = [
    `port ${port}`,
    'bind 127.0.0.1',
    `dir ${dataDir}`,
    'save ""',
    'appendonly no',
    'maxmemory 256mb',
    'maxmemory-policy allkeys-lru',
    'user default off nopass -@all',
    ...users,
  ];
  const configFile = join(dataDir, 'redis.conf');
  writeFileSync(configFile, settings.join('\n') + '\n', { mode: 0o600 });
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
