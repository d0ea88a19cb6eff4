import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Executable,
  findProgram,
  freePort,
  ManagedProcess,
  portOpens,
  programsDir,
  REDIS,
  silently,
} from '@burgee/launcher';
import { Redis } from 'ioredis';

/** A Redis, Valkey or Sentinel in addition to the cluster's engines. */
export interface RedisProcess {
  /** On 127.0.0.1. */
  port: number;
  stop: () => Promise<void>;
}

/** @param lines of its configuration, besides where it listens; `sentinel` ones are for a Sentinel */
export async function startRedisProcess(lines: string[], program?: Executable): Promise<RedisProcess> {
  const { command, env } = program ?? (await findProgram(REDIS, programsDir(), silently));
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'burgee-redis-'));
  const file = join(folder, 'redis.conf');
  mkdirSync(join(folder, 'data'));
  const place = [`port ${port}`, 'bind 127.0.0.1', `dir ${join(folder, 'data')}`];
  writeFileSync(file, `${[...place, ...lines].join('\n')}\n`);
  const isSentinel = lines.some((line) => line.startsWith('sentinel '));
  const process = new ManagedProcess(
    {
      name: isSentinel ? 'sentinel' : 'redis',
      command,
      args: [file, ...(isSentinel ? ['--sentinel'] : [])],
      env,
      cwd: folder,
      logFile: join(folder, 'redis.log'),
      stopSignal: 'SIGTERM',
      ready: () => portOpens(port),
    },
    { restart: false },
  );
  await process.start();
  return {
    port,
    stop: async () => {
      await process.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The users of a Redis as lines of configuration, for a Redis that replaces it. */
export async function usersOf(adminUrl: string): Promise<string[]> {
  const redis = new Redis(adminUrl);
  try {
    return (await redis.acl('LIST')) as string[];
  } finally {
    redis.disconnect();
  }
}
