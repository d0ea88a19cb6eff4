import { Dependencies, every } from '@burgee/process-kit';
import type { FactoryProvider } from '@nestjs/common';
import { Redis } from 'ioredis';

/** Milliseconds between pings when nothing else uses Redis, so that its state is current. */
const PING_MILLISECONDS = 1_000;

/**
 * Redis as a cache that may vanish: nothing waits longer than 250 ms, nothing is queued for later, nothing is sent
 * twice. A command that timed out would otherwise still run on reconnect and overwrite something newer. A connection on
 * which Redis is silent for 300 ms is dropped; until a new one exists, commands fail at once. So a paused Redis
 * costs its time once, not once per command. Reads have less time and limit it themselves: these limits do not
 * forgive an event loop that was blocked for so long.
 */
function createRedis(url: string, dependencies: Dependencies): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    disableClientInfo: true,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 250,
    socketTimeout: 300,
    connectTimeout: 1_000,
    enableAutoPipelining: true,
    retryStrategy: (attempt) => Math.min(50 * attempt, 1_000),
  });
  dependencies.expect('redis');
  const pings = every(PING_MILLISECONDS, async () => {
    if (redis.status === 'ready') await redis.ping().catch(() => undefined);
  });
  redis.on('end', () => pings.stop());
  redis.on('ready', () => dependencies.up('redis'));
  redis.on('close', () => dependencies.down('redis', 'connection closed'));
  redis.on('error', (error: Error) => dependencies.down('redis', error));
  return redis;
}

export const REDIS = Symbol('redis');

/** The service's Redis, by the token `REDIS`. */
export function redisProvider(url: string): FactoryProvider<Redis> {
  return {
    provide: REDIS,
    inject: [Dependencies],
    useFactory: (dependencies: Dependencies) => createRedis(url, dependencies),
  };
}
