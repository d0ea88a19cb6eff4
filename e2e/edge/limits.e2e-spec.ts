import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  aFlag,
  aProject,
  edgeProfile,
  eventually,
  FaultProxy,
  type Project,
  type RunningEdge,
  sharedCluster,
  startEdge,
  TestClient,
  unique,
} from '@burgee/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import { expectProblem } from '../expect-problem.js';
import { closeStreams, fetchFlags, gateway, listen } from '../interface/sdk-calls.js';

const { url } = sharedCluster();
const GATEWAY = edgeProfile()?.gateway ?? gateway('sdk-gateway-1');

const edges: RunningEdge[] = [];
const start = async (settings: Record<string, string>) => {
  const edge = await startEdge({ UPSTREAM_URLS: GATEWAY, ...settings });
  edges.push(edge);
  return edge;
};
const pathOf = ({ id, development }: Project) => `/api/projects/${id}/environments/${development.id}`;

afterEach(async () => {
  closeStreams();
  await Promise.all(edges.splice(0).map((edge) => edge.stop()));
});

describe('configured keys of an edge', () => {
  it('close their streams when they are rotated, after the grace period; so do client keys', async () => {
    const project = await aProject(url);
    const flag = await aFlag(project);
    const { sdk_key, client_key } = project.development;
    const edge = await start({ SDK_KEYS: sdk_key });
    const decide = async (key: string) =>
      (
        await new TestClient(edge.url).post(
          `/ofrep/v1/evaluate/flags/${flag.key}`,
          { context: {} },
          { authorization: `Bearer ${key}` },
        )
      ).status;
    const rotate = async (kind: string, grace_seconds: number) =>
      (await project.owner.client.post(`${pathOf(project)}/rotate-${kind}-key`, { grace_seconds })).body;
    const stream = await listen(project.development, {}, edge.url);
    const { client_key: next } = await rotate('client', 0);
    await eventually(async () => expect([await decide(client_key), await decide(next)]).toEqual([401, 200]));
    const { sdk_key: second } = await rotate('sdk', 3_600);
    await eventually(async () => expect((await fetchFlags({ sdk_key: second }, {}, edge.url)).status).toBe(200));
    expect((await fetchFlags({ sdk_key }, {}, edge.url)).status).toBe(200);
    expect(stream.ended).toBe(false);
    await rotate('sdk', 0);
    await eventually(async () => expect((await fetchFlags({ sdk_key }, {}, edge.url)).status).toBe(401));
    await stream.untilEnd();
  });
});

describe('limits of an edge', () => {
  it('answers 503 to on-demand environments above the limit, and keeps serving the others', async () => {
    const [mine, other] = [await aProject(url), await aProject(url)];
    const edge = await start({ SDK_KEYS: mine.development.sdk_key, ACCEPT_KEYS: 'on', ENVIRONMENTS_AT_MOST: '2' });
    expect((await fetchFlags(mine.production, {}, edge.url)).status).toBe(200);
    expectProblem(await fetchFlags(other.development, {}, edge.url), 503, 'overloaded');
    for (const environment of [mine.development, mine.production])
      expect((await fetchFlags(environment, {}, edge.url)).status).toBe(200);
  });

  it('streams', async () => {
    const project = await aProject(url);
    const edge = await start({ SDK_KEYS: project.development.sdk_key, STREAMS_AT_MOST: '1' });
    await listen(project.development, {}, edge.url);
    const answer = await new TestClient(edge.url).get('/api/v1/stream', { 'x-sdk-key': project.development.sdk_key });
    expectProblem(answer, 503, 'streams_busy');
  });
});

describe('a preflight, which has no key', () => {
  it('with an unknown origin asks the upstream once, and caches the answer', async () => {
    const origin = `https://${unique('page')}.example.com`.toLowerCase();
    const [project] = [await aProject(url), await aProject(url, { environments: [{ name: 'Web', url: origin }] })];
    const wire = await FaultProxy.to(Number(new URL(GATEWAY).port));
    const edge = await start({
      UPSTREAM_URLS: `http://127.0.0.1:${wire.port}`,
      SDK_KEYS: project.development.sdk_key,
      ACCEPT_KEYS: 'on',
    });
    const preflight = async (from: string) => {
      const headers = { origin: from, 'access-control-request-method': 'GET' };
      return (await new TestClient(edge.url).call('OPTIONS', '/api/v1/flags', { headers })).status;
    };
    expect([await preflight(origin), await preflight('https://strange.example.org')]).toEqual([204, 403]);
    await wire.refuse();
    // It is asked about no more.
    expect([await preflight(origin), await preflight('https://strange.example.org')]).toEqual([204, 403]);
    expect(await preflight('https://another.example.org')).toBe(503);
    await wire.close();
  });

  it('of each origin that the upstream tells is answered without it, and so are reads', async () => {
    const project = await aProject(url);
    const { id, client_key, sdk_key } = project.development;
    const origins = [`http://${unique('page')}.example.com:3000`, `capacitor://${unique('app')}`].map((one) =>
      one.toLowerCase(),
    );
    const wire = await FaultProxy.to(Number(new URL(GATEWAY).port));
    const edge = await start({ UPSTREAM_URLS: `http://127.0.0.1:${wire.port}`, SDK_KEYS: sdk_key });
    const path = `/api/projects/${project.id}/environments/${id}`;
    await project.owner.client.patch(path, { more_origins: origins });
    const client = new TestClient(edge.url);
    await eventually(async () => {
      const { body } = await client.get('/api/v1/edge/access', { 'x-sdk-key': sdk_key });
      expect(body.origins).toEqual(origins);
    });
    await wire.refuse();
    const context = { context: { targetingKey: 'user-1' } };
    for (const origin of origins) {
      const headers = { origin, 'access-control-request-method': 'POST' };
      const preflight = await client.call('OPTIONS', '/ofrep/v1/evaluate/flags', { headers });
      const read = await client.post('/ofrep/v1/evaluate/flags', context, { 'x-api-key': client_key, origin });
      for (const answer of [preflight, read]) {
        expect(answer.headers['access-control-allow-origin']).toBe(origin);
        expect(answer.headers.vary).toMatch(/^Origin, /);
        expect(answer.status).toBeLessThan(300);
      }
    }
    await wire.close();
  });

  it('S120 with an unknown origin queues per network: made-up origins delay only their own network', async () => {
    const asked: string[] = [];
    const unanswered: ServerResponse[] = [];
    const upstream = createServer(({ headers: { origin } }, response) => {
      if (origin === undefined) response.writeHead(204).end();
      else unanswered[asked.push(origin) - 1] = response;
    });
    upstream.listen(0, '127.0.0.1');
    await once(upstream, 'listening');
    const { port } = upstream.address() as AddressInfo;
    const settings = { ACCEPT_KEYS: 'on', TRUSTED_PROXIES: 'loopback' };
    const edge = await start({ UPSTREAM_URLS: `http://127.0.0.1:${port}`, ...settings });
    const preflight = async (origin: string, from: string) => {
      const headers = { origin, 'access-control-request-method': 'GET', 'x-forwarded-for': from };
      return (await new TestClient(edge.url).call('OPTIONS', '/api/v1/flags', { headers })).status;
    };
    const refused: number[] = [];
    const madeUp = Array.from({ length: 300 }, async (_, n) =>
      refused.push(await preflight(`https://made-up-${n}.example.org`, '192.0.2.1')),
    );
    await eventually(() => expect(refused).toHaveLength(40));
    const page = preflight('https://page.example.org', '198.51.100.1');
    await eventually(() => expect(refused).toHaveLength(41));
    expect(asked).toHaveLength(4);
    unanswered[0]?.writeHead(403).end();
    await eventually(() => expect(asked[4]).toBe('https://page.example.org'));
    unanswered[4]?.writeHead(204).end();
    expect(await page).toBe(204);
    upstream.close();
    upstream.closeAllConnections();
    await Promise.all(madeUp);
  });
});

it('OFREP=off and UNLEASH_API=off close their addresses, and leave reads and streams as they are', async () => {
  const { development } = await aProject(url);
  const { sdk_key } = development;
  const edge = await start({ SDK_KEYS: sdk_key, OFREP: 'off', UNLEASH_API: 'off' });
  const client = new TestClient(edge.url);
  const headers = { authorization: sdk_key };
  for (const path of ['/ofrep/v1/evaluate/flags', '/ofrep/v1/evaluate/flags/a', '/unleash/api/frontend'])
    expectProblem(await client.post(path, { context: {} }, headers), 404, 'route_not_found');
  for (const path of ['/ofrep/v1/events?token=a', '/unleash/api/client/features', '/unleash/api/client/streaming'])
    expectProblem(await client.get(path, headers), 404, 'route_not_found');
  expect((await fetchFlags(development, {}, edge.url)).status).toBe(200);
  await listen(development, {}, edge.url);
});
