import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type FlagSet, flagSetBody, REDIS_KEYS, wrapFlagSet } from '@burgee/contracts/wire';
import { Dependencies } from '@burgee/process-kit';
import { redisProvider } from '@burgee/service-kit';
import { eventually, sharedCluster } from '@burgee/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Redis } from 'ioredis';
import { type Logger, pino } from 'pino';
import { flagCacheRequests } from '../metrics.js';
import { SharedFlagSetCache } from './shared-flag-set-cache.js';

const silent = pino({ level: 'silent' }) as Logger;

let redis: Redis;
let cache: SharedFlagSetCache;
let set: FlagSet;

beforeAll(async () => {
  const config = { REDIS_URL: sharedCluster().redisUrls['sdk-gateway'] ?? '' };
  redis = redisProvider(config).useFactory(new Dependencies(silent)) as Redis;
  await once(redis, 'ready');
  cache = new SharedFlagSetCache(redis, 60, silent);
});
beforeEach(() => {
  set = { environmentId: randomUUID(), epoch: 'e', revision: 7, body: flagSetBody([]) };
});
afterAll(() => redis.disconnect());

const counted = async (result: string) =>
  (await flagCacheRequests.get()).values.find(({ labels }) => labels.result === result)?.value ?? 0;

describe('the shared cache of flag sets', () => {
  it('returns a stored flag set', async () => {
    const before = await counted('redis');
    await cache.put(set);
    expect(await cache.get(set)).toEqual(set);
    expect(await counted('redis')).toBe(before + 1);
  });

  // A loaded set replaces it; while no replica can load, all of them would find it there.
  it('evicts a corrupt flag set, and counts it', async () => {
    const before = await counted('corrupt');
    await redis.set(REDIS_KEYS.flagSet(set), wrapFlagSet({ ...set, environmentId: randomUUID() }));
    expect(await cache.get(set)).toBeUndefined();
    await eventually(async () => expect(await redis.get(REDIS_KEYS.flagSet(set))).toBeNull());
    expect(await counted('corrupt')).toBe(before + 1);
  });

  it('loads a missing set once, and serves it to later requests', async () => {
    let loads = 0;
    const load = async () => {
      loads++;
      return set;
    };
    expect(await cache.getOrLoad(set, load)).toEqual(set);
    await eventually(async () => expect(await redis.get(REDIS_KEYS.flagSet(set))).not.toBeNull());
    expect(await cache.getOrLoad(set, load)).toEqual(set);
    expect(loads).toBe(1);
  });
});
