import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isWellFormedSdkKey, mintSdkKey, SHELF_KEYS, wrapFlagSet } from '@burgee/contracts';
import { freePort, serviceProcess } from '@burgee/launcher';
import { aFlag, aProject, eventually, type Project, unique, Visitor, world } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { expectProblem } from './expect-problem.js';

const { url, services, redisUrls, root, postgresUrl, natsUrls, secrets, dataDir } = world();
const gateways = Object.keys(services).filter((name) => name.startsWith('sdk-gateway'));
const doors = [url, ...gateways.map((name) => services[name]!.url)];
const READ = '/api/v1/flags';

describe('what a key opens', () => {
  it('S21 only its own environment, whatever the order and the door', async () => {
    const projects = await Promise.all([aProject(url), aProject(url), aProject(url)]);
    const places = projects.flatMap((project) => project.environments.map((environment) => ({ project, environment })));
    for (const [index, project] of projects.entries())
      for (let i = 0; i <= index; i++) await aFlag(project, { key: `${index}-${i}` });
    const expected = new Map<string, string>();
    for (const { project, environment } of places) {
      const name = unique('only-here');
      const flag = (await project.owner.visitor.get(`/api/projects/${project.id}/flags`)).body[0];
      await project.owner.visitor.patch(`/api/flags/${flag.id}/environments/${environment.id}`, {
        targeting_attribute: 'place',
        targeting_value: name,
      });
      expected.set(environment.sdk_key, name);
    }
    const seen: [string, string | undefined][] = [];
    for (let round = 0; round < 30; round++)
      await Promise.all(
        [...expected].map(async ([key, name], i) => {
          const { text } = await new Visitor(doors[(round + i) % doors.length]!).get(READ, { 'x-sdk-key': key });
          const found = [...expected.values()].filter((one) => text.includes(one));
          seen.push([name, found.join()]);
        }),
      );
    expect(seen.filter(([name, found]) => name !== found)).toEqual([]);
    expect(seen).toHaveLength(30 * places.length);
  });

  it('S21 the body of another environment on the shelf is not served', async () => {
    const [victim, other] = [await aProject(url), await aProject(url)];
    await aFlag(victim, { key: 'mine' });
    await aFlag(other, { key: 'theirs' });
    const read = (base: string, project: Project) =>
      new Visitor(base).get(READ, { 'x-sdk-key': project.production.sdk_key });
    const [epoch, revision] = String((await read(doors[1]!, victim)).headers.etag)
      .slice(1, -1)
      .split('-');
    const place = { environmentId: victim.production.id, epoch: epoch!, revision: Number(revision) + 1 };
    const theirs = { ...place, environmentId: other.production.id, body: (await read(doors[1]!, other)).text };
    const redis = new Redis(redisUrls['sdk-gateway']!);
    try {
      await redis.set(SHELF_KEYS.body(place), wrapFlagSet(theirs), 'PX', 60_000);
      const flag = (await victim.owner.visitor.get(`/api/projects/${victim.id}/flags`)).body[0];
      // The next revision is the poisoned one; an edit leaves the shelf to the next reader.
      await victim.owner.visitor.patch(`/api/flags/${flag.id}/environments/${place.environmentId}`, {
        rollout_percentage: 7,
      });
      for (const door of doors) {
        const answer = await read(door, victim);
        expect(answer.headers.etag).toBe(`"${place.epoch}-${place.revision}"`);
        expect(answer.body).toEqual([expect.objectContaining({ key: 'mine', rollout_percentage: 7 })]);
      }
    } finally {
      redis.disconnect();
    }
  });

  it('S21 a ticket opens the stream of its own environment, once', async () => {
    const project = await aProject(url);
    const { body } = await new Visitor(url).post('/api/v1/stream/ticket', undefined, {
      'x-sdk-key': project.production.sdk_key,
    });
    const reader = await new Visitor(url).stream(`/api/v1/stream?ticket=${body.ticket}`);
    const ready = await reader.until(({ event }) => event === 'ready');
    reader.close();
    expect(ready.data.environment_id).toBe(project.production.id);
    for (const door of doors) expectProblem(await new Visitor(door).get(`/api/v1/stream?ticket=${body.ticket}`), 401);
  });

  it.each(['', '.', 'x.y', 'e30.x', `${'a'.repeat(4_000)}.b`, '..', 'null'])(
    'S21 a ticket that is none (%s) → 401',
    async (ticket) => {
      expectProblem(await new Visitor(url).get(`/api/v1/stream?ticket=${ticket}`), 401);
    },
  );

  it('S22 a rotated key opens nothing at any door when the answer is there, and its streams end', async () => {
    const project = await aProject(url);
    const old = project.production.sdk_key;
    for (const door of doors) expect((await new Visitor(door).get(READ, { 'x-sdk-key': old })).status).toBe(200);
    const streams = await Promise.all(
      doors.map((door) => new Visitor(door).stream('/api/v1/stream', { 'x-sdk-key': old })),
    );
    const answer = await project.owner.visitor.post(
      `/api/projects/${project.id}/environments/${project.production.id}/rotate-sdk-key`,
      {},
    );
    for (const door of doors) {
      expectProblem(await new Visitor(door).get(READ, { 'x-sdk-key': old }), 401);
      expect((await new Visitor(door).get(READ, { 'x-sdk-key': answer.body.sdk_key })).status).toBe(200);
    }
    await Promise.all(streams.map((stream) => stream.untilEnd()));
  });

  it('S22 the key of a deleted environment, and of a deleted project, opens nothing', async () => {
    const project = await aProject(url);
    const { visitor } = project.owner;
    await visitor.delete(`/api/projects/${project.id}/environments/${project.development.id}`);
    for (const door of doors)
      expectProblem(await new Visitor(door).get(READ, { 'x-sdk-key': project.development.sdk_key }), 401);
    await visitor.delete(`/api/projects/${project.id}`);
    for (const door of doors)
      expectProblem(await new Visitor(door).get(READ, { 'x-sdk-key': project.production.sdk_key }), 401);
  });

  it('S23 keys are of one form, each with its checksum, and never twice', () => {
    const keys = new Set<string>();
    for (let i = 0; i < 100_000; i++) keys.add(mintSdkKey());
    expect(keys.size).toBe(100_000);
    const broken = [...keys].filter((key) => !/^bge_sdk_[0-9A-Za-z]{36}$/.test(key) || !isWellFormedSdkKey(key));
    expect(broken).toEqual([]);
  });

  it('S23 one character changed, dropped or added makes it no key', () => {
    const key = mintSdkKey();
    for (let i = 0; i < key.length; i++) {
      const other = key[i] === 'a' ? 'b' : 'a';
      expect(isWellFormedSdkKey(key.slice(0, i) + other + key.slice(i + 1))).toBe(false);
      expect(isWellFormedSdkKey(key.slice(0, i) + key.slice(i + 1))).toBe(false);
    }
    for (const one of ['', ` ${key}`, `${key} `, `${key}\n`, key.toUpperCase(), key + key])
      expect(isWellFormedSdkKey(one)).toBe(false);
  });

  it('S25 a key in the address opens nothing', async () => {
    const project = await aProject(url);
    const key = project.production.sdk_key;
    const names = ['sdk_key', 'x-sdk-key', 'key', 'api_key', 'token', 'ticket', 'sdkKey'];
    for (const door of doors)
      for (const path of [READ, '/api/v1/stream'])
        for (const name of names) expectProblem(await new Visitor(door).get(`${path}?${name}=${key}`), 401);
    for (const headers of [{ authorization: `Bearer ${key}` }, { cookie: `x-sdk-key=${key}; token=${key}` }])
      expectProblem(await new Visitor(url).get(READ, headers), 401);
    expectProblem(await new Visitor(url).get(READ, { 'x-sdk-key': [key, key] as never }), 401);
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

  it.each(Object.keys(OTHERS))('S27 %s gets no CORS header, and is refused', async (name) => {
    for (const door of doors)
      for (const path of [READ, `${READ}?x=1`, '/api/v1/stream']) {
        const answer = await new Visitor(door).get(path, { origin: OTHERS[name]!, 'x-sdk-key': key });
        expectProblem(answer, 403);
        expect(Object.keys(answer.headers).filter((one) => one.startsWith('access-control-'))).toEqual([]);
        expect(answer.headers.vary).toContain('Origin');
      }
  });

  it.each(Object.keys(OTHERS))('S29 the preflight of %s is refused without a CORS header', async (name) => {
    for (const door of doors) {
      const headers = { origin: OTHERS[name]!, 'access-control-request-method': 'GET' };
      const answer = await new Visitor(door).call('OPTIONS', READ, { headers });
      expectProblem(answer, 403);
      expect(Object.keys(answer.headers).filter((one) => one.startsWith('access-control-'))).toEqual([]);
    }
  });

  it('S27 a registered origin is echoed, as the browser spells it, without credentials', async () => {
    for (const door of doors)
      for (const origin of [ORIGIN, `${ORIGIN}:8443`]) {
        const answer = await new Visitor(door).get(READ, { origin, 'x-sdk-key': key });
        expect(answer.status).toBe(200);
        expect(answer.headers['access-control-allow-origin']).toBe(origin);
        expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
      }
  });

  it('S29 the preflight of a registered origin says all there is to say, for ten minutes at most', async () => {
    for (const door of doors)
      for (const path of [READ, '/api/v1/stream', '/api/v1/stream/ticket']) {
        const headers = {
          origin: ORIGIN,
          'access-control-request-method': 'GET',
          'access-control-request-headers': 'x-sdk-key',
        };
        const answer = await new Visitor(door).call('OPTIONS', path, { headers });
        expect(answer.status).toBe(204);
        expect(answer.headers).toMatchObject({
          'access-control-allow-origin': ORIGIN,
          'access-control-allow-headers': 'x-sdk-key, if-none-match, last-event-id',
          'access-control-allow-methods': 'GET, HEAD, POST',
        });
        expect(Number(answer.headers['access-control-max-age'])).toBeLessThanOrEqual(600);
        expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
      }
  });

  it('S28 every answer varies by Origin, with one and without: 200, 304, 401, stream, ticket', async () => {
    for (const door of doors)
      for (const from of [{}, { origin: ORIGIN }]) {
        const visitor = new Visitor(door);
        const good = { ...from, 'x-sdk-key': key };
        const ok = await visitor.get(READ, good);
        const answers = [
          ok,
          await visitor.get(READ, { ...good, 'if-none-match': ok.headers.etag! }),
          await visitor.get(READ, { ...from, 'x-sdk-key': mintSdkKey() }),
          await visitor.get(READ, { ...from, 'x-sdk-key': 'x' }),
          await visitor.get(`${READ}?x`, good),
          await visitor.post('/api/v1/stream/ticket', undefined, good),
          await visitor.post('/api/v1/stream/ticket', undefined, from),
          await visitor.get('/api/v1/stream', from),
        ];
        expect(answers.map(({ status }) => status)).toEqual([200, 304, 401, 401, 200, 200, 401, 401]);
        for (const { headers } of answers) expect(headers.vary).toContain('Origin');
        for (const { headers } of answers) expect(headers['access-control-allow-credentials']).toBeUndefined();
        const stream = await visitor.stream('/api/v1/stream', good);
        stream.close();
        expect(stream.response.headers.vary).toContain('Origin');
      }
  });

  describe('with a database that cannot be reached', () => {
    const folder = mkdtempSync(join(tmpdir(), 'burgee-cut-off-'));
    let gateway: ReturnType<typeof serviceProcess>;
    let base: string;
    /** One that no replica has ever been asked about, so that Redis knows nothing of it either. */
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
      unseen = (await aProject(url)).development.sdk_key;
    });

    afterAll(async () => {
      await gateway?.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    it('S28 a 503 varies by Origin too, and says nothing of the database', async () => {
      for (const from of [{}, { origin: ORIGIN }]) {
        const answer = await new Visitor(base).get(READ, { ...from, 'x-sdk-key': unseen });
        expectProblem(answer, 503);
        expect(answer.headers.vary).toContain('Origin');
        expect(answer.headers['retry-after']).toBe('1');
        expect(answer.text).not.toMatch(/postgres|ECONN|5432|127\.0\.0\.1/i);
      }
    });

    it('S23 a malformed key is refused without asking the database', async () => {
      await eventually(async () => expectProblem(await new Visitor(base).get(READ, { 'x-sdk-key': unseen }), 503));
      const broken = `${unseen.slice(0, -1)}${unseen.endsWith('a') ? 'b' : 'a'}`;
      for (const one of ['x', 'bge_sdk_', broken, unseen.toLowerCase(), `${unseen}x`, 'a'.repeat(5_000)])
        expectProblem(await new Visitor(base).get(READ, { 'x-sdk-key': one }), 401);
    });
  });
});
