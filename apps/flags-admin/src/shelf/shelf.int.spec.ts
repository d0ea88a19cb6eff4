import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { flagSetBody, SHELF_KEYS, unwrapFlagSet, wrapFlagSet } from '@burgee/contracts';
import { Dependencies, redisProvider } from '@burgee/service-kit';
import { aRow, eventually, FaultProxy, world } from '@burgee/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Redis } from 'ioredis';
import { type Logger, pino } from 'pino';
import { flagUpdated, type StoredFact } from '../changes/facts.js';
import { Shelf } from './shelf.js';

const FLAG = aRow('new-checkout');

const connect = (url: string) =>
  redisProvider(url).useFactory(pino({ level: 'silent' }) as Logger, new Dependencies()) as Redis;

let proxy: FaultProxy;
let redis: Redis;
let shelf: Shelf;
let environmentId: string;

beforeAll(async () => {
  const url = new URL(world().redisUrls['flags-admin'] ?? '');
  proxy = await FaultProxy.to(Number(url.port));
  url.port = String(proxy.port);
  redis = connect(url.href);
  await once(redis, 'ready');
  shelf = new Shelf(redis, { FLAG_CACHE_TTL_SECONDS: 60 } as ConstructorParameters<typeof Shelf>[1]);
});
beforeEach(() => {
  environmentId = randomUUID();
});
afterAll(async () => {
  redis.disconnect();
  await proxy.close();
});

const name = (revision: number) => ({ environmentId, epoch: 'e', revision });
const body = (isEnabled: boolean) => flagSetBody([{ ...FLAG, is_enabled: isEnabled }]);
const fact = (revision: number, isEnabled = true) =>
  ({
    ...flagUpdated(environmentId, { ...FLAG, is_enabled: isEnabled }),
    epoch: 'e',
    revision,
    occurred_at: new Date(),
  }) as StoredFact;

const head = () => redis.hmget(SHELF_KEYS.head(environmentId), 'epoch', 'revision');
const put = (revision: number, isEnabled: boolean) =>
  redis.set(SHELF_KEYS.body(name(revision)), wrapFlagSet({ ...name(revision), body: body(isEnabled) }));

async function stored(revision: number): Promise<string | undefined> {
  const text = await redis.get(SHELF_KEYS.body(name(revision)));
  return text === null ? undefined : unwrapFlagSet(text, name(revision))?.body;
}

describe('the shelf after a change', () => {
  it.each([[[1, 2, 3]], [[3, 2, 1]], [[2, 3, 1]], [[3, 1, 2]]])(
    'the head names the newest revision, in whatever order %j arrive',
    async (order) => {
      for (const revision of order) await shelf.apply([fact(revision)], 'invalidate');
      expect(await head()).toEqual(['e', '3']);
    },
  );

  it('an edit leaves the head where a reader without Postgres finds it', async () => {
    await put(1, false);
    await shelf.apply([fact(2)], 'invalidate');
    expect(await head()).toEqual(['e', '2']);
    expect(await stored(1)).toBeUndefined();
    expect(await stored(2)).toBeUndefined();
  });

  it('a toggle builds the body from the one before, and takes that away', async () => {
    await put(1, false);
    await shelf.apply([fact(2, true)], 'patch');
    expect(await stored(2)).toBe(body(true));
    expect(await stored(1)).toBeUndefined();
  });

  it('a toggle that finds not the body before but an older one builds nothing', async () => {
    await put(1, false);
    await shelf.apply([fact(3, true)], 'patch');
    expect(await stored(3)).toBeUndefined();
  });

  it('a toggle that comes late leaves a body alone that is there', async () => {
    await put(1, false);
    await put(2, true);
    await shelf.apply([fact(2, false)], 'patch');
    expect(await stored(2)).toBe(body(true));
  });

  it('what Redis could not be told is refused at once, and not told later', async () => {
    await put(1, false);
    await proxy.refuse();
    await eventually(() => expect(redis.status).not.toBe('ready'));
    const startedAt = performance.now();
    await expect(shelf.apply([fact(2)], 'invalidate')).rejects.toThrow("Stream isn't writeable");
    expect(performance.now() - startedAt).toBeLessThan(80);
    await proxy.pass();
    await eventually(async () => expect(redis.status).toBe('ready'));
    expect(await stored(1)).toBe(body(false));
    expect(await head()).toEqual([null, null]);
  });
});
