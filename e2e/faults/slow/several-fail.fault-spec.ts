import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type TestEngine, eventually, type StreamReader, TestClient } from '@burgee/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { ReadFixture } from '../read-fixture.js';

let fixture: ReadFixture;
const streams: StreamReader[] = [];

beforeAll(async () => {
  fixture = await ReadFixture.start({ settings: { FLAG_CACHE_TTL_SECONDS: '1' } });
});
afterEach(() => {
  for (const stream of streams.splice(0)) stream.close();
});
afterAll(() => fixture?.stop());

const engines = (): TestEngine[] => [fixture.cluster.postgres, fixture.cluster.redis, fixture.cluster.nats];
const kill = (...some: TestEngine[]) => Promise.all(some.map((engine) => engine.kill()));
const start = (...some: TestEngine[]) => Promise.all(some.map((engine) => engine.start()));

async function listen(query = ''): Promise<StreamReader> {
  const stream = await fixture.cluster.gateways[0]!.stream(`/api/v1/stream${query}`, fixture.key);
  streams.push(stream);
  await stream.until(({ event }) => event === 'ready');
  return stream;
}

describe('several parts fail at once', () => {
  it('F15: Postgres and Redis: reads are stale and marked; writes are refused', async () => {
    await fixture.expectFreshReads(3);
    await kill(fixture.cluster.postgres, fixture.cluster.redis);
    await fixture.expectStaleReads();
    expect((await fixture.toggle(true)).status).toBe(503);
    await start(fixture.cluster.postgres, fixture.cluster.redis);
    await fixture.expectRecovery();
  });

  it('F16: Postgres and NATS: reads are stale and marked; streams stay open and go on afterwards', async () => {
    const stream = await listen();
    await kill(fixture.cluster.postgres, fixture.cluster.nats);
    await fixture.expectStaleReads();
    expect(stream.ended).toBe(false);
    await start(fixture.cluster.postgres, fixture.cluster.nats);
    await fixture.expectRecovery();
    await stream.ofRevision(fixture.position.revision);
    expect(stream.ended).toBe(false);
  });

  it('F17: Redis and NATS: reads are fresh, writes succeed, streams get them, edges learn of key changes', async () => {
    const [stream, edge] = [await listen(), await listen('?access=1')];
    const toldOf = ({ events }: StreamReader) => events.filter(({ event }) => event === 'access').length;
    await edge.until(() => toldOf(edge) === 2);
    await kill(fixture.cluster.redis, fixture.cluster.nats);
    await fixture.expectFreshReads(10);
    const { data } = await stream.until(({ data }) => data.revision === fixture.position.revision);
    expect(data.key).toBe(fixture.flag.key);
    const { id, owner, development } = fixture.project;
    expect(
      (await owner.client.post(`/api/projects/${id}/environments/${development.id}/rotate-client-key`)).status,
    ).toBe(200);
    await edge.until(() => toldOf(edge) === 3);
    await start(fixture.cluster.redis, fixture.cluster.nats);
    await fixture.expectRecovery();
  });

  it('F32: an outage longer than the cache TTL: gateways serve the last known good answer until it ends', async () => {
    await fixture.expectFreshReads(1);
    await kill(...engines());
    for (const end = Date.now() + 5_000; Date.now() < end;) await fixture.expectStaleReads();
    const age = (freshness: unknown) => Number(/age=(\d+)/.exec(String(freshness))?.[1]);
    expect(age((await fixture.read()).headers['burgee-freshness'])).toBeGreaterThanOrEqual(4);
    await start(...engines());
    await fixture.expectRecovery();
  });

  it.each(['kill', 'pause'] as const)(
    'F25: auth is down or hangs (%s): reads and signed-in accounts go on, signing in is refused',
    async (how) => {
      const { auth } = fixture.cluster.services;
      const { client, email } = fixture.project.owner;
      await auth![how]();
      await fixture.expectFreshReads(5);
      expect((await client.get('/api/projects')).status).toBe(200);
      const refused = await new TestClient(fixture.cluster.url).post('/api/auth/login', { email, password: 'any' });
      expect([refused.status, refused.body.code]).toEqual([503, 'unavailable']);
      if (how === 'kill') await auth!.start();
      else auth!.resume();
      await eventually(async () => expect((await client.get('/api/auth/me')).status).toBe(200));
    },
  );

  it('F10: flags-admin hangs: each request for it is refused, others are answered, and it goes on by itself', async () => {
    const service = fixture.cluster.services['flags-admin']!;
    const { client } = fixture.project.owner;
    service.pause();
    const asked = Array.from({ length: 30 }, () => client.get('/api/projects'));
    for (const { status, body } of await Promise.all(asked)) expect([status, body.code]).toEqual([503, 'unavailable']);
    expect((await client.get('/api/auth/me')).status).toBe(200);
    expect((await client.get(`/api/projects/${fixture.project.id}/audit`)).status).toBe(200);
    expect((await fixture.read()).status).toBe(200);
    service.resume();
    await fixture.expectRecovery();
  });

  it('F55: usage is down: reads go on, gateways accept reports, the page shows that usage is unavailable', async () => {
    const { owner, id } = fixture.project;
    const { usage } = fixture.cluster.services;
    const ask = () => owner.client.get(`/api/projects/${id}/usage`);
    await usage!.kill();
    await fixture.expectFreshReads(5);
    const report = { window: randomUUID(), reports: [{ app: 'a', sdk: 'b', sdk_version: '1' }] };
    const answer = await fixture.cluster.gateways[0]!.post('/api/v1/usage', report, {
      'x-sdk-key': fixture.project.development.sdk_key,
    });
    expect(answer.status).toBe(202);
    const refused = await ask();
    expect([refused.status, refused.body.code]).toEqual([503, 'unavailable']);
    await usage!.start();
    await eventually(async () => expect((await ask()).status).toBe(200));
  });

  it('a flags-admin that was restarted, or had no NATS for a while, knows all open streams again', async () => {
    const { owner, id, development } = fixture.project;
    const knows = (open: number) =>
      eventually(async () => {
        const { body } = await owner.client.get(`/api/projects/${id}/environments/${development.id}/streams`);
        expect(body).toMatchObject({ open, up_to_date: open, complete: true });
      });
    await listen();
    await knows(1);
    await fixture.cluster.services['flags-admin']!.kill();
    await fixture.cluster.services['flags-admin']!.start();
    await knows(1);
    await kill(fixture.cluster.nats);
    await listen();
    await start(fixture.cluster.nats);
    await knows(2);
  });

  it('a deleted environment leaves no file behind, also on a replica that was down', async () => {
    const { owner, id, production } = fixture.project;
    const services = ['sdk-gateway-1', 'sdk-gateway-2'].map((name) => fixture.cluster.services[name]!);
    const isKept = (index: number) =>
      existsSync(join(services[index]!.setting('LAST_KNOWN_GOOD_DIR'), `${production.id}.v1`));
    const read = (index: number) =>
      fixture.cluster.gateways[index]!.get('/api/v1/flags', { 'x-sdk-key': production.sdk_key });
    for (const index of [0, 1]) {
      await eventually(async () => expect((await read(index)).status).toBe(200));
      await eventually(() => expect(isKept(index)).toBe(true));
    }
    // Only one replica receives the change.
    await services[1]!.kill();
    expect((await owner.client.delete(`/api/projects/${id}/environments/${production.id}`)).status).toBeLessThan(300);
    await eventually(() => expect(isKept(0)).toBe(false));
    expect(isKept(1)).toBe(true);
    await services[1]!.start();
    await eventually(() => expect(isKept(1)).toBe(false));
    expect((await read(0)).status).toBe(401);
  });

  /** Each engine comes first once, and last once. */
  const ORDERS = [
    ['postgres', 'redis', 'nats'],
    ['redis', 'nats', 'postgres'],
    ['nats', 'postgres', 'redis'],
  ] as const;

  it.each(ORDERS)(
    'F18: all down, then back, %s before %s before %s: works again within 10 s, unaided',
    async (...order) => {
      const stream = await listen();
      await kill(...engines());
      await fixture.expectStaleReads();
      for (const name of order) {
        await fixture.cluster[name].start();
        expect((await fixture.read()).status).toBe(200);
      }
      await fixture.expectRecovery();
      await stream.ofRevision(fixture.position.revision);
    },
  );
});
