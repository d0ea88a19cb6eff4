import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { mintSdkKey, SHELF_KEYS } from '@burgee/contracts';
import { eventually, forgetLastKnownGood } from '@burgee/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import pg from 'pg';
import { ReadScene } from './read-scene.js';

interface Page {
  dependencies: Record<string, { state: string; since: string; last_error: string | null }>;
  reads: { breaker: string; staleness_seconds: number; revision_lag: number };
}

let scene: ReadScene;

beforeAll(async () => {
  scene = await ReadScene.start();
}, 90_000);
afterEach(() => scene.house.postgres.resume());
afterAll(() => scene?.stop());

const ageOf = (freshness: unknown) => Number(/^stale; age=(\d+)$/.exec(String(freshness))?.[1]);

async function timed<T>(work: Promise<T>): Promise<{ ms: number; result: T }> {
  const startedAt = performance.now();
  return { result: await work, ms: performance.now() - startedAt };
}

/** Writes are refused in time, and say when to come back. */
async function expectRefusedWrite(): Promise<void> {
  const { ms, result } = await timed(scene.toggle(true));
  expect([result.status, result.headers['retry-after'], result.body.code]).toEqual([503, '1', 'unavailable']);
  expect(ms).toBeLessThan(2_500);
}

describe('Postgres fails', () => {
  it('F12: paused: a read gives what was last known within 0.4 s, then at once; a write is refused in 2.5 s', async () => {
    await scene.expectFreshReads(5);
    scene.house.postgres.pause();
    await scene.expectStaleReads(400 + 100);
    const times = [];
    for (let i = 0; i < 50; i++) times.push((await timed(scene.read(i % 2))).ms);
    expect(times.toSorted((a, b) => a - b)[25]).toBeLessThan(20);
    for (let i = 0; i < 3; i++) await expectRefusedWrite();
    await scene.until('postgres', 'down', 4_000);
    scene.house.postgres.resume();
    await scene.expectRecovery();
  });

  it('what an operator sees meanwhile: since when, how old what is served is, the breaker, and what waits', async () => {
    const gateway = scene.house.services['sdk-gateway-1']!;
    const page = async (name: string) =>
      (await fetch(`${scene.house.services[name]!.opsUrl}/status`)).json() as Promise<Page>;
    const metric = async (name: string) => {
      const text = await (await fetch(`${gateway.opsUrl}/metrics`)).text();
      return Number(new RegExp(`^burgee_${name} (.*)$`, 'm').exec(text)?.[1]);
    };
    await scene.expectFreshReads(1);
    expect(await page('sdk-gateway-1')).toMatchObject({
      dependencies: { postgres: { state: 'up' }, redis: { state: 'up' }, nats: { state: 'up' } },
      reads: { breaker: 'closed', staleness_seconds: 0, revision_lag: 0, known_environments: 1 },
    });
    await eventually(async () =>
      expect(await page('flags-admin')).toMatchObject({
        dependencies: { postgres: { state: 'up' } },
        outbox: { leading: true },
      }),
    );
    const pausedAt = Date.now();
    scene.house.postgres.pause();
    await scene.read();
    await delay(1_200);
    const { dependencies, reads } = await page('sdk-gateway-1');
    const postgres = dependencies.postgres!;
    expect(postgres).toMatchObject({ state: 'down', last_error: expect.any(String) });
    expect(Math.abs(Date.parse(postgres.since) - pausedAt)).toBeLessThan(1_000);
    expect([reads.breaker, reads.staleness_seconds > 0]).toEqual(['open', true]);
    expect(await metric('staleness_seconds')).toBeGreaterThan(1);
    expect(await metric('breaker_open{dependency="postgres"}')).toBe(1);
    expect(await metric('dependency_up{dependency="postgres"}')).toBe(0);
    expect(await metric('flag_cache_requests_total{result="memory"}')).toBeGreaterThan(0);
    scene.house.postgres.resume();
    await scene.expectRecovery();
    expect(await metric('staleness_seconds')).toBe(0);
  });

  it('F12: paused while 200 reads a second come in: each is answered within 0.5 s', async () => {
    const traffic = await scene.traffic(async () => {
      await delay(300);
      scene.house.postgres.pause();
      await delay(1_500);
      scene.house.postgres.resume();
    });
    expect(traffic.reads.filter(({ status }) => status !== 200)).toEqual([]);
    expect(traffic.reads.some(({ stale }) => stale)).toBe(true);
    expect(Math.max(...traffic.reads.map(({ begin, end }) => end - begin))).toBeLessThan(500 + 250);
    await scene.expectRecovery();
  });

  describe('between the check and the body', () => {
    let other: pg.Client;

    /** From here on nobody gets the flags, while keys and revisions are still to be had. */
    beforeAll(async () => {
      other = new pg.Client({ connectionString: scene.house.databaseUrl });
      other.on('error', () => undefined);
      await other.connect();
    });
    afterAll(() => other.end().catch(() => undefined));

    it('F12: paused in the middle of a write: refused within 2.5 s, and nothing has changed', async () => {
      await scene.expectFreshReads(1);
      const [before] = (await scene.read()).body as { is_enabled: boolean }[];
      await other.query('begin');
      await other.query('select from flags.flags where id = $1 for update', [scene.flag.id]);
      const write = timed(scene.toggle(!before!.is_enabled));
      await delay(300);
      scene.house.postgres.pause();
      const { ms, result } = await write;
      expect(result.status).toBe(503);
      expect(ms).toBeLessThan(2_500);
      scene.house.postgres.resume();
      await other.query('rollback');
      await eventually(async () => {
        const { headers, body } = await scene.read();
        expect([headers['burgee-freshness'], body[0].is_enabled]).toEqual([undefined, before!.is_enabled]);
      });
      await scene.expectRecovery();
    });

    const lockFlags = () => other.query('begin; lock table flags.flag_values in access exclusive mode');

    it('slow is not dead: a body that takes its time is waited for, and is fresh', async () => {
      await scene.edit(41);
      await lockFlags();
      const answer = timed(scene.read());
      await delay(700);
      await other.query('rollback');
      const { ms, result } = await answer;
      expect([result.status, result.headers['burgee-freshness']]).toEqual([200, undefined]);
      expect(result.body[0].rollout_percentage).toBe(41);
      expect(ms).toBeGreaterThanOrEqual(650);
    });

    /** How far the first replica says it is behind what it has heard of, as metric and on its page. */
    async function lag(): Promise<(number | undefined)[]> {
      const gateway = scene.house.services['sdk-gateway-1']!;
      const text = await (await fetch(`${gateway.opsUrl}/metrics`)).text();
      const { reads } = (await (await fetch(`${gateway.opsUrl}/status`)).json()) as Page;
      return [Number(/^burgee_revision_lag (.*)$/m.exec(text)?.[1]), reads.revision_lag];
    }

    it('a change that a doorbell told of and nobody has read is lag, until it is served', async () => {
      await scene.expectFreshReads(1);
      expect(await lag()).toEqual([0, 0]);
      await scene.edit(43);
      await eventually(async () => expect(await lag()).toEqual([1, 1]));
      expect((await scene.read()).headers['burgee-freshness']).toBeUndefined();
      expect(await lag()).toEqual([0, 0]);
    });

    it('a change that only Postgres told of, and whose body cannot be had, is lag until it is served', async () => {
      await scene.expectFreshReads(1);
      const nats = scene.house.link('sdk-gateway-1', 'nats');
      await nats.refuse();
      try {
        await scene.edit(44);
        await lockFlags();
        expect((await scene.read()).headers['burgee-freshness']).toMatch(/^stale/);
        expect(await lag()).toEqual([1, 1]);
      } finally {
        await other.query('rollback');
        await nats.pass();
      }
      await eventually(async () => expect((await scene.read()).headers['burgee-freshness']).toBeUndefined());
      expect(await lag()).toEqual([0, 0]);
      await scene.until('nats', 'up');
    });

    it('F12: paused there: what was last known is served within 0.5 s', async () => {
      await scene.expectFreshReads(1);
      await scene.edit(42);
      await lockFlags();
      const answer = scene.read();
      await delay(100);
      scene.house.postgres.pause();
      const { ms, result } = await timed(answer);
      expect([result.status, ms < 500 + 100]).toEqual([200, true]);
      expect(result.headers['burgee-freshness']).toMatch(/^stale/);
      scene.house.postgres.resume();
      await other.query('rollback');
      await scene.expectRecovery();
    });
  });

  it('killed right after a write that no replica has read: the doorbell or Redis knows of it', async () => {
    await scene.expectFreshReads(1);
    await scene.until('redis', 'up');
    const [now] = (await scene.read()).body as { is_enabled: boolean }[];
    expect((await scene.toggle(!now!.is_enabled)).status).toBe(200);
    await scene.house.postgres.kill();
    await eventually(async () => {
      for (const answer of await scene.readAll()) {
        expect(answer.headers['burgee-freshness']).toMatch(/^stale/);
        expect(answer.body[0].is_enabled).toBe(!now!.is_enabled);
      }
    }, 1_000);
    await expectRefusedWrite();
    expect((await scene.project.owner.visitor.get('/api/auth/me')).status).toBe(503);
    await scene.house.postgres.start();
    await scene.expectRecovery();
  });

  it('F14: a replica that starts without Postgres serves from its files, and knows how old they are', async () => {
    const gateway = scene.house.services['sdk-gateway-1']!;
    await scene.expectFreshReads(1);
    await eventually(async () => expect((await scene.read()).headers['burgee-freshness']).toBeUndefined());
    await delay(3_500);
    await scene.read();
    const confirmedAt = Date.now();
    await delay(2_200);
    await gateway.kill();
    await scene.house.redis.kill();
    await scene.house.postgres.kill();
    await gateway.start();
    const { status, headers, body } = await scene.read();
    expect([status, body[0].key]).toEqual([200, scene.flag.key]);
    const age = (Date.now() - confirmedAt) / 1_000;
    expect(Math.abs(ageOf(headers['burgee-freshness']) - age)).toBeLessThanOrEqual(2);
    expect((await scene.house.gateways[0]!.get('/readyz')).status).toBe(200);
  }, 60_000);

  it('F14: a key that cannot be checked and was never seen gets 503, not 401; what cannot be a key gets 401', async () => {
    const get = (key: string) => scene.house.gateways[0]!.get('/api/v1/flags', { 'x-sdk-key': key });
    expect((await get(mintSdkKey())).status).toBe(503);
    expect((await get('nonsense')).status).toBe(401);
  });

  it('F14: without files it serves from Redis, for a key that another replica has served', async () => {
    await Promise.all([scene.house.postgres.start(), scene.house.redis.start()]);
    await scene.expectRecovery();
    const gateway = scene.house.services['sdk-gateway-1']!;
    const keyHash = createHash('sha256').update(scene.project.development.sdk_key).digest('hex');
    const redis = new Redis(scene.house.redisAdminUrl, { disableClientInfo: true });
    await eventually(async () =>
      expect(await redis.exists(SHELF_KEYS.key(keyHash), SHELF_KEYS.body(scene.place))).toBe(2),
    );
    redis.disconnect();
    await gateway.kill();
    await forgetLastKnownGood(gateway);
    await scene.house.postgres.kill();
    await gateway.start();
    await eventually(async () => {
      const { status, headers, body } = await scene.read();
      expect([status, body[0]?.key]).toEqual([200, scene.flag.key]);
      expect(ageOf(headers['burgee-freshness'])).toBeLessThan(120);
    }, 2_000);
  }, 60_000);

  it('F14: with nothing to serve from it answers 503, and fresh once Postgres is there, unaided', async () => {
    const gateway = scene.house.services['sdk-gateway-1']!;
    await gateway.kill();
    await forgetLastKnownGood(gateway);
    await scene.house.redis.kill();
    await gateway.start();
    const answer = await scene.read();
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '1']);
    expect((await scene.house.gateways[0]!.get('/readyz')).status).toBe(503);
    await scene.house.postgres.start();
    await eventually(async () => {
      const { status, headers } = await scene.read();
      expect([status, headers['burgee-freshness']]).toEqual([200, undefined]);
    });
    await scene.house.redis.start();
  }, 60_000);

  it('a page: an origin that cannot be asked about gets 503, not 403; an error can be read by the page it is for', async () => {
    const [known, unseen] = ['https://known.example.com', 'https://unseen.example.com'];
    const path = `/api/projects/${scene.project.id}/environments`;
    for (const [url, environment] of [
      [known, scene.project.development],
      [unseen, scene.project.production],
    ] as const)
      expect((await scene.project.owner.visitor.patch(`${path}/${environment.id}`, { url })).status).toBe(200);
    await scene.read(0, { origin: known });
    scene.house.postgres.pause();
    const preflight = (origin: string) =>
      scene.house.gateways[0]!.call('OPTIONS', '/api/v1/flags', { headers: { origin } });
    expect((await preflight(known)).status).toBe(204);
    expect((await preflight('https://elsewhere.example.com')).status).toBe(503);
    const refused = await scene.house.gateways[0]!.get('/api/v1/flags', { origin: known, 'x-sdk-key': mintSdkKey() });
    expect([refused.status, refused.headers['access-control-allow-origin']]).toEqual([503, known]);
    const stale = await scene.read(0, { origin: known });
    expect([stale.status, stale.headers['access-control-allow-origin']]).toEqual([200, known]);
    scene.house.postgres.resume();
    await eventually(async () => expect((await preflight(unseen)).status).toBe(204));
    expect((await preflight('https://elsewhere.example.com')).status).toBe(403);
  });
});
