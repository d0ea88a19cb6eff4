import { eventually, retryUnavailable, type StreamReader, unique } from '@burgee/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { ReadFixture } from '../read-fixture.js';

/* Replicas to which something happened without anybody asking them for the flags. */
let fixture: ReadFixture;
const open: StreamReader[] = [];

beforeAll(async () => {
  fixture = await ReadFixture.start({ settings: { FLAG_CACHE_TTL_SECONDS: '5' } });
}, 90_000);
afterEach(async () => {
  for (const stream of open.splice(0)) stream.close();
  await fixture.cluster.heal();
  await fixture.until('nats', 'up');
  await fixture.until('redis', 'up');
  await fixture.expectRecovery();
});
afterAll(() => fixture?.stop());

const gateway = (replica: number) => fixture.cluster.gateways[replica]!;
const get = (replica: number, key: string) => gateway(replica).get('/api/v1/flags', { 'x-sdk-key': key });

async function follow(replica: number, key: string, path = '/api/v1/stream'): Promise<StreamReader> {
  const stream = await gateway(replica).stream(path, { 'x-sdk-key': key });
  open.push(stream);
  await stream.until(({ event }) => event === 'ready');
  return stream;
}

const metric = (name: string) => fixture.metric('sdk-gateway-2', name);

describe('replicas without reads', () => {
  it('F12: with nothing but streams a replica notices that Postgres is gone', async () => {
    await follow(1, fixture.project.development.sdk_key);
    await fixture.cluster.postgres.kill();
    await eventually(async () => {
      expect(await metric('breaker_open{dependency="postgres"}')).toBe(1);
      expect(await metric('dependency_up{dependency="postgres"}')).toBe(0);
      expect(await metric('staleness_seconds')).toBeGreaterThan(0);
    });
  });

  it('F2: while all reads come from memory, a replica notices that Redis is paused', async () => {
    await fixture.expectFreshReads(1);
    fixture.cluster.redis.pause();
    await fixture.until('redis', 'down');
    for (let i = 0; i < 10; i++) await fixture.readAll();
    expect(await metric('dependency_up{dependency="redis"}')).toBe(0);
  });

  it('F33: a key that a replica has refused stays refused there when Postgres is gone', async () => {
    const { id, production } = fixture.project;
    const old = production.sdk_key;
    expect((await get(0, old)).status).toBe(200);
    const path = `/api/projects/${id}/environments/${production.id}/rotate-sdk-key`;
    await retryUnavailable(() => fixture.project.owner.client.post(path, {}));
    expect((await get(1, old)).status).toBe(401);
    await fixture.cluster.postgres.kill();
    await fixture.read(1);
    expect((await get(1, old)).status).toBe(503);
  });

  it('F15: without Postgres and Redis a replica serves the revision that it last streamed', async () => {
    const { client } = fixture.project.owner;
    const path = `/api/projects/${fixture.project.id}/environments`;
    const made = await retryUnavailable(() => client.post(path, { name: unique('Streamed') }), 201);
    const snapshot = await follow(1, made.body.sdk_key, '/api/v1/stream?snapshot=true');
    await snapshot.until(({ event }) => event === 'snapshot');
    await fixture.expectFreshReads(1);
    const stream = await follow(1, fixture.project.development.sdk_key);
    await fixture.cluster.nats.kill();
    const before = fixture.position.revision;
    const [{ is_enabled: isEnabled }] = (await fixture.read(0)).body;
    for (const next of [!isEnabled, isEnabled, !isEnabled]) await retryUnavailable(() => fixture.toggle(next));
    await stream.until(({ data }) => (data as { revision?: number }).revision === before + 3);
    await fixture.cluster.redis.kill();
    await fixture.cluster.postgres.kill();
    expect((await get(1, made.body.sdk_key)).status).toBe(200);
    const { headers, body } = await fixture.read(1);
    expect(headers['burgee-freshness']).toMatch(/^stale; age=\d+$/);
    expect([String(headers.etag).split('-').at(-1), body[0].is_enabled]).toEqual([`${before + 3}"`, !isEnabled]);
  });
});
