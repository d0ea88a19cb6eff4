import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { mintSdkKey, REDIS_KEYS } from '@burgee/contracts/wire';
import { type ServiceResponse, eventually, removeFallbackFiles, retryUnavailable, unique } from '@burgee/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import pg from 'pg';
import { READ_WITHIN_MILLISECONDS, ReadFixture, WRITE_WITHIN_MILLISECONDS } from './read-fixture.js';

interface Page {
  dependencies: Record<string, { state: string; since: string; last_error: string | null }>;
  reads: { breaker: string; staleness_seconds: number; revision_lag: number };
}

let fixture: ReadFixture;

beforeAll(async () => {
  fixture = await ReadFixture.start();
});
afterEach(() => fixture.cluster.postgres.resume());
afterAll(() => fixture?.stop());

const ageOf = (freshness: unknown) => Number(/^stale; age=(\d+)$/.exec(String(freshness))?.[1]);

async function timed<T>(work: Promise<T>): Promise<{ ms: number; result: T }> {
  const startedAt = performance.now();
  return { result: await work, ms: performance.now() - startedAt };
}

/** Refused in time, with a Retry-After. */
async function expectRefused(asked: Promise<ServiceResponse>): Promise<void> {
  const { ms, result } = await timed(asked);
  expect([result.status, result.headers['retry-after'], result.body.code]).toEqual([503, '1', 'unavailable']);
  expect(ms).toBeLessThan(WRITE_WITHIN_MILLISECONDS);
}

describe('Postgres fails', () => {
  it('F12: paused: a read gives the last known good answer, a write is refused, and neither waits', async () => {
    await fixture.expectFreshReads(5);
    fixture.cluster.postgres.pause();
    for (let round = 0; round < 25; round++) await fixture.expectStaleReads();
    // Far more requests than seats: the queued ones are refused with the first one.
    const { client } = fixture.project.owner;
    const writes = Array.from({ length: 50 }, () => expectRefused(fixture.toggle(true)));
    const reads = Array.from({ length: 50 }, () => expectRefused(client.get('/api/projects')));
    await Promise.all([...writes, ...reads]);
    await fixture.until('postgres', 'down');
    fixture.cluster.postgres.resume();
    await fixture.expectRecovery();
  });

  it('status and metrics show the start of the outage, the staleness, the breaker and the queue', async () => {
    const metric = (name: string) => fixture.metric('sdk-gateway-1', name);
    const page = async (name: string) =>
      (await fetch(`${fixture.cluster.services[name]!.opsUrl}/status`)).json() as Promise<Page>;
    await fixture.expectFreshReads(1);
    await eventually(async () =>
      expect(await page('sdk-gateway-1')).toMatchObject({
        dependencies: { postgres: { state: 'up' }, redis: { state: 'up' }, nats: { state: 'up' } },
        reads: { breaker: 'closed', staleness_seconds: 0, revision_lag: 0, fallback_environments: 1 },
      }),
    );
    await eventually(async () =>
      expect(await page('flags-admin')).toMatchObject({
        dependencies: { postgres: { state: 'up' } },
        outbox: { leader: true },
      }),
    );
    const pausedAt = Date.now();
    fixture.cluster.postgres.pause();
    await fixture.read();
    await eventually(async () => expect(await metric('staleness_seconds')).toBeGreaterThan(1));
    const { dependencies, reads } = await page('sdk-gateway-1');
    const postgres = dependencies.postgres!;
    expect(postgres).toMatchObject({ state: 'down', last_error: expect.any(String) });
    // It counts as up until the pause.
    expect(Date.parse(postgres.since)).toBeGreaterThan(pausedAt - 1_000);
    expect([reads.breaker, reads.staleness_seconds > 0]).toEqual(['open', true]);
    expect(await metric('breaker_open{dependency="postgres"}')).toBe(1);
    expect(await metric('dependency_up{dependency="postgres"}')).toBe(0);
    expect(await metric('flag_cache_requests_total{result="memory"}')).toBeGreaterThan(0);
    fixture.cluster.postgres.resume();
    await fixture.expectRecovery();
    await eventually(async () => expect(await metric('staleness_seconds')).toBe(0));
  });

  it('F33: a key that was rotated away before, and not sent since, opens nothing', async () => {
    const { owner, id } = fixture.project;
    const environments = `/api/projects/${id}/environments`;
    const { body: made } = await retryUnavailable(
      () => owner.client.post(environments, { name: unique('Rotated') }),
      201,
    );
    const readAll = () =>
      Promise.all(
        fixture.cluster.gateways.map(
          async (gateway) => (await gateway.get('/api/v1/flags', { 'x-sdk-key': made.sdk_key })).status,
        ),
      );
    const remembered = () =>
      Promise.all(
        ['sdk-gateway-1', 'sdk-gateway-2'].map(async (name) => {
          const answer = await fetch(`${fixture.cluster.services[name]!.opsUrl}/status`);
          return ((await answer.json()) as { reads: { fallback_environments: number } }).reads.fallback_environments;
        }),
      );
    await eventually(async () => expect(await readAll()).toEqual([200, 200]));
    const before = await remembered();
    await retryUnavailable(() => owner.client.post(`${environments}/${made.id}/rotate-sdk-key`, {}));
    await eventually(async () => expect(await remembered()).toEqual(before.map((count) => count - 1)));
    fixture.cluster.postgres.pause();
    expect(await readAll()).toEqual([503, 503]);
    fixture.cluster.postgres.resume();
    await fixture.expectRecovery();
  });

  it('F12: paused: edges get the last known keys and origins, without keys that were rotated away before', async () => {
    const { id, owner, development } = fixture.project;
    const ask = () =>
      Promise.all(fixture.cluster.gateways.map((gateway) => gateway.get('/api/v1/edge/access', fixture.key)));
    const tagsOf = (answers: ServiceResponse[]) => answers.map(({ headers }) => headers.etag);
    await eventually(async () => {
      for (const { status, headers } of await ask())
        expect([status, headers['burgee-freshness']]).toEqual([200, undefined]);
    });
    const before = await ask();
    fixture.cluster.postgres.pause();
    const stale = await ask();
    for (const { headers } of stale) expect(headers['burgee-freshness']).toMatch(/^stale; age=\d+$/);
    expect(tagsOf(stale)).toEqual(tagsOf(before));
    fixture.cluster.postgres.resume();
    await fixture.expectRecovery();
    const rotation = `/api/projects/${id}/environments/${development.id}/rotate-client-key`;
    await retryUnavailable(() => owner.client.post(rotation, {}));
    // Each replica is notified, and forgets what it knew.
    await eventually(async () => {
      fixture.cluster.postgres.pause();
      const statuses = (await ask()).map(({ status }) => status);
      fixture.cluster.postgres.resume();
      expect(statuses).toEqual(statuses.map(() => 503));
    });
    await fixture.expectRecovery();
  });

  it('F12: paused: a read that must see a write sees it, or is refused', async () => {
    await fixture.expectFreshReads(1);
    const read = (path: string, revision: number) => {
      const headers = { ...fixture.key, 'burgee-min-position': `${fixture.position.epoch}-${revision}` };
      const gateway = fixture.cluster.gateways[0]!;
      return path === '/api/v1/flags' ? gateway.get(path, headers) : gateway.post(path, { context: {} }, headers);
    };
    const { revision } = fixture.position;
    fixture.cluster.postgres.pause();
    for (const path of ['/api/v1/flags', '/ofrep/v1/evaluate/flags', `/ofrep/v1/evaluate/flags/${fixture.flag.key}`]) {
      const known = await read(path, revision);
      expect([known.status, known.headers['burgee-freshness']]).toEqual([200, expect.stringMatching(/^stale/)]);
      const later = await read(path, revision + 1);
      expect([later.status, later.body.code]).toEqual([503, 'position_not_reached']);
    }
    fixture.cluster.postgres.resume();
    await fixture.expectRecovery();
  });

  it('F12: paused while 200 reads a second come in: each is answered', async () => {
    const traffic = await fixture.traffic(async () => {
      await delay(300);
      fixture.cluster.postgres.pause();
      await delay(1_500);
      fixture.cluster.postgres.resume();
    });
    fixture.expectAnswered(traffic);
    expect(traffic.reads.some(({ stale }) => stale)).toBe(true);
    await fixture.expectRecovery();
  });

  it('F51: paused for more than 10 s: open pages are disconnected, and come back when it answers', async () => {
    const follow = () => fixture.project.owner.client.stream(`/api/projects/${fixture.project.id}/events`);
    const before = await follow();
    await before.until(({ event }) => event === 'ready');
    fixture.cluster.postgres.pause();
    await before.untilEnd(40_000);
    expect(before.ended).toBe(true);
    fixture.cluster.postgres.resume();
    await eventually(async () => {
      const after = await follow();
      await after.until(({ event }) => event === 'ready').finally(() => after.close());
    });
    await fixture.expectRecovery();
  });

  describe('between the check and the body', () => {
    let other: pg.Client;

    /** From here on, the flags are locked, but keys and revisions are readable. */
    beforeAll(async () => {
      other = new pg.Client({ connectionString: fixture.cluster.databaseUrl });
      other.on('error', () => undefined);
      await other.connect();
    });
    afterAll(() => other.end().catch(() => undefined));

    const waitingForLocks = () => fixture.query(`select pid from pg_stat_activity where wait_event_type = 'Lock'`);
    /** Transactions of others. */
    const underWay = () =>
      fixture.query(
        `select pid, query from pg_stat_activity
         where backend_type = 'client backend' and xact_start is not null and pid <> pg_backend_pid()`,
      );

    it('F12: paused in the middle of a write: refused, and nothing has changed', async () => {
      await fixture.expectFreshReads(1);
      const [before] = (await fixture.readFresh()).body as { is_enabled: boolean }[];
      await other.query('begin');
      await other.query('select from flags.flags where id = $1 for update', [fixture.flag.id]);
      const write = timed(fixture.toggle(!before!.is_enabled));
      await eventually(async () => expect(await waitingForLocks()).not.toEqual([]));
      fixture.cluster.postgres.pause();
      const { ms, result } = await write;
      expect(result.status).toBe(503);
      expect(ms).toBeLessThan(WRITE_WITHIN_MILLISECONDS);
      fixture.cluster.postgres.resume();
      await other.query('rollback');
      // Requests in flight have ended.
      await eventually(async () => expect(await underWay()).toEqual([]));
      await eventually(async () => {
        const { headers, body } = await fixture.read();
        expect([headers['burgee-freshness'], body[0].is_enabled]).toEqual([undefined, before!.is_enabled]);
      });
      await fixture.expectRecovery();
    });

    it('F12: paused while many writes are queued: each is refused', async () => {
      await other.query('begin');
      await other.query('select from flags.flags where id = $1 for update', [fixture.flag.id]);
      const writes = Array.from({ length: 120 }, () => timed(fixture.toggle(true)));
      await eventually(async () => expect(await waitingForLocks()).not.toEqual([]));
      fixture.cluster.postgres.pause();
      for (const { ms, result } of await Promise.all(writes)) {
        expect(result.status).toBe(503);
        expect(ms).toBeLessThan(WRITE_WITHIN_MILLISECONDS);
      }
      fixture.cluster.postgres.resume();
      await other.query('rollback');
      await fixture.expectRecovery();
    });

    const lockFlags = () => other.query('begin; lock table flags.flag_values in access exclusive mode');

    it('slow is not dead: reads wait for a slow load, and are fresh', async () => {
      let rollout = 50;
      // On a busy machine the check before the load may take longer than its limit: then the answer is stale for that.
      await eventually(async () => {
        await fixture.edit(++rollout);
        await lockFlags();
        const answer = timed(fixture.read());
        await delay(700);
        await other.query('rollback');
        const { ms, result } = await answer;
        expect([result.status, result.headers['burgee-freshness']]).toEqual([200, undefined]);
        expect(result.body[0].rollout_percentage).toBe(rollout);
        expect(ms).toBeGreaterThanOrEqual(650);
      });
    });

    /** The first replica's lag behind its newest known revision, in its metric and on its status page. */
    async function lag(): Promise<(number | undefined)[]> {
      const gateway = fixture.cluster.services['sdk-gateway-1']!;
      const { reads } = (await (await fetch(`${gateway.opsUrl}/status`)).json()) as Page;
      return [await fixture.metric('sdk-gateway-1', 'revision_lag'), reads.revision_lag];
    }

    it('a notified change counts as lag until the gateway serves it', async () => {
      await fixture.expectFreshReads(1);
      expect(await lag()).toEqual([0, 0]);
      await fixture.edit(43);
      await eventually(async () => expect(await lag()).toEqual([1, 1]));
      await fixture.readFresh();
      expect(await lag()).toEqual([0, 0]);
    });

    it('a change that only Postgres knows of, and whose flag set cannot be loaded, is lag until it is served', async () => {
      await fixture.expectFreshReads(1);
      const nats = fixture.cluster.link('sdk-gateway-1', 'nats');
      await nats.refuse();
      try {
        await fixture.edit(44);
        await lockFlags();
        expect((await fixture.read()).headers['burgee-freshness']).toMatch(/^stale/);
        expect(await lag()).toEqual([1, 1]);
      } finally {
        await other.query('rollback');
        await nats.pass();
      }
      await fixture.readFresh();
      expect(await lag()).toEqual([0, 0]);
      await fixture.until('nats', 'up');
    });

    it('F12: paused there: the last known good answer is served', async () => {
      await fixture.expectFreshReads(1);
      await fixture.edit(42);
      await lockFlags();
      const answer = fixture.read();
      await delay(100);
      fixture.cluster.postgres.pause();
      const { ms, result } = await timed(answer);
      expect([result.status, ms < READ_WITHIN_MILLISECONDS]).toEqual([200, true]);
      expect(result.headers['burgee-freshness']).toMatch(/^stale/);
      fixture.cluster.postgres.resume();
      await other.query('rollback');
      await fixture.expectRecovery();
    });
  });

  it('killed right after a write that no replica has read: the notification or Redis has it', async () => {
    await fixture.expectFreshReads(1);
    await fixture.until('redis', 'up');
    const [now] = (await fixture.readFresh()).body as { is_enabled: boolean }[];
    await retryUnavailable(() => fixture.toggle(!now!.is_enabled));
    await fixture.cluster.postgres.kill();
    await eventually(async () => {
      for (const answer of await fixture.readAll()) {
        expect(answer.headers['burgee-freshness']).toMatch(/^stale/);
        expect(answer.body[0].is_enabled).toBe(!now!.is_enabled);
      }
    });
    await expectRefused(fixture.toggle(true));
    expect((await fixture.project.owner.client.get('/api/auth/me')).status).toBe(503);
    await fixture.cluster.postgres.start();
    await fixture.expectRecovery();
  });

  it('F14: a replica that starts without Postgres serves from its files, and reports their age', async () => {
    const gateway = fixture.cluster.services['sdk-gateway-1']!;
    const file = join(gateway.setting('LAST_KNOWN_GOOD_DIR'), `${fixture.project.development.id}.v1`);
    await fixture.expectFreshReads(1);
    const changedAt = Date.now();
    // It is noted on the file now and then until when it was known to be current.
    await eventually(async () => {
      await fixture.readFresh();
      expect(statSync(file).mtimeMs).toBeGreaterThan(changedAt + 1_000);
    });
    await gateway.kill();
    const confirmedAt = statSync(file).mtimeMs;
    const secondsSince = () => (Date.now() - confirmedAt) / 1_000;
    await fixture.cluster.redis.kill();
    await fixture.cluster.postgres.kill();
    // An age that neither the start nor the first read of this process would give.
    await delay(3_000);
    await gateway.start();
    const atLeast = secondsSince();
    const { status, headers, body } = await fixture.read();
    expect([status, body[0].key]).toEqual([200, fixture.flag.key]);
    expect(ageOf(headers['burgee-freshness'])).toBeGreaterThanOrEqual(Math.floor(atLeast));
    expect(ageOf(headers['burgee-freshness'])).toBeLessThanOrEqual(Math.ceil(secondsSince()));
    expect((await fixture.cluster.gateways[0]!.get('/readyz')).status).toBe(200);
  });

  it('F14: a key that cannot be checked and was never seen gets 503, not 401; what cannot be a key gets 401', async () => {
    const get = (key: string) => fixture.cluster.gateways[0]!.get('/api/v1/flags', { 'x-sdk-key': key });
    expect((await get(mintSdkKey())).status).toBe(503);
    expect((await get('nonsense')).status).toBe(401);
  });

  it('F14: without files it serves from Redis, for a key that another replica has served', async () => {
    await Promise.all([fixture.cluster.postgres.start(), fixture.cluster.redis.start()]);
    await fixture.expectRecovery();
    const gateway = fixture.cluster.services['sdk-gateway-1']!;
    const keyHash = createHash('sha256').update(fixture.project.development.sdk_key).digest('hex');
    const redis = new Redis(fixture.cluster.redisAdminUrl, { disableClientInfo: true });
    await eventually(async () =>
      expect(await redis.exists(REDIS_KEYS.key(keyHash), REDIS_KEYS.flagSet(fixture.position))).toBe(2),
    );
    redis.disconnect();
    await gateway.kill();
    await removeFallbackFiles(gateway);
    await fixture.cluster.postgres.kill();
    await gateway.start();
    // Before it has answered anybody: a load balancer sends it nothing until then.
    await eventually(async () => expect((await fixture.cluster.gateways[0]!.get('/readyz')).status).toBe(200));
    await eventually(async () => {
      const { status, headers, body } = await fixture.read();
      expect([status, body[0]?.key]).toEqual([200, fixture.flag.key]);
      expect(ageOf(headers['burgee-freshness'])).toBeLessThan(120);
    });
  });

  it('F14: without any copy it answers 503, and fresh by itself once Postgres is back', async () => {
    const gateway = fixture.cluster.services['sdk-gateway-1']!;
    await gateway.kill();
    await removeFallbackFiles(gateway);
    await fixture.cluster.redis.kill();
    await gateway.start();
    const answer = await fixture.read();
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '1']);
    expect((await fixture.cluster.gateways[0]!.get('/readyz')).status).toBe(503);
    await fixture.cluster.postgres.start();
    await eventually(async () => {
      const { status, headers } = await fixture.read();
      expect([status, headers['burgee-freshness']]).toEqual([200, undefined]);
    });
    await fixture.cluster.redis.start();
  });

  it('a page: an unverifiable origin gets 503, not 403; a registered page can read errors', async () => {
    const [known, unseen] = ['https://known.example.com', 'https://unseen.example.com'];
    const path = `/api/projects/${fixture.project.id}/environments`;
    for (const [url, environment] of [
      [known, fixture.project.development],
      [unseen, fixture.project.production],
    ] as const)
      await retryUnavailable(() => fixture.project.owner.client.patch(`${path}/${environment.id}`, { url }));
    const preflight = (origin: string) =>
      fixture.cluster.gateways[0]!.call('OPTIONS', '/api/v1/flags', { headers: { origin } });
    await eventually(async () => {
      const { headers } = await fixture.read(0, { origin: known });
      expect([headers['access-control-allow-origin'], headers['burgee-freshness']]).toEqual([known, undefined]);
    });
    fixture.cluster.postgres.pause();
    expect((await preflight(known)).status).toBe(204);
    expect((await preflight('https://elsewhere.example.com')).status).toBe(503);
    const refused = await fixture.cluster.gateways[0]!.get('/api/v1/flags', {
      origin: known,
      'x-sdk-key': mintSdkKey(),
    });
    expect([refused.status, refused.headers['access-control-allow-origin']]).toEqual([503, known]);
    const stale = await fixture.read(0, { origin: known });
    expect([stale.status, stale.headers['access-control-allow-origin']]).toEqual([200, known]);
    fixture.cluster.postgres.resume();
    await eventually(async () => expect((await preflight(unseen)).status).toBe(204));
    await eventually(async () => expect((await preflight('https://elsewhere.example.com')).status).toBe(403));
  });
});
