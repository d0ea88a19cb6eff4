import { type FlagSetVersion, REDIS_KEYS, unwrapFlagSet } from '@burgee/contracts/wire';
import { sharedCluster } from './shared-cluster.js';

/** The flag set of this version in the Redis of the shared cluster, if it is there. */
export async function readCachedFlagSet(name: FlagSetVersion): Promise<unknown> {
  // Most tests have no use for ioredis, so it is loaded here.
  const { Redis } = await import('ioredis');
  const redis = new Redis(sharedCluster().redisUrls['sdk-gateway'] ?? '', { disableClientInfo: true });
  try {
    const stored = await redis.getBuffer(REDIS_KEYS.flagSet(name));
    const set = stored === null ? undefined : unwrapFlagSet(stored, name);
    return set && JSON.parse(set.body.toString());
  } finally {
    redis.disconnect();
  }
}
