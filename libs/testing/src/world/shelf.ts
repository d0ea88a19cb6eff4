import { type RevisionName, SHELF_KEYS, unwrapFlagSet } from '@burgee/contracts';
import { Redis } from 'ioredis';
import { world } from './world.js';

/** The flags that lie on the shelf of the shared house under this revision, if any do. */
export async function readShelf(name: RevisionName): Promise<unknown> {
  const redis = new Redis(world().redisUrls['sdk-gateway'] ?? '', { disableClientInfo: true });
  try {
    const stored = await redis.get(SHELF_KEYS.body(name));
    const set = stored === null ? undefined : unwrapFlagSet(stored, name);
    return set && JSON.parse(set.body);
  } finally {
    redis.disconnect();
  }
}
