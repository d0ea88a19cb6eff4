import {
  type FlagSet,
  flagSetBody,
  type FlagSetVersion as Place,
  REDIS_KEYS,
  type ServedFlag,
  unwrapFlagSet,
  wrapFlagSet,
} from '@burgee/contracts/wire';
import { aProject, aRow, eventually, retryUnavailable } from '@burgee/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { COUNTING_POSTGRES, ReadFixture } from './read-fixture.js';

/** Redis loads its data slowly, and answers LOADING until it is done. */
const SLOW_TO_LOAD = ['key-load-delay 10000', 'loading-process-events-interval-bytes 1024'];

let fixture: ReadFixture;
let redis: Redis;

beforeAll(async () => {
  fixture = await ReadFixture.start({
    sdkGateways: 3,
    postgresSettings: COUNTING_POSTGRES,
    redisSettings: SLOW_TO_LOAD,
  });
  await fixture.query('create extension pg_stat_statements');
  redis = new Redis(fixture.cluster.redisAdminUrl, { disableClientInfo: true, enableReadyCheck: false });
  redis.on('error', () => undefined);
});

afterEach(() => fixture.cluster.redis.resume());
afterAll(async () => {
  redis?.disconnect();
  await fixture?.stop();
});

describe('Redis fails', () => {
  it('F1: killed under load: reads are fresh, every write succeeds', async () => {
    const traffic = await fixture.traffic(async (seen) => {
      await fixture.untilFresh(seen);
      await fixture.cluster.redis.kill();
      await fixture.untilFresh(seen);
      await fixture.until('redis', 'down');
      await fixture.untilFresh(seen);
    });
    expect(traffic.reads.length).toBeGreaterThan(100);
    fixture.expectFresh(traffic);
  });

  it('F1: while it is dead, 300 concurrent reads after an edit load the flags once per replica', async () => {
    for (const rollout of [1, 2, 3]) {
      await fixture.edit(rollout);
      const before = await fixture.loads();
      const answers = await Promise.all(Array.from({ length: 300 }, (_, i) => fixture.readFresh(i % 3)));
      for (const answer of answers) expect(answer.body[0].rollout_percentage).toBe(rollout);
      expect((await fixture.loads()) - before).toBe(3);
    }
  });

  it('F3: back and empty, or emptied: no stale read, and each replica loads a set up to once', async () => {
    await fixture.cluster.redis.start();
    fixture.expectFresh(await fixture.traffic((traffic) => fixture.untilFresh(traffic)));
    await fixture.until('redis', 'up');
    // The last toggle may have come after the last read of a replica.
    await fixture.readAllFresh();
    await redis.flushall();
    const before = await fixture.loads();
    await Promise.all(Array.from({ length: 300 }, (_, i) => fixture.readFresh(i % 3)));
    expect(await fixture.loads()).toBe(before);
    await fixture.edit(11);
    await Promise.all(Array.from({ length: 300 }, (_, i) => fixture.readFresh(i % 3)));
    expect((await fixture.loads()) - before).toBeLessThanOrEqual(3);
  });

  it('a toggle puts the next flag set into Redis, so that no reader asks Postgres; an edit leaves that to the next reader', async () => {
    await fixture.until('redis', 'up');
    const [value] = (await fixture.readFresh()).body as ServedFlag[];
    const { position } = fixture;
    const [toggled, edited] = [1, 2].map((step) => ({ ...position, revision: position.revision + step })) as [
      Place,
      Place,
    ];
    await eventually(async () => expect(await redis.exists(REDIS_KEYS.flagSet(position))).toBe(1));
    /** The last thing that a change does to the shared cache. */
    const told = ({ revision }: Place) =>
      eventually(async () =>
        expect(await redis.hget(REDIS_KEYS.latest(position.environmentId), 'revision')).toBe(`${revision}`),
      );

    await retryUnavailable(() => fixture.toggle(!value!.is_enabled));
    await told(toggled);
    const next = flagSetBody([{ ...value!, is_enabled: !value!.is_enabled }]);
    expect(unwrapFlagSet((await redis.getBuffer(REDIS_KEYS.flagSet(toggled)))!, toggled)?.body).toEqual(next);
    const before = await fixture.loads();
    expect((await fixture.readAllFresh()).map(({ text }) => text)).toEqual(Array(3).fill(String(next)));
    expect(await fixture.loads()).toBe(before);

    await fixture.readPosition();
    await fixture.edit((value!.rollout_percentage + 1) % 100);
    await told(edited);
    expect(await redis.exists(REDIS_KEYS.flagSet(toggled), REDIS_KEYS.flagSet(edited))).toBe(0);
    await fixture.readAllFresh();
    const loads = (await fixture.loads()) - before;
    // One for all of them, or one each where a busy machine makes them wait too long for each other.
    expect(loads).toBeGreaterThanOrEqual(1);
    expect(loads).toBeLessThanOrEqual(3);
  });

  it('the lease: 60 reads at once over three replicas after an edit load the flags from Postgres once', async () => {
    await fixture.until('redis', 'up');
    const loads: number[] = [];
    // On a busy machine a load outlasts the other replicas' wait, so they load too.
    for (let round = 0; !loads.includes(1) && round < 20; round++) {
      await fixture.edit(20 + round);
      const before = await fixture.loads();
      const answers = await Promise.all(Array.from({ length: 60 }, (_, i) => fixture.readFresh(i % 3)));
      for (const answer of answers) expect(answer.body[0].rollout_percentage).toBe(20 + round);
      loads.push((await fixture.loads()) - before);
    }
    expect(loads).toContain(1);
    expect(Math.max(...loads)).toBeLessThanOrEqual(3);
  });

  it('the lease: reads survive a dead holder after a short wait', async () => {
    await fixture.edit(61);
    const { environmentId, epoch, revision } = fixture.position;
    await redis.set(REDIS_KEYS.lease({ environmentId, epoch, revision: revision + 1 }), 'dead', 'PX', 30_000);
    await fixture.edit(62);
    for (const answer of await fixture.readAllFresh()) expect(answer.body[0].rollout_percentage).toBe(62);
    // No read was blocked until the lease expired.
    expect(await redis.pttl(REDIS_KEYS.lease(fixture.position))).toBeGreaterThan(0);
  });

  it('F2: paused under load: nothing waits for its return, reads are fresh, every write succeeds', async () => {
    const traffic = await fixture.traffic(async (seen) => {
      await fixture.untilFresh(seen);
      fixture.cluster.redis.pause();
      await fixture.until('redis', 'down');
      await expect(fixture.readAllFresh()).resolves.toHaveLength(3);
      await fixture.untilFresh(seen);
    });
    fixture.cluster.redis.resume();
    fixture.expectFresh(traffic);
    fixture.expectFresh(await fixture.traffic((traffic) => fixture.untilFresh(traffic)));
  });

  it('F4: out of memory: reads are fresh, writes succeed', async () => {
    await eventually(() => redis.config('SET', 'maxmemory', '1mb', 'maxmemory-policy', 'noeviction'));
    await expect(redis.set('anything', '1')).rejects.toThrow('OOM');
    await fixture.expectFreshReads(10);
    await redis.config('SET', 'maxmemory', '256mb', 'maxmemory-policy', 'allkeys-lru');
  });

  it('F4: read-only: reads are fresh, writes succeed', async () => {
    await redis.replicaof('127.0.0.1', 1);
    await expect(redis.set('anything', '1')).rejects.toThrow('READONLY');
    await fixture.expectFreshReads(10);
    await redis.replicaof('NO', 'ONE');
  });

  it('F4: loading: reads are fresh, writes succeed', async () => {
    await redis.mset(Object.fromEntries(Array.from({ length: 3_000 }, (_, i) => [`padding:${i}`, 'x'.repeat(50)])));
    await redis.save();
    await fixture.cluster.redis.kill();
    await fixture.cluster.redis.start();
    await eventually(async () => expect(redis.get('anything')).rejects.toThrow('LOADING'));
    await fixture.expectFreshReads(10);
    await expect(redis.get('anything')).rejects.toThrow('LOADING');
    await redis.config('SET', 'key-load-delay', '0');
    await eventually(async () => expect(await redis.get('padding:1')).toContain('x'));
    await redis.flushall();
    await fixture.until('redis', 'up');
  });

  describe('F5: Redis has poisoned entries', () => {
    const POISON = 'poison';

    /** The replicas' count of such entries, from their metrics. */
    async function poisoned(): Promise<number> {
      const counts = [1, 2, 3].map((n) =>
        fixture.metric(`sdk-gateway-${n}`, 'flag_cache_requests_total{result="corrupt"}'),
      );
      return (await Promise.all(counts)).reduce((sum, count) => sum + (count || 0), 0);
    }

    /** Writes `stored` as the present body in Redis, and reads on every replica. */
    async function expectIgnored(stored: string | Buffer): Promise<void> {
      const next = { ...fixture.position, revision: fixture.position.revision + 1 };
      await redis.set(REDIS_KEYS.flagSet(next), stored);
      await fixture.edit((next.revision * 7) % 100);
      for (const answer of await fixture.readAllFresh()) {
        expect(answer.text).not.toContain(POISON);
        expect(answer.body).toHaveLength(1);
        expect(answer.body[0]).toMatchObject({ key: fixture.flag.key, rollout_percentage: (next.revision * 7) % 100 });
      }
    }

    const next = (): FlagSet => ({
      ...fixture.position,
      revision: fixture.position.revision + 1,
      body: flagSetBody([aRow(POISON)]),
    });
    it('an altered body: ignored, reloaded and counted', async () => {
      const before = await poisoned();
      // A replica that waited too long for Redis asks Postgres alone: then it has seen nothing.
      await eventually(async () => {
        await expectIgnored(String(wrapFlagSet(next())).replace('"is_enabled":true', '"is_enabled":false'));
        expect(await poisoned()).toBeGreaterThan(before);
      });
    });

    it("never serves another environment's body, even an exact copy", async () => {
      const other = await aProject(fixture.cluster.url);
      await expectIgnored(wrapFlagSet({ ...next(), environmentId: other.development.id }));
    });
  });
});
