import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SHELF_KEYS } from '@burgee/contracts';
import { eventually, type StreamReader } from '@burgee/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { ReadScene } from './read-scene.js';

/* Replicas to which something happened without anybody asking them for the flags. */
let scene: ReadScene;
const open: StreamReader[] = [];

beforeAll(async () => {
  scene = await ReadScene.start({ settings: { FLAG_CACHE_TTL_SECONDS: '5' } });
}, 90_000);
afterEach(async () => {
  for (const stream of open.splice(0)) stream.close();
  const { postgres, redis, nats } = scene.house;
  redis.resume();
  for (const engine of [postgres, redis, nats]) if (!engine.running) await engine.start();
  await scene.until('nats', 'up');
  await scene.until('redis', 'up');
  await scene.expectRecovery();
});
afterAll(() => scene?.stop());

const gateway = (replica: number) => scene.house.gateways[replica]!;
const get = (replica: number, key: string) => gateway(replica).get('/api/v1/flags', { 'x-sdk-key': key });

async function follow(replica: number, key: string, path = '/api/v1/stream'): Promise<StreamReader> {
  const stream = await gateway(replica).stream(path, { 'x-sdk-key': key });
  open.push(stream);
  await stream.until(({ event }) => event === 'ready');
  return stream;
}

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${scene.house.services['sdk-gateway-2']!.opsUrl}/metrics`)).text();
  return Number(new RegExp(`^burgee_${name} (.*)$`, 'm').exec(text)?.[1]);
}

describe('replicas that nobody asked', () => {
  it('F12: with nothing but streams a replica notices that Postgres is gone', async () => {
    await follow(1, scene.project.development.sdk_key);
    await scene.house.postgres.kill();
    await eventually(async () => {
      expect(await metric('breaker_open{dependency="postgres"}')).toBe(1);
      expect(await metric('dependency_up{dependency="postgres"}')).toBe(0);
      expect(await metric('staleness_seconds')).toBeGreaterThan(0);
    }, 3_000);
  });

  it('F2: while all reads come from memory, a replica notices that Redis is paused', async () => {
    await scene.expectFreshReads(1);
    scene.house.redis.pause();
    await scene.until('redis', 'down', 3_000);
    for (let i = 0; i < 10; i++) await scene.readAll();
    expect(await metric('dependency_up{dependency="redis"}')).toBe(0);
  });

  it('F33: a key that a replica has refused stays refused there when Postgres is gone', async () => {
    const { id, production } = scene.project;
    const old = production.sdk_key;
    expect((await get(0, old)).status).toBe(200);
    const path = `/api/projects/${id}/environments/${production.id}/rotate-sdk-key`;
    expect((await scene.project.owner.visitor.post(path, {})).status).toBe(200);
    expect((await get(1, old)).status).toBe(401);
    await scene.house.postgres.kill();
    await scene.read(1);
    expect((await get(1, old)).status).toBe(503);
  });

  it('F15: what a replica has only streamed it gives without Postgres and Redis, as new as it has sent it', async () => {
    const { visitor } = scene.project.owner;
    const made = await visitor.post(`/api/projects/${scene.project.id}/environments`, { name: 'Streamed' });
    const snapshot = await follow(1, made.body.sdk_key, '/api/v1/stream?snapshot=true');
    await snapshot.until(({ event }) => event === 'snapshot');
    await scene.expectFreshReads(1);
    const stream = await follow(1, scene.project.development.sdk_key);
    await scene.house.nats.kill();
    const before = scene.place.revision;
    const [{ is_enabled: isEnabled }] = (await scene.read(0)).body;
    for (const next of [!isEnabled, isEnabled, !isEnabled]) expect((await scene.toggle(next)).status).toBe(200);
    await stream.until(({ data }) => (data as { revision?: number }).revision === before + 3, 4_000);
    await scene.house.redis.kill();
    await scene.house.postgres.kill();
    expect((await get(1, made.body.sdk_key)).status).toBe(200);
    const { headers, body } = await scene.read(1);
    expect(headers['burgee-freshness']).toMatch(/^stale; age=\d+$/);
    expect([String(headers.etag).split('-').at(-1), body[0].is_enabled]).toEqual([`${before + 3}"`, !isEnabled]);
  });

  it('F14: a replica whose file is damaged starts without Postgres with what lies in Redis', async () => {
    const replica = scene.house.services['sdk-gateway-2']!;
    await scene.expectFreshReads(1);
    const redis = new Redis(scene.house.redisAdminUrl, { disableClientInfo: true });
    const keyHash = createHash('sha256').update(scene.project.development.sdk_key).digest('hex');
    await eventually(async () => {
      await scene.readAll();
      expect(await redis.exists(SHELF_KEYS.key(keyHash), SHELF_KEYS.body(scene.place))).toBe(2);
    });
    redis.disconnect();
    await replica.kill();
    const folder = replica.setting('LAST_KNOWN_GOOD_DIR');
    for (const file of readdirSync(folder).map((one) => join(folder, one)))
      writeFileSync(file, readFileSync(file, 'utf8').slice(0, -5));
    await scene.house.postgres.kill();
    await replica.start();
    const { status, body } = await scene.read(1);
    expect([status, body[0]?.key]).toEqual([200, scene.flag.key]);
  });
});
