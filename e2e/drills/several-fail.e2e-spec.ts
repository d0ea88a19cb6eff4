import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type DrillEngine, eventually, type StreamReader } from '@burgee/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { ReadScene } from './read-scene.js';

let scene: ReadScene;
const streams: StreamReader[] = [];

beforeAll(async () => {
  scene = await ReadScene.start({ settings: { FLAG_CACHE_TTL_SECONDS: '1' } });
}, 90_000);
afterEach(() => {
  for (const stream of streams.splice(0)) stream.close();
});
afterAll(() => scene?.stop());

const engines = (): DrillEngine[] => [scene.house.postgres, scene.house.redis, scene.house.nats];
const kill = (...some: DrillEngine[]) => Promise.all(some.map((engine) => engine.kill()));
const start = (...some: DrillEngine[]) => Promise.all(some.map((engine) => engine.start()));

async function listen(): Promise<StreamReader> {
  const stream = await scene.house.gateways[0]!.stream('/api/v1/stream', scene.key);
  streams.push(stream);
  await stream.until(({ event }) => event === 'ready');
  return stream;
}

describe('several fail at once', () => {
  it('F15: Postgres and Redis: what was last known, marked; writes are refused', async () => {
    await scene.expectFreshReads(3);
    await kill(scene.house.postgres, scene.house.redis);
    await scene.expectStaleReads();
    expect((await scene.toggle(true)).status).toBe(503);
    await start(scene.house.postgres, scene.house.redis);
    await scene.expectRecovery();
  });

  it('F16: Postgres and NATS: what was last known, marked; streams stay open and go on afterwards', async () => {
    const stream = await listen();
    await kill(scene.house.postgres, scene.house.nats);
    await scene.expectStaleReads();
    expect(stream.ended).toBe(false);
    await start(scene.house.postgres, scene.house.nats);
    await scene.expectRecovery();
    await stream.ofRevision(scene.place.revision);
    expect(stream.ended).toBe(false);
  });

  it('F17: Redis and NATS: reads are fresh, writes are taken, streams hear of them within 2 s', async () => {
    const stream = await listen();
    await kill(scene.house.redis, scene.house.nats);
    await scene.expectFreshReads(10);
    const { data } = await stream.until(({ data }) => data.revision === scene.place.revision, 2_000);
    expect(data.key).toBe(scene.flag.key);
    await start(scene.house.redis, scene.house.nats);
    await scene.expectRecovery();
  });

  it('F32: an outage longer than bodies lie on the shelf: what was last known is served for as long as it takes', async () => {
    await scene.expectFreshReads(1);
    await kill(...engines());
    for (const end = Date.now() + 5_000; Date.now() < end;) await scene.expectStaleReads();
    const age = (freshness: unknown) => Number(/age=(\d+)/.exec(String(freshness))?.[1]);
    expect(age((await scene.read()).headers['burgee-freshness'])).toBeGreaterThanOrEqual(4);
    await start(...engines());
    await scene.expectRecovery();
  });

  it('F25: auth is down: reads and signed-in callers are served all the same', async () => {
    await scene.house.services.auth!.kill();
    await scene.expectFreshReads(5);
    await scene.house.services.auth!.start();
    await eventually(async () => expect((await scene.project.owner.visitor.get('/api/auth/me')).status).toBe(200));
  });

  it('what is outlived goes: a deleted environment leaves nothing behind, whether or not somebody asks for it', async () => {
    const { owner, id, production } = scene.project;
    const services = ['sdk-gateway-1', 'sdk-gateway-2'].map((name) => scene.house.services[name]!);
    const isKept = (index: number) =>
      existsSync(join(services[index]!.setting('LAST_KNOWN_GOOD_DIR'), `${production.id}.v1`));
    const read = (index: number) =>
      scene.house.gateways[index]!.get('/api/v1/flags', { 'x-sdk-key': production.sdk_key });
    for (const index of [0, 1]) {
      expect((await read(index)).status).toBe(200);
      await eventually(() => expect(isKept(index)).toBe(true));
    }
    expect((await owner.visitor.delete(`/api/projects/${id}/environments/${production.id}`)).status).toBeLessThan(300);
    expect((await read(0)).status).toBe(401);
    await eventually(() => expect(isKept(0)).toBe(false));
    expect(isKept(1)).toBe(true);
    await services[1]!.kill();
    await services[1]!.start();
    await eventually(() => expect(isKept(1)).toBe(false));
  });

  const ORDERS = [
    ['postgres', 'redis', 'nats'],
    ['postgres', 'nats', 'redis'],
    ['redis', 'postgres', 'nats'],
    ['redis', 'nats', 'postgres'],
    ['nats', 'postgres', 'redis'],
    ['nats', 'redis', 'postgres'],
  ] as const;

  it.each(ORDERS)(
    'F18: all down, then back, %s before %s before %s: works again within 10 s, unaided',
    async (...order) => {
      const stream = await listen();
      await kill(...engines());
      await scene.expectStaleReads();
      for (const name of order) {
        await scene.house[name].start();
        expect((await scene.read()).status).toBe(200);
      }
      await scene.expectRecovery();
      await stream.ofRevision(scene.place.revision);
    },
  );
});
