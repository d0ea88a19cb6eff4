import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { flagSetBody, type FlagSet, SHELF_KEYS, wrapFlagSet } from '@burgee/contracts';
import { Dependencies, redisProvider } from '@burgee/service-kit';
import { eventually, world } from '@burgee/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Redis } from 'ioredis';
import { type Logger, pino } from 'pino';
import { flagCacheRequests } from '../metrics.js';
import { FlagShelf } from './flag-shelf.js';

const silent = pino({ level: 'silent' }) as Logger;

let redis: Redis;
let shelf: FlagShelf;
let set: FlagSet;

beforeAll(async () => {
  redis = redisProvider(world().redisUrls['sdk-gateway'] ?? '').useFactory(silent, new Dependencies()) as Redis;
  await once(redis, 'ready');
  shelf = new FlagShelf(redis, { FLAG_CACHE_TTL_SECONDS: 60 }, silent);
});
beforeEach(() => {
  set = { environmentId: randomUUID(), epoch: 'e', revision: 7, body: flagSetBody([]) };
});
afterAll(() => redis.disconnect());

const counted = async (result: string) =>
  (await flagCacheRequests.get()).values.find(({ labels }) => labels.result === result)?.value ?? 0;

describe('the shelf, as the gateway sees it', () => {
  it('gives what was put there', async () => {
    const before = await counted('redis');
    await shelf.put(set);
    expect(await shelf.get(set)).toEqual(set);
    expect(await counted('redis')).toBe(before + 1);
  });

  // One that is loaded anew is laid over it; where nobody can load, it would lie there for all others to find.
  it('takes a poisoned body away, and counts it', async () => {
    const before = await counted('poisoned');
    await redis.set(SHELF_KEYS.body(set), wrapFlagSet({ ...set, environmentId: randomUUID() }));
    expect(await shelf.get(set)).toBeUndefined();
    await eventually(async () => expect(await redis.get(SHELF_KEYS.body(set))).toBeNull());
    expect(await counted('poisoned')).toBe(before + 1);
  });
});
