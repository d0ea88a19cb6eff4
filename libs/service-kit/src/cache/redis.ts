import { Dependencies, every, givesTls, redisServer, type TlsFiles, tlsFiles, tlsOptions } from '@burgee/process-kit';
import { type FactoryProvider, Module } from '@nestjs/common';
import { Redis, type RedisOptions } from 'ioredis';
import { CONFIG, REDIS } from '../tokens.js';

/** Milliseconds between pings of an idle Redis, which keep its state current. */
const PING_MILLISECONDS = 1_000;

/** The settings for the connection to Redis. */
interface RedisConfig {
  REDIS_URL: string;
  REDIS_CA?: string;
  REDIS_CERT?: string;
  REDIS_KEY?: string;
  REDIS_SENTINEL_PASSWORD?: string;
}

/** The address in ioredis' format. Both address families are tried: its default is IPv4 only. */
function redisAddress(config: RedisConfig): RedisOptions {
  const { hosts, sentinelName, username, password, database, tls } = redisServer(config.REDIS_URL);
  const files: TlsFiles = tlsFiles(config, 'REDIS');
  const secured = tls || givesTls(files) ? tlsOptions(files) : undefined;
  const [host] = hosts;
  const place: RedisOptions = sentinelName
    ? {
        sentinels: hosts,
        name: sentinelName,
        sentinelPassword: config.REDIS_SENTINEL_PASSWORD,
        sentinelRetryStrategy: () => 1_000,
        // The data connection and the Sentinel connection use the same TLS settings.
        enableTLSForSentinelMode: secured !== undefined,
        ...(secured && { sentinelTLS: secured }),
      }
    : { host: host?.host, port: host?.port };
  return { ...place, family: 0, username, password, db: database, ...(secured && { tls: secured }) };
}

/** @throws when this Redis is a cluster node, which would serve only a part of the keys */
async function refuseCluster(redis: Redis): Promise<void> {
  const server = await redis.info('server').catch(() => '');
  if (!/^redis_mode:cluster/m.test(server)) return;
  throw Object.assign(new Error('this Redis is a node of a Redis Cluster'), { code: 'REDIS_CLUSTER' });
}

/**
 * Redis as a cache that may vanish: no command waits longer than 250 ms, is queued for later, or is sent twice. A
 * command that timed out would otherwise still run on reconnect and overwrite something newer. A connection on which
 * Redis is silent for 300 ms is dropped; until a new one exists, commands fail at once. So a paused Redis costs its
 * time once, not once per command. Reads have less time and limit it themselves: these limits do not tolerate an event
 * loop that was blocked for so long.
 */
function createRedis(config: RedisConfig, dependencies: Dependencies): Redis {
  const redis = new Redis({
    ...redisAddress(config),
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
  redis.on('ready', () => {
    refuseCluster(redis).then(
      () => dependencies.up('redis'),
      (error: unknown) => dependencies.down('redis', error),
    );
  });
  redis.on('close', () => dependencies.lost('redis'));
  redis.on('error', (error: Error) => dependencies.down('redis', error));
  return redis;
}

/** The service's Redis, by the token `REDIS`. */
export function redisProvider(config: RedisConfig): FactoryProvider<Redis> {
  return {
    provide: REDIS,
    inject: [Dependencies],
    useFactory: (dependencies: Dependencies) => createRedis(config, dependencies),
  };
}

/** The service's Redis, from its settings. */
@Module({
  providers: [{ provide: REDIS, inject: [CONFIG, Dependencies], useFactory: createRedis }],
  exports: [REDIS],
})
export class RedisModule {}
