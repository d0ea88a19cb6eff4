import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isWellFormedSdkKey, mintKey, mintSdkKey, opaqueTag, REDIS_KEYS, wrapFlagSet } from '@burgee/contracts/wire';
import { freePort, serviceProcess } from '@burgee/launcher';
import {
  type ServiceResponse,
  aFlag,
  aProject,
  eventually,
  type Project,
  unique,
  TestClient,
  sharedCluster,
  aUser,
} from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { expectProblem } from '../expect-problem.js';

const { url, services, redisUrls, root, postgresUrl, natsUrls, secrets, dataDir } = sharedCluster();
/** Owns every project of this file. */
const owner = await aUser(url);
const addresses = [url, services['sdk-gateway-2']!.url];
const READ = '/api/v1/flags';
const VARIES = 'Origin, Accept-Encoding, X-SDK-Key, X-API-Key, Authorization';

/** How often each key is used, at one address after the other. */
const ROUNDS = 6;

const revisionOf = (tag: string | undefined) => tag?.split('-')[1];

describe('access of a key', () => {
  it('S21 "unlocks only the flags of its own environment", in any order, at every address', async () => {
    const projects = await Promise.all([aProject(url, {}, owner), aProject(url, {}, owner), aProject(url, {}, owner)]);
    const places = projects.flatMap((project) => project.environments.map((environment) => ({ project, environment })));
    for (const [index, project] of projects.entries())
      for (let i = 0; i <= index; i++) await aFlag(project, { key: `${index}-${i}` });
    const expected = new Map<string, string>();
    for (const { project, environment } of places) {
      const name = unique('only-here');
      const flag = (await project.owner.client.get(`/api/projects/${project.id}/flags`)).body[0];
      await project.owner.client.patch(`/api/flags/${flag.id}/environments/${environment.id}`, {
        targeting_attribute: 'place',
        targeting_value: name,
      });
      expected.set(environment.sdk_key, name);
    }
    const seen: [string, string | undefined][] = [];
    for (let round = 0; round < ROUNDS; round++)
      await Promise.all(
        [...expected].map(async ([key, name], i) => {
          const { text } = await new TestClient(addresses[(round + i) % addresses.length]!).get(READ, {
            'x-sdk-key': key,
          });
          const found = [...expected.values()].filter((one) => text.includes(one));
          seen.push([name, found.join()]);
        }),
      );
    expect(seen.filter(([name, found]) => name !== found)).toEqual([]);
    expect(seen).toHaveLength(ROUNDS * places.length);
  });

  it('S21 tags and event ids of one environment mean nothing in another at the same revision', async () => {
    const [a, b] = [await aProject(url, {}, owner), await aProject(url, {}, owner)];
    await aFlag(a, { key: 'of-a' });
    await aFlag(b, { key: 'of-b' });
    for (const address of addresses) {
      const client = new TestClient(address);
      for (const { sdk_key } of [b.development, b.production, a.production]) {
        const { etag = '' } = (await client.get(READ, { 'x-sdk-key': a.development.sdk_key })).headers;
        const answer = await client.get(READ, { 'x-sdk-key': sdk_key, 'if-none-match': etag });
        expect(answer.status).toBe(200);
        expect(answer.headers.etag).not.toBe(etag);
        expect(revisionOf(answer.headers.etag)).toBe(revisionOf(etag));
        const stream = await client.stream('/api/v1/stream', {
          'x-sdk-key': sdk_key,
          'last-event-id': opaqueTag(etag),
        });
        const snapshot = await stream.until(({ event }) => event !== 'ready');
        stream.close();
        expect(snapshot).toMatchObject({ event: 'snapshot', data: { flags: answer.body } });
      }
    }
  });

  it('S21 the flag set of another environment in Redis is not served', async () => {
    const [victim, other] = [await aProject(url, {}, owner), await aProject(url, {}, owner)];
    await aFlag(victim, { key: 'mine' });
    await aFlag(other, { key: 'theirs' });
    const read = (base: string, project: Project) =>
      new TestClient(base).get(READ, { 'x-sdk-key': project.production.sdk_key });
    const [epoch, revision] = opaqueTag(String((await read(addresses[1]!, victim)).headers.etag)).split('-');
    const place = { environmentId: victim.production.id, epoch: epoch!, revision: Number(revision) + 1 };
    const theirs = { ...place, environmentId: other.production.id, body: (await read(addresses[1]!, other)).bytes };
    const redis = new Redis(redisUrls['sdk-gateway']!);
    try {
      await redis.set(REDIS_KEYS.flagSet(place), wrapFlagSet(theirs), 'PX', 60_000);
      const flag = (await victim.owner.client.get(`/api/projects/${victim.id}/flags`)).body[0];
      // The next revision is the poisoned one; an edit leaves Redis to the next reader.
      await victim.owner.client.patch(`/api/flags/${flag.id}/environments/${place.environmentId}`, {
        rollout_percentage: 7,
      });
      for (const address of addresses) {
        const answer = await read(address, victim);
        expect(answer.headers.etag).toBe(`W/"${place.epoch}-${place.revision}"`);
        expect(answer.body).toEqual([expect.objectContaining({ key: 'mine', rollout_percentage: 7 })]);
      }
    } finally {
      redis.disconnect();
    }
  });

  it('S56 no body is larger than 1 KiB', async () => {
    const answers = addresses.flatMap((address) =>
      ['/api/v1/stream/ticket', '/api/v1/nothing'].map(async (path) => [
        (await new TestClient(address).post(path, { text: 'x'.repeat(900) })).status,
        (await new TestClient(address).post(path, { text: 'x'.repeat(1_100) })).status,
      ]),
    );
    expect(await Promise.all(answers)).toEqual(
      addresses.flatMap(() => [
        [401, 413],
        [404, 404],
      ]),
    );
  });

  it('S21 a ticket opens the stream of its own environment, once', async () => {
    const project = await aProject(url, {}, owner);
    const { body } = await new TestClient(url).post('/api/v1/stream/ticket', undefined, {
      'x-sdk-key': project.production.sdk_key,
    });
    const reader = await new TestClient(url).stream(`/api/v1/stream?ticket=${body.ticket}`);
    const ready = await reader.until(({ event }) => event === 'ready');
    reader.close();
    expect(ready.data.environment_id).toBe(project.production.id);
    for (const address of addresses)
      expectProblem(await new TestClient(address).get(`/api/v1/stream?ticket=${body.ticket}`), 401);
  });

  it('S22 "SDK key invalid or revoked": a rotated key is refused at every address once the answer is there, and its streams end', async () => {
    const project = await aProject(url, {}, owner);
    const old = project.production.sdk_key;
    for (const address of addresses)
      expect((await new TestClient(address).get(READ, { 'x-sdk-key': old })).status).toBe(200);
    const streams = await Promise.all(
      addresses.map((address) => new TestClient(address).stream('/api/v1/stream', { 'x-sdk-key': old })),
    );
    const answer = await project.owner.client.post(
      `/api/projects/${project.id}/environments/${project.production.id}/rotate-sdk-key`,
      {},
    );
    for (const address of addresses) {
      expectProblem(await new TestClient(address).get(READ, { 'x-sdk-key': old }), 401);
      expect((await new TestClient(address).get(READ, { 'x-sdk-key': answer.body.sdk_key })).status).toBe(200);
    }
    await Promise.all(streams.map((stream) => stream.untilEnd()));
  });

  it('S22 the key of a deleted environment, and of a deleted project, opens nothing', async () => {
    const project = await aProject(url, {}, owner);
    const { client } = project.owner;
    await client.delete(`/api/projects/${project.id}/environments/${project.development.id}`);
    for (const address of addresses)
      expectProblem(await new TestClient(address).get(READ, { 'x-sdk-key': project.development.sdk_key }), 401);
    await client.delete(`/api/projects/${project.id}`);
    for (const address of addresses)
      expectProblem(await new TestClient(address).get(READ, { 'x-sdk-key': project.production.sdk_key }), 401);
  });

  it('S23 keys are of one form, each with its checksum, and never twice', () => {
    const keys = new Set<string>();
    for (let i = 0; i < 10_000; i++) keys.add(mintSdkKey());
    expect(keys.size).toBe(10_000);
    const broken = [...keys].filter((key) => !/^bge_sdk_[0-9A-Za-z]{36}$/.test(key) || !isWellFormedSdkKey(key));
    expect(broken).toEqual([]);
  });

  it('S25 a key in the address opens nothing', async () => {
    const project = await aProject(url, {}, owner);
    const key = project.production.sdk_key;
    const names = ['sdk_key', 'x-sdk-key', 'key', 'api_key', 'token', 'ticket', 'sdkKey'];
    for (const address of addresses)
      for (const path of [READ, '/api/v1/stream'])
        for (const name of names) expectProblem(await new TestClient(address).get(`${path}?${name}=${key}`), 401);
    for (const headers of [{ authorization: `Bearer ${key}` }, { cookie: `x-sdk-key=${key}; token=${key}` }])
      expectProblem(await new TestClient(url).get(READ, headers), 401);
    expectProblem(await new TestClient(url).get(READ, { 'x-sdk-key': [key, key] as never }), 401);
  });
});

describe('CORS of the SDK API', () => {
  const ORIGIN = `https://shop-${unique('x')}.example.com`;
  let project: Project;
  let key: string;

  beforeAll(async () => {
    const environments = [
      { name: 'Shop', url: `${ORIGIN}/path?query#hash` },
      { name: 'Port', url: `${ORIGIN}:8443` },
    ];
    project = await aProject(url, { environments });
    key = project.development.sdk_key;
  });

  const host = ORIGIN.slice('https://'.length);
  const OTHERS: Record<string, string> = {
    null: 'null',
    'a prefix': ORIGIN.slice(0, -1),
    'a longer host': `${ORIGIN}.evil.example`,
    'a subdomain': `https://a.${host}`,
    'another scheme': `http://${host}`,
    'another port': `${ORIGIN}:444`,
    'the port written out': `${ORIGIN}:443`,
    capitals: `https://${host.toUpperCase()}`,
    'a dot at the end': `${ORIGIN}.`,
    'a slash at the end': `${ORIGIN}/`,
    'a user': `https://user@${host}`,
    'the host as a user': `https://${host}@evil.example`,
    'two origins': `${ORIGIN} https://evil.example`,
    'a list': `${ORIGIN},https://evil.example`,
    'a star': '*',
    empty: '',
    'a NUL written as text': `${ORIGIN}%00`,
    // Registered for no environment of any test.
    'another host': `https://${unique('evil')}.example`,
  };

  function expectNoOrigin(answer: ServiceResponse): void {
    expectProblem(answer, 403);
    expect(Object.keys(answer.headers).filter((one) => one.startsWith('access-control-'))).toEqual([]);
    expect(answer.headers.vary).toContain('Origin');
  }

  const PATHS = [READ, `${READ}?x=1`, '/api/v1/stream'];
  const PLACES = addresses.flatMap((address) => PATHS.map((path) => [address, path] as const));
  /** All routes compare origins with one function, so each origin is tried at one place, in rotation. */
  const CASES = Object.entries(OTHERS).map(
    ([name, origin], index) => [name, origin, ...PLACES[index % PLACES.length]!] as const,
  );

  it.each(CASES)(
    'S27 "an origin must match exactly": %s gets no CORS header, and is refused',
    async (_, origin, address, path) =>
      expectNoOrigin(await new TestClient(address).get(path, { origin, 'x-sdk-key': key })),
  );

  it.each(PLACES)('S27 another host is refused at %s%s', async (address, path) => {
    const origin = OTHERS['another host']!;
    expectNoOrigin(await new TestClient(address).get(path, { origin, 'x-sdk-key': key }));
  });

  it.each(CASES)('S29 the preflight of %s is refused without a CORS header', async (_, origin, address) => {
    const headers = { origin, 'access-control-request-method': 'GET' };
    expectNoOrigin(await new TestClient(address).call('OPTIONS', READ, { headers }));
  });

  it('S29 the preflight of a registered origin is complete, and cached for up to ten minutes', async () => {
    for (const address of addresses)
      for (const path of [READ, '/api/v1/stream', '/api/v1/stream/ticket']) {
        const headers = {
          origin: ORIGIN,
          'access-control-request-method': 'GET',
          'access-control-request-headers': 'x-sdk-key',
        };
        const answer = await new TestClient(address).call('OPTIONS', path, { headers });
        expect(answer.status).toBe(204);
        expect(answer.headers).toMatchObject({
          'access-control-allow-origin': ORIGIN,
          'access-control-allow-headers': 'x-sdk-key, if-none-match, last-event-id, burgee-min-position',
          'access-control-allow-methods': 'GET, HEAD, POST',
        });
        expect(Number(answer.headers['access-control-max-age'])).toBeLessThanOrEqual(600);
        expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
      }
  });

  it('S28 every answer varies by origin, encoding and key: 200, 304, 401, 403, 404, preflight, ticket, stream', async () => {
    for (const address of addresses)
      for (const from of [{}, { origin: ORIGIN }]) {
        const client = new TestClient(address);
        const good = { ...from, 'x-sdk-key': key };
        const ok = await client.get(READ, good);
        const evil = { ...good, origin: OTHERS['another host']! };
        const preflight = { ...from, 'access-control-request-method': 'GET' };
        const answers = [
          ok,
          await client.get(READ, { ...good, 'if-none-match': ok.headers.etag! }),
          await client.get(READ, { ...from, 'x-sdk-key': mintSdkKey() }),
          await client.get(READ, { ...from, 'x-sdk-key': 'x' }),
          await client.get(`${READ}?x`, good),
          await client.post('/api/v1/stream/ticket', undefined, good),
          await client.post('/api/v1/stream/ticket', undefined, from),
          await client.get('/api/v1/stream', from),
          await client.get(READ, evil),
          await client.get('/api/v1/stream', evil),
          await client.post('/api/v1/stream/ticket', undefined, evil),
          await client.get('/api/v1/no-such-address', good),
          await client.call('OPTIONS', READ, { headers: preflight }),
          await client.call('OPTIONS', READ, { headers: { ...preflight, origin: evil.origin } }),
        ];
        expect(answers.map(({ status }) => status)).toEqual([
          200, 304, 401, 401, 200, 200, 401, 401, 403, 403, 403, 404, 204, 403,
        ]);
        for (const { headers } of answers) expect(headers.vary).toContain(VARIES);
        for (const { headers } of answers) expect(headers['access-control-allow-credentials']).toBeUndefined();
        const stream = await client.stream('/api/v1/stream', good);
        stream.close();
        expect(stream.response.headers.vary).toBe(VARIES);
      }
  });

  describe('with a database that cannot be reached', () => {
    const folder = mkdtempSync(join(tmpdir(), 'burgee-cut-off-'));
    let gateway: ReturnType<typeof serviceProcess>;
    let base: string;
    /** A key that no replica has ever seen, so that Redis does not know it either. */
    let unseen: string;

    beforeAll(async () => {
      const [port, opsPort, nowhere] = [await freePort(), await freePort(), await freePort()];
      const database = new URL(postgresUrl);
      database.port = String(nowhere);
      const env = {
        PORT: String(port),
        OPS_PORT: String(opsPort),
        DATABASE_URL: database.href,
        LAST_KNOWN_GOOD_DIR: folder,
        REDIS_URL: redisUrls['sdk-gateway']!,
        NATS_URL: natsUrls['sdk-gateway']!,
        STREAM_TICKET_SECRET: secrets.STREAM_TICKET_SECRET,
      };
      const spec = { name: unique('sdk-gateway-cut-off'), app: 'sdk-gateway', port, opsPort, env };
      gateway = serviceProcess(root, join(dataDir, 'logs'), spec, false);
      await gateway.start();
      base = `http://127.0.0.1:${port}`;
      unseen = (await aProject(url, {}, owner)).development.sdk_key;
    });

    afterAll(async () => {
      await gateway?.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    it('S28 a 503 varies by the same, and says nothing of the database', async () => {
      for (const from of [{}, { origin: ORIGIN }]) {
        const answer = await new TestClient(base).get(READ, { ...from, 'x-sdk-key': unseen });
        expectProblem(answer, 503);
        expect(answer.headers.vary).toBe(VARIES);
        expect(answer.headers['retry-after']).toBe('1');
        expect(answer.text).not.toMatch(/postgres|ECONN|5432|127\.0\.0\.1/i);
      }
    });

    it('S66 a client key gets a hint which key to use, and no retry', async () => {
      const client = new TestClient(base);
      for (const key of [mintKey('client'), (await aProject(url, {}, owner)).production.client_key])
        for (const answer of [
          await client.get(READ, { 'x-sdk-key': key }),
          await client.get('/api/v1/stream', { 'x-sdk-key': key }),
          await client.post('/api/v1/stream/ticket', undefined, { 'x-sdk-key': key }),
        ])
          expectProblem(answer, 401, 'client_key_not_allowed');
    });

    it('S23 a malformed key is refused without asking the database', async () => {
      await eventually(async () => expectProblem(await new TestClient(base).get(READ, { 'x-sdk-key': unseen }), 503));
      const broken = `${unseen.slice(0, -1)}${unseen.endsWith('a') ? 'b' : 'a'}`;
      for (const one of ['x', 'bge_sdk_', broken, unseen.toLowerCase(), `${unseen}x`, 'a'.repeat(5_000)])
        expectProblem(await new TestClient(base).get(READ, { 'x-sdk-key': one }), 401);
    });
  });
});
