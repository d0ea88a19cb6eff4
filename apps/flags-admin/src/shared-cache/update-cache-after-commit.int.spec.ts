import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { flagSetBody, REDIS_KEYS, unwrapFlagSet, wrapFlagSet } from '@burgee/contracts/wire';
import { flagUpdated, type OutboxMessage } from '@burgee/outbox';
import { Dependencies } from '@burgee/process-kit';
import { redisProvider } from '@burgee/service-kit';
import { aRow, eventually, FaultProxy, sharedCluster } from '@burgee/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Redis } from 'ioredis';
import { type Logger, pino } from 'pino';
import { AfterCommit } from '../unit-of-work/after-commit.js';
import { UpdateCacheAfterCommit } from './update-cache-after-commit.js';

const FLAG = aRow('new-checkout');

const silent = pino({ level: 'silent' }) as Logger;
const connect = (url: string) => redisProvider({ REDIS_URL: url }).useFactory(new Dependencies(silent)) as Redis;

let proxy: FaultProxy;
let redis: Redis;
let cache: UpdateCacheAfterCommit;
let environmentId: string;

beforeAll(async () => {
  const url = new URL(sharedCluster().redisUrls['flags-admin'] ?? '');
  proxy = await FaultProxy.to(Number(url.port));
  url.port = String(proxy.port);
  redis = connect(url.href);
  await once(redis, 'ready');
  cache = new UpdateCacheAfterCommit(new AfterCommit(silent), redis, { FLAG_CACHE_TTL_SECONDS: 60 });
});
beforeEach(() => {
  environmentId = randomUUID();
});
afterAll(async () => {
  redis.disconnect();
  await proxy.close();
});

const version = (revision: number) => ({ environmentId, epoch: 'e', revision });
const body = (isEnabled: boolean) => flagSetBody([{ ...FLAG, is_enabled: isEnabled }]);
const message = (revision: number, isEnabled = true) =>
  ({
    ...flagUpdated(environmentId, { ...FLAG, is_enabled: isEnabled }),
    epoch: 'e',
    revision,
    occurred_at: new Date(),
  }) as OutboxMessage;

const latest = () => redis.hmget(REDIS_KEYS.latest(environmentId), 'epoch', 'revision');
const put = (revision: number, isEnabled: boolean) =>
  redis.set(REDIS_KEYS.flagSet(version(revision)), wrapFlagSet({ ...version(revision), body: body(isEnabled) }));

async function stored(revision: number): Promise<Buffer | undefined> {
  const bytes = await redis.getBuffer(REDIS_KEYS.flagSet(version(revision)));
  return bytes === null ? undefined : unwrapFlagSet(bytes, version(revision))?.body;
}

describe('the shared cache after a change', () => {
  it.each([[[1, 2, 3]], [[3, 2, 1]], [[2, 3, 1]], [[3, 1, 2]]])(
    'the latest pointer names the newest revision when %j arrive in this order',
    async (order) => {
      for (const revision of order) await cache.apply([message(revision)], 'evict');
      expect(await latest()).toEqual(['e', '3']);
    },
  );

  it('an edit leaves the latest pointer, for readers without Postgres', async () => {
    await put(1, false);
    await cache.apply([message(2)], 'evict');
    expect(await latest()).toEqual(['e', '2']);
    expect(await stored(1)).toBeUndefined();
    expect(await stored(2)).toBeUndefined();
  });

  it('a toggle builds the flag set from the previous one, and evicts the previous one', async () => {
    await put(1, false);
    await cache.apply([message(2, true)], 'patch');
    expect(await stored(2)).toEqual(body(true));
    expect(await stored(1)).toBeUndefined();
  });

  it('a toggle that finds only an older flag set builds nothing', async () => {
    await put(1, false);
    await cache.apply([message(3, true)], 'patch');
    expect(await stored(3)).toBeUndefined();
  });

  it('a late toggle does not overwrite an existing flag set', async () => {
    await put(1, false);
    await put(2, true);
    await cache.apply([message(2, false)], 'patch');
    expect(await stored(2)).toEqual(body(true));
  });

  it('a command fails at once when Redis is down, and is not sent later', async () => {
    await put(1, false);
    await proxy.refuse();
    await eventually(() => expect(redis.status).not.toBe('ready'));
    await expect(cache.apply([message(2)], 'evict')).rejects.toThrow("Stream isn't writeable");
    await proxy.pass();
    await eventually(async () => expect(redis.status).toBe('ready'));
    expect(await stored(1)).toEqual(body(false));
    expect(await latest()).toEqual([null, null]);
  });
});
