import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import {
  type ClientRequest,
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { UNCOUNTED } from '@burgee/admission';
import { createHttpServer } from '@burgee/process-kit';
import { prepareFastify } from '@burgee/service-kit';
import { signSessionToken } from '@burgee/session/token';
import { eventually } from '@burgee/testing/unit';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type FastifyInstance, fastify } from 'fastify';
import { pino } from 'pino';
import type { ApiGatewayConfig } from '../config.js';
import { LEVELS } from '../routes.js';
import { registerInScope } from '../register-in-scope.js';
import { CarriedStreams } from './carried-streams.js';
import { registerProxy } from './register-proxy.js';

const { publicKey, privateKey } = generateKeyPairSync('ec', {
  namedCurve: 'P-256',
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const tokenOf = (account: string) => `token=${signSessionToken({ sub: account, sid: 'x' }, privateKey)}`;
const [LOOP, PERSON] = [tokenOf('loop'), tokenOf('person')];
const OF_ONE = LEVELS.read.seatsOfFlow;

/** A request at the service, which a test answers. */
interface HeldRequest {
  call: IncomingMessage;
  response: ServerResponse;
}
let held: HeldRequest[];
let service: Server;
let gateway: FastifyInstance;
let asking: ClientRequest[];
/** Requests that arrived, and clients that left. */
let [came, gone] = [0, 0];
/** How long the service may be silent about the next requests. By default longer than any test. */
let silentAtMostMs: number;

const portOf = (server: Server) => (server.address() as AddressInfo).port;

beforeEach(async () => {
  [held, asking] = [[], []];
  silentAtMostMs = 600_000;
  service = createServer((call, response) => void held.push({ call, response })).listen(0, '127.0.0.1');
  await once(service, 'listening');
  gateway = fastify({ serverFactory: createHttpServer });
  const logger = pino({ level: 'silent' });
  prepareFastify(gateway, { logger, parseBodies: false }, []);
  const url = `http://127.0.0.1:${portOf(service)}`;
  const config = {
    AUTH_URL: url,
    FLAGS_ADMIN_URL: url,
    AUDIT_URL: url,
    SDK_GATEWAY_URLS: [url],
    SESSION_PUBLIC_KEY: publicKey,
    SESSION_COOKIE_NAME: 'token',
  } as ApiGatewayConfig;
  const streams = new CarriedStreams({ STREAM_DRAIN_PER_SECOND: 1_000, STREAM_DRAIN_SECONDS: 60 });
  await registerInScope(gateway, logger, (scope) =>
    registerProxy(scope, { logger, config, streams, metrics: () => UNCOUNTED, silentAtMost: () => silentAtMostMs }),
  );
  [came, gone] = [0, 0];
  gateway.server.on('request', (_, response: ServerResponse) => {
    came++;
    response.once('close', () => gone++);
  });
  await gateway.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  for (const caller of asking) caller.destroy();
  service.closeAllConnections();
  service.close();
  await gateway.close();
});

interface SentRequest {
  cookie?: string;
  method?: string;
}
/** Sends a request. @returns the response, once its head is there */
function ask(path: string, { cookie, method = 'GET' }: SentRequest = {}): Promise<IncomingMessage> {
  const caller = request({
    port: portOf(gateway.server),
    host: '127.0.0.1',
    path,
    method,
    agent: false,
    headers: cookie ? { cookie } : {},
  });
  asking.push(caller.on('error', () => undefined));
  caller.end();
  const answered = once(caller, 'response').then(([answer]) => answer as IncomingMessage);
  // Most requests end with their test.
  answered.catch(() => undefined);
  return answered;
}
const textOf = async (answer: Promise<IncomingMessage>) => Buffer.concat(await (await answer).toArray()).toString();
const paths = () => held.map(({ call }) => call.url);
const until = (count: number) => eventually(() => expect(held).toHaveLength(count));
/** As many requests of one account as may run, and one more. */
async function fill(cookie?: string): Promise<Promise<IncomingMessage>[]> {
  const before = held.length;
  const askFor = (index: number) => ask(`/api/projects/${index}`, { ...(cookie && { cookie }) });
  const all = Array.from({ length: OF_ONE }, (_, index) => askFor(index));
  await until(before + OF_ONE);
  all.push(askFor(OF_ONE));
  await eventually(() => expect(came).toBe(asking.length));
  return all;
}

describe('requests for a service', () => {
  it('S142 of one account run a few at a time, without delaying another account', async () => {
    await fill(LOOP);
    void ask('/api/projects/person', { cookie: PERSON });
    await until(OF_ONE + 1);
    expect(paths()).toContain('/api/projects/person');
  });

  it('leave the queue when one is answered, and tell the service how long they waited', async () => {
    await fill(LOOP);
    const since = performance.now();
    await eventually(() => expect(performance.now()).toBeGreaterThan(since + 20));
    held[0]?.response.end();
    await until(OF_ONE + 1);
    expect(Number(held.at(-1)?.call.headers['x-burgee-waited'])).toBeGreaterThan(10);
  });

  it('cannot bring such a time of their own', async () => {
    const caller = request({
      port: portOf(gateway.server),
      host: '127.0.0.1',
      path: '/api/projects',
      headers: { 'x-burgee-waited': '9000000' },
    });
    asking.push(caller.on('error', () => undefined).end());
    await until(1);
    // On a busy machine even a free seat may take a moment.
    expect(Number(held[0]?.call.headers['x-burgee-waited'] ?? 0)).toBeLessThan(9_000_000);
  });

  it('S142 with forged sessions, or none, count against their network', async () => {
    await fill('token=made-up');
    void ask('/api/projects/stranger');
    void ask('/api/projects/person', { cookie: `token=set-by-another-site; ${PERSON}` });
    await eventually(() => expect(paths()).toContain('/api/projects/person'));
    expect(paths()).not.toContain('/api/projects/stranger');
  });

  it('S142 with an ended session count against their network, too', async () => {
    const ended = tokenOf('ended');
    void ask('/api/projects', { cookie: ended });
    await until(1);
    held[0]?.response.writeHead(401).end();
    await fill();
    void ask('/api/projects/ended', { cookie: ended });
    void ask('/api/projects/person', { cookie: PERSON });
    await eventually(() => expect(paths()).toContain('/api/projects/person'));
    expect(paths()).not.toContain('/api/projects/ended');
  });

  it('of a client that left the queue are not forwarded', async () => {
    await fill(LOOP);
    asking.at(-1)?.destroy();
    void ask('/api/projects/next', { cookie: LOOP });
    await eventually(() => expect(gone).toBe(1));
    held[0]?.response.end();
    await until(OF_ONE + 1);
    expect(paths().at(-1)).toBe('/api/projects/next');
  });

  it('free their seat when the client does not read the response', async () => {
    const answers = await fill(LOOP);
    held[0]?.response.end(Buffer.alloc(5_000_000, ' '));
    await eventually(() => expect(held).toHaveLength(OF_ONE + 1));
    (await Promise.race(answers)).pause();
  });

  it('free their seat soon when the client stops reading an endless response', async () => {
    const answers = await fill(LOOP);
    const { response } = held[0] as HeldRequest;
    const write = () => {
      while (response.write(Buffer.alloc(64_000, ' '))) continue;
    };
    response.on('drain', write);
    write();
    (await Promise.race(answers)).pause();
    // Megabytes have to be sent first, which takes long next to other work.
    await eventually(() => expect(held).toHaveLength(OF_ONE + 1), 60_000);
  }, 90_000);

  it('free their seat with the first header of an event stream', async () => {
    await fill(LOOP);
    held[0]?.response.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n\n');
    await eventually(() => expect(held).toHaveLength(OF_ONE + 1));
  });

  /** Makes the service report that a dependency is down. */
  const answerUnavailable = (code: string, ...all: (HeldRequest | undefined)[]) => {
    for (const one of all)
      one?.response.writeHead(503, { 'content-type': 'application/problem+json' }).end(JSON.stringify({ code }));
  };

  it('that wait for a failed engine are refused once two others have failed', async () => {
    const answers = [...(await fill(LOOP)), ask('/api/projects/one-more', { cookie: LOOP })];
    await eventually(() => expect(came).toBe(asking.length));
    answerUnavailable('unavailable', held[0], held[1]);
    expect(await textOf(answers.at(-1) as Promise<IncomingMessage>)).toContain('"unavailable"');
    void ask('/api/projects/next', { cookie: LOOP });
    await eventually(() => expect(paths()).toContain('/api/projects/next'));
    expect(paths()).not.toContain('/api/projects/one-more');
  });

  it('that wait for a hung service are refused once two changes got no response', async () => {
    const change = (name: string) => ask(`/api/projects/${name}`, { cookie: LOOP, method: 'PATCH' });
    for (let i = 0; i < OF_ONE; i++) void change(`${i}`);
    await until(OF_ONE);
    void change('first');
    const waits = change('second');
    await eventually(() => expect(came).toBe(OF_ONE + 2));
    for (const { response } of held.slice(0, 2)) response.destroy();
    expect((await waits).statusCode).toBe(503);
    expect(paths()).not.toContain('/api/projects/second');
  });

  it('that wait for a hung service are refused at the first silence', async () => {
    for (let i = 1; i < OF_ONE; i++) void ask(`/api/projects/${i}`, { cookie: LOOP });
    await until(OF_ONE - 1);
    // Long enough for the next request to wait behind it, on a busy machine too.
    silentAtMostMs = 5_000;
    const hung = ask('/api/projects/hung', { cookie: LOOP });
    await until(OF_ONE);
    silentAtMostMs = 600_000;
    const waits = ask('/api/projects/waits', { cookie: LOOP });
    for (const refused of [hung, waits]) expect(await textOf(refused)).toContain('"unavailable"');
    expect(paths()).not.toContain('/api/projects/waits');
  });

  it('are not refused for one without a response while the service answers others', async () => {
    silentAtMostMs = 1_000;
    const slow = ask('/api/projects/slow', { cookie: LOOP });
    await until(1);
    silentAtMostMs = 600_000;
    for (let i = 1; i < OF_ONE; i++) void ask(`/api/projects/${i}`, { cookie: LOOP });
    await until(OF_ONE);
    held[1]?.response.end();
    void ask('/api/projects/next', { cookie: LOOP });
    await until(OF_ONE + 1);
    void ask('/api/projects/waits', { cookie: LOOP });
    expect((await slow).statusCode).toBe(503);
    await eventually(() => expect(paths()).toContain('/api/projects/waits'));
  });

  it('are forwarded once, even if their client leaves before the response', async () => {
    for (const path of ['/api/projects/1', '/api/projects/1/export', '/api/flags/1?wait=applied']) {
      const [before, method] = [held.length, path.includes('?') ? 'DELETE' : 'GET'];
      void ask(path, { cookie: PERSON, method });
      await until(before + 1);
      asking.at(-1)?.destroy();
      await eventually(() => expect(gone).toBe(before + 1));
      held[before]?.response.end('late');
    }
    void ask('/api/projects/last', { cookie: PERSON });
    await until(4);
    expect(paths().at(-1)).toBe('/api/projects/last');
  });

  it.each(['fails', 'hangs'])('free their seat when their clients left and the service %s', async (how) => {
    if (how === 'hangs') silentAtMostMs = 1_000;
    for (let i = 0; i < OF_ONE; i++) void ask(`/api/projects/${i}`, { cookie: LOOP, method: 'PATCH' });
    await until(OF_ONE);
    for (const caller of asking) caller.destroy();
    await eventually(() => expect(gone).toBe(OF_ONE));
    if (how === 'fails') for (const { response } of held) response.destroy();
    silentAtMostMs = 600_000;
    await eventually(() => {
      void ask('/api/projects/next', { cookie: LOOP, method: 'PATCH' });
      expect(paths()).toContain('/api/projects/next');
    });
  });

  it('that wait for an overloaded service are not refused that way', async () => {
    await fill(LOOP);
    answerUnavailable('overloaded', held[0]);
    await eventually(() => expect(held).toHaveLength(OF_ONE + 1));
  });

  it('that wait for clients take no seat from changes', async () => {
    const waits = LEVELS.wait.seatsOfFlow;
    for (let i = 0; i < waits; i++) void ask(`/api/flags/${i}?wait=applied`, { cookie: LOOP, method: 'DELETE' });
    await until(waits);
    void ask('/api/flags/change', { cookie: LOOP, method: 'PATCH' });
    await eventually(() => expect(held).toHaveLength(waits + 1));
  });
});
