import { opaqueTag } from '@burgee/contracts/wire';
import { createHash } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { type TestCluster, eventually, startTestCluster, StreamReader, TestClient } from '@burgee/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { StreamFixture, untilOpen } from '../stream-fixture.js';

/** Long enough for requests during the drain. */
const DRAIN_SECONDS = 5;
/** Streams end at the next heartbeat after their life is over. */
const ONE_ROUND_MILLISECONDS = 15_000;

let cluster: TestCluster;
let fixture: StreamFixture;
let client: TestClient;
let readers: StreamReader[] = [];

beforeAll(async () => {
  cluster = await startTestCluster({ sdkGateways: 1, links: false });
  fixture = await StreamFixture.in(cluster);
  client = cluster.gateways[0]!;
});

afterEach(() => {
  fixture.leave();
  for (const reader of readers.splice(0)) reader.close();
});
afterAll(() => cluster?.stop());

const NONE = { STREAM_DRAIN_SECONDS: '0' };

/** Restarts the only gateway with these settings. */
async function gatewayWith(settings: Record<string, string>): Promise<void> {
  const gateway = cluster.services['sdk-gateway-1']!;
  await gateway.stop();
  await gateway.start({ ...NONE, ...settings });
}

async function open(headers: object = fixture.key, by = client): Promise<StreamReader> {
  const reader = await by.stream('/api/v1/stream', { ...headers });
  readers.push(reader);
  return reader;
}

const ask = (headers: object = fixture.key, by = client) => by.get('/api/v1/stream', { ...headers });

interface Tried {
  status: number;
  headers: Headers;
  body: { code: string } | undefined;
}

/** Requests a stream. Closes it at once if it is admitted because a slot is free again. */
async function tryToOpen(headers: Record<string, string> = fixture.key): Promise<Tried> {
  const response = await fetch(`${client.base}/api/v1/stream`, { headers });
  const { status, headers: answered } = response;
  if (status !== 200) return { status, headers: answered, body: (await response.json()) as { code: string } };
  await response.body?.cancel();
  return { status, headers: answered, body: undefined };
}

/** Asks for all of them at once on one connection, before the first is answered. */
function pipeline(...paths: string[]): { socket: Socket; said: () => string; until: (text: string) => Promise<void> } {
  const { port } = new URL(client.base);
  const socket = connect(Number(port), '127.0.0.1');
  let said = '';
  socket.setEncoding('utf8').on('data', (text: string) => (said += text));
  socket.write(
    paths
      .map((path) => `GET ${path} HTTP/1.1\r\nhost: localhost\r\nx-sdk-key: ${fixture.key['x-sdk-key']}\r\n\r\n`)
      .join(''),
  );
  return { socket, said: () => said, until: (text) => eventually(() => expect(said).toContain(text)) };
}

const elsewhere = () => new TestClient(client.base);

describe('limits', () => {
  it('an account has a quota: its third stream is refused, and admitted once another has ended', async () => {
    await gatewayWith({ STREAMS_AT_MOST: '3' });
    const [first] = [await open(), await open()];
    const refused = await ask();
    expect([refused.status, refused.body.code]).toEqual([503, 'streams_busy']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    first.close();
    await eventually(() => open());
  });

  it('a refusal has a random Retry-After, and reads still work', async () => {
    await gatewayWith({ STREAMS_AT_MOST: '1' });
    await open();
    const answers = await Promise.all(Array.from({ length: 30 }, () => tryToOpen()));
    expect(new Set(answers.map(({ body }) => body?.code))).toEqual(new Set(['streams_busy']));
    const waits = answers.map(({ headers }) => Number(headers.get('retry-after')));
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(1);
    expect(new Set(waits).size).toBeGreaterThan(2);
    await fixture.readFresh();
  });

  it('an EventSource gets a 200 that ends, so it reconnects, and its ticket is still valid then', async () => {
    await gatewayWith({ STREAMS_AT_MOST: '1' });
    const only = await open();
    const { body } = await client.post('/api/v1/stream/ticket', undefined, fixture.key);
    const path = `/api/v1/stream?ticket=${body.ticket}`;
    const reader = await client.stream(path);
    readers.push(reader);
    await reader.untilEnd();
    expect(reader.response.headers['content-type']).toBe('text/event-stream');
    expect(reader.events).toEqual([]);
    expect(reader.retryMilliseconds).toBeGreaterThanOrEqual(1_000);
    expect(reader.retryMilliseconds).toBeLessThan(21_000);
    only.close();
    await eventually(async () => {
      const stream = await client.stream(path);
      readers.push(stream);
      await stream.until(({ event }) => event === 'ready');
    });
    readers.at(-1)?.close();
    const used = await eventually(async () => {
      const answer = await client.get(path);
      expect(answer.status).toBe(401);
      return answer;
    });
    expect(used.body.code).toBe('ticket_invalid');
  });

  it('a refusal is readable for a page of a registered origin, and empty for others', async () => {
    await gatewayWith({ STREAMS_AT_MOST: '1' });
    const origin = `https://${createHash('sha1').update(fixture.project.id).digest('hex')}.example.com`;
    const environment = `/api/projects/${fixture.project.id}/environments/${fixture.project.development.id}`;
    expect((await fixture.project.owner.client.patch(environment, { url: origin })).status).toBe(200);
    await open();
    await eventually(async () => {
      const own = await tryToOpen({ ...fixture.key, origin });
      expect([own.status, own.headers.get('access-control-allow-origin')]).toEqual([503, origin]);
    });
    const other = await tryToOpen({ ...fixture.key, origin: 'https://elsewhere.example.com' });
    expect([other.status, other.headers.get('access-control-allow-origin')]).toEqual([403, null]);
  });

  it('invalid keys take no slot', async () => {
    await gatewayWith({ STREAMS_AT_MOST: '1' });
    const { body } = await fixture.project.owner.client.post(
      `/api/projects/${fixture.project.id}/environments/${fixture.project.production.id}/rotate-sdk-key`,
    );
    expect(body.sdk_key).toBeDefined();
    const dead = { 'x-sdk-key': fixture.project.production.sdk_key };
    for (let i = 0; i < 5; i++) expect((await ask(dead)).status).toBe(401);
    await open();
  });

  it('a pipelined stream opens after the earlier answer, and takes no slot before', async () => {
    await gatewayWith({ STREAMS_AT_MOST: '3' });
    const behindRead = pipeline('/api/v1/flags', '/api/v1/stream');
    await behindRead.until('event: ready');
    expect(behindRead.said()).toMatch(
      /^HTTP\/1\.1 200 OK[^]*application\/json[^]*HTTP\/1\.1 200 OK[^]*text\/event-stream/,
    );
    behindRead.socket.destroy();
    const behindStream = pipeline('/api/v1/stream', '/api/v1/stream', '/api/v1/stream');
    await behindStream.until('event: ready');
    await eventually(() => open());
    expect((await ask()).status).toBe(503);
    behindStream.socket.destroy();
    await eventually(() => open());
  });

  it('count per client, not per proxy', async () => {
    await gatewayWith({ STREAMS_PER_ADDRESS_AT_MOST: '1' });
    const [one, other] = [elsewhere(), elsewhere()];
    await open({ ...fixture.key, 'x-forwarded-for': '203.0.113.1' }, one);
    expect((await ask({ ...fixture.key, 'x-forwarded-for': '203.0.113.1' }, other)).status).toBe(429);
    await open({ ...fixture.key, 'x-forwarded-for': '203.0.113.2' }, other);
  });

  it('count for the address that the api-gateway forwards, and ignore addresses that others forward', async () => {
    await gatewayWith({ STREAMS_PER_ADDRESS_AT_MOST: '1', TRUSTED_PROXIES: 'none' });
    const front = cluster.services['api-gateway']!;
    await front.stop();
    await front.start({ TRUSTED_PROXIES: 'loopback' });
    const through = () => new TestClient(front.url);
    const from = (address: string) => ({ ...fixture.key, 'x-forwarded-for': address });
    await open(from('203.0.113.1'), through());
    expect((await ask(from('203.0.113.1'), through())).status).toBe(429);
    await open(from('203.0.113.2'), through());
    const forged = (address: string) => ({
      ...from(address),
      'x-forwarded-secret': 'guessed-by-whoever-calls-directly',
    });
    const direct = elsewhere();
    await open(forged('203.0.113.3'), direct);
    expect((await ask(forged('203.0.113.4'), direct)).status).toBe(429);
    expect((await ask(forged('203.0.113.2'), through())).status).toBe(429);
  });

  it('count per network, where one client may have any of its addresses', async () => {
    await gatewayWith({ STREAMS_PER_ADDRESS_AT_MOST: '1' });
    const from = (address: string) => ({ ...fixture.key, 'x-forwarded-for': address });
    await open(from('2001:db8::1'), elsewhere());
    expect((await ask(from('2001:db8::2'), elsewhere())).status).toBe(429);
    await open(from('2001:db8:0:1::1'), elsewhere());
  });
});

describe('ends', () => {
  it('a stream ends after about the configured lifetime, each at its own time, with a retry', async () => {
    await gatewayWith({ STREAM_LIFETIME_SECONDS: '5' });
    const startedAt = performance.now();
    const subscriber = fixture.client([client.base]);
    const reader = await open();
    await reader.until(({ event }) => event === 'ready');
    const first = reader.retryMilliseconds;
    await reader.untilEnd(4 * ONE_ROUND_MILLISECONDS);
    expect(performance.now() - startedAt).toBeGreaterThan(4_000);
    expect(reader.retryMilliseconds).not.toBe(first);
    await eventually(() => expect(subscriber.opened).toBeGreaterThanOrEqual(2), 2 * ONE_ROUND_MILLISECONDS);
    expect([subscriber.violations, subscriber.snapshots]).toEqual([[], 1]);
  });

  it('a replica that stops: unready and no new streams, but reads and events, while streams end one by one', async () => {
    await gatewayWith({ STREAM_DRAIN_PER_SECOND: '1', STREAM_DRAIN_SECONDS: String(DRAIN_SECONDS) });
    const gateway = cluster.services['sdk-gateway-1']!;
    readers = await Promise.all(Array.from({ length: 20 }, () => client.stream('/api/v1/stream', fixture.key)));
    const endings: number[] = [];
    for (const { response } of readers) response.on('close', () => endings.push(performance.now()));
    const stopping = gateway.stop();
    await eventually(async () => expect((await client.get('/readyz')).status).toBe(503));
    const refused = await ask();
    expect([refused.status, refused.body.code]).toEqual([503, 'streams_busy']);
    const read = await client.get('/api/v1/flags', fixture.key);
    expect([read.status, read.headers.connection]).toEqual([200, 'close']);
    const last = readers.filter(({ ended }) => !ended).length;
    expect(last).toBeGreaterThan(0);
    await stopping;
    await eventually(() => expect(endings).toHaveLength(20));
    const lasted = Math.max(...endings) - Math.min(...endings);
    expect(lasted).toBeGreaterThan(DRAIN_SECONDS * 500);
    expect(new Set(readers.map(({ retryMilliseconds }) => retryMilliseconds)).size).toBeGreaterThan(10);
    await gateway.start();
    await untilOpen([fixture.client([client.base])]);
  });
});

describe('metrics', () => {
  it('count changes from commit to flush, and refusals', async () => {
    await gatewayWith({ STREAMS_PER_KEY_AT_MOST: '1' });
    const reader = await open();
    await ask();
    const { etag } = await fixture.truth();
    await fixture.changes(1);
    await reader.ofRevision(Number(opaqueTag(etag).split('-')[1]) + 1);
    const { opsUrl } = cluster.services['sdk-gateway-1']!;
    const metrics = await eventually(async () => {
      const text = await (await fetch(`${opsUrl}/metrics`)).text();
      expect(text).toMatch(/^burgee_sse_commit_to_flush_seconds_count 1$/m);
      return text;
    });
    const [, seconds] = /^burgee_sse_commit_to_flush_seconds_sum (.*)$/m.exec(metrics)!;
    expect(Number(seconds)).toBeGreaterThan(0);
    expect(metrics).toMatch(/^burgee_sse_refused_total{reason="key"} 1$/m);
    expect(metrics).toMatch(/^burgee_sse_connections 1$/m);
  });
});
