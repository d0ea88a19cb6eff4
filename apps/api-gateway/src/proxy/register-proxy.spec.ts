import { generateKeyPairSync } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import {
  Agent,
  type ClientRequest,
  createServer,
  get,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { BufferedBytes, UNCOUNTED } from '@burgee/admission';
import { createHttpServer, onBrokenHttp } from '@burgee/process-kit';
import { prepareFastify } from '@burgee/service-kit';
import { signSessionToken } from '@burgee/session/token';
import { eventually } from '@burgee/testing/unit';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { fastify } from 'fastify';
import { type Logger, pino } from 'pino';
import type { ApiGatewayConfig } from '../config.js';
import { registerInScope } from '../register-in-scope.js';
import { CarriedStreams } from './carried-streams.js';
import { registerProxy } from './register-proxy.js';

const KEYS = generateKeyPairSync('ec', {
  namedCurve: 'P-256',
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const warnings: string[] = [];
const closing: (() => unknown)[] = [];
afterEach(async () => {
  warnings.length = 0;
  for (const close of closing.splice(0)) await close();
});

const addressOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

let plain: ReturnType<typeof start> | undefined;
afterAll(async () => {
  for (const close of (await plain)?.close ?? []) await close();
});

/**
 * The proxy in front of a service that responds at once, and the requests that the service got. Without arguments, one
 * for all tests.
 */
async function proxy(...args: Parameters<typeof start>) {
  if (args.length === 0) {
    const shared = await (plain ??= start());
    shared.asked.length = 0;
    return shared;
  }
  const own = await start(...args);
  closing.push(...own.close);
  return own;
}

async function start(
  headers: OutgoingHttpHeaders = {},
  serve?: RequestListener,
  underWayAtMost?: number,
  memory?: BufferedBytes,
) {
  const asked: (IncomingMessage & { body?: string })[] = [];
  const service = createServer(async (request, response) => {
    const call: (typeof asked)[0] = request;
    asked.push(call);
    if (serve) return serve(request, response);
    const read = request.setEncoding('utf8').toArray();
    if (request.headers['content-type']) call.body = (await read.catch(() => [])).join('');
    response.writeHead(200, headers).end(request.url);
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  const gateway = fastify({ serverFactory: createHttpServer, clientErrorHandler: onBrokenHttp as never });
  const logger = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(line) }) as Logger;
  prepareFastify(gateway, { logger, parseBodies: false }, []);
  const url = addressOf(service);
  const config = {
    AUTH_URL: url,
    FLAGS_ADMIN_URL: url,
    AUDIT_URL: url,
    SDK_GATEWAY_URLS: [url],
    SESSION_PUBLIC_KEY: KEYS.publicKey,
    SESSION_COOKIE_NAME: 'token',
  } as ApiGatewayConfig;
  const streams = new CarriedStreams({ STREAM_DRAIN_PER_SECOND: 1_000, STREAM_DRAIN_SECONDS: 60 });
  await registerInScope(gateway, logger, (scope) =>
    registerProxy(scope, { logger, config, streams, metrics: () => UNCOUNTED, underWayAtMost, memory }),
  );
  await gateway.listen({ host: '127.0.0.1', port: 0 });
  const close = [() => gateway.close(), () => service.close(), () => service.closeAllConnections()];
  return { close, asked, streams, server: gateway.server, port: (gateway.server.address() as AddressInfo).port };
}

/** A client's connection, which the test closes at its end. */
function connectTo(port: number) {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  closing.unshift(() => socket.destroy());
  return socket;
}

/** Sends bytes and reads until the other side closes. */
async function send(port: number, ...lines: string[]): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port });
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
  socket.write(lines.join('\r\n'));
  await once(socket, 'close');
  return text;
}

describe('the proxy', () => {
  it.each(['HTTP/1.1', 'HTTP/1.0'])('closes the connection on request by %s', async (version) => {
    const { port } = await proxy();
    // `send` ends only when the other side has closed.
    const answer = await send(port, `GET /api/flags/1 ${version}`, 'Host: a', 'Connection: close', '', '');
    expect(answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*\r\nconnection: close\r\n[\s\S]*\/api\/flags\/1/i);
    expect(answer).not.toMatch(/keep-alive/i);
  });

  it('keeps other connections open, even if the service closes its own', async () => {
    const { port } = await proxy({ connection: 'close' });
    const socket = connect(port, '127.0.0.1');
    for (let i = 0; i < 2; i++) {
      socket.write('GET /api/flags/1 HTTP/1.1\r\nHost: a\r\n\r\n');
      const [answer] = (await once(socket, 'data')) as [Buffer];
      expect(answer.toString('latin1')).toMatch(/^HTTP\/1\.1 200 [\s\S]*\r\nconnection: keep-alive\r\n/i);
    }
    socket.destroy();
  });

  it.each(['application/json', 'text/plain;x=application/json', 'text/plain', 'a/b; c="d', 'x/y;z'])(
    'S37 forwards bodies of any type unchanged: %s',
    async (type) => {
      const { asked, port } = await proxy();
      const head = ['Host: a', 'Connection: close', `Content-Type: ${type}`, 'Content-Length: 2', '', '{}'];
      expect(await send(port, 'POST /api/auth/login HTTP/1.1', ...head)).toMatch(/^HTTP\/1\.1 200 /);
      expect(asked.map(({ headers, body }) => [headers['content-type'], body])).toEqual([[type, '{}']]);
    },
  );

  it('accepts an import, which is larger than other bodies, up to its own limit', async () => {
    const { asked, port } = await proxy();
    const statusOf = async (path: string, length: number, body = '') => {
      const head = ['Host: a', 'Connection: close', 'Content-Type: text/plain', `Content-Length: ${length}`, '', body];
      return (await send(port, `POST ${path} HTTP/1.1`, ...head)).slice(9, 12);
    };
    const long = 'x'.repeat(200_000);
    expect(await statusOf('/api/projects/1/import?dry_run=true', long.length, long)).toBe('200');
    expect(asked[0]?.body).toBe(long);
    expect(await statusOf('/api/projects/1/import', 12_000_001)).toBe('413');
    for (const path of ['/api/projects/1/imports', '/api/projects/1/flags?/import', '/api/projects/import'])
      expect(await statusOf(path, long.length)).toBe('413');
  });

  it.each([
    ['with a session that auth signed', signSessionToken({ sub: 'ada', sid: 'x' }, KEYS.privateKey), '200'],
    ['with a forged session', 'forged', '408'],
  ])('S38 answers a slow import %s', async (_, token, status) => {
    const { server, port } = await proxy({});
    [server.headersTimeout, server.requestTimeout] = [50, 100];
    const socket = connectTo(port);
    const answered = readText(socket);
    const head = ['Host: a', 'Connection: close', `Cookie: token=${token}`, 'Content-Length: 2', '', '{'];
    socket.write(['POST /api/projects/1/import HTTP/1.1', ...head].join('\r\n'));
    await once(server, 'clientError');
    socket.write('}');
    expect((await answered).slice(9, 12)).toBe(status);
  });

  it.each(['OPTIONS', 'TRACE', 'PROPFIND', 'QUERY', 'LINK'])('forwards %s', async (method) => {
    const { asked, port } = await proxy();
    for (const body of ['', 'body'])
      await send(
        port,
        `${method} /api/flags/1 HTTP/1.1`,
        'Host: a',
        'Connection: close',
        `Content-Length: ${body.length}`,
        '',
        body,
      );
    expect(asked.map((one) => [one.method, one.url])).toEqual([
      [method, '/api/flags/1'],
      [method, '/api/flags/1'],
    ]);
  });

  it.each(['/api/flags/../auth/me', '/api/flags/%2e%2e/auth/me', '/api/nowhere'])('has no route %s', async (path) => {
    const { asked, port } = await proxy();
    const answer = await send(port, `GET ${path} HTTP/1.1`, 'Host: a', 'Connection: close', '', '');
    expect(answer).toMatch(/^HTTP\/1\.1 404 [\s\S]*"route_not_found"/);
    expect(asked).toEqual([]);
  });

  it.each([
    ['/ofrep/v1/evaluate/flags', 200, 2],
    ['/unleash/api/frontend', 200, 2],
    ['/api/flags/1', 503, 1],
  ])(
    'asks for a decision again where the service broke off, body and all, and for no change: %s',
    async (path, status, times) => {
      const bodies: string[] = [];
      const { port } = await proxy({}, async (call, response) => {
        bodies.push((await call.setEncoding('utf8').toArray()).join(''));
        if (bodies.length === 1) call.socket.destroy();
        else response.end();
      });
      const head = ['Host: a', 'Connection: close', 'Content-Type: application/json', 'Content-Length: 2', '', '{}'];
      const answer = await send(port, `POST ${path} HTTP/1.1`, ...head);
      expect([answer.slice(9, 12), bodies]).toEqual([String(status), Array.from({ length: times }, () => '{}')]);
    },
  );

  it('S56 bounds the memory for bodies in transfer', async () => {
    const { asked, port } = await proxy({}, undefined, undefined, new BufferedBytes(100_000));
    const head = (length: number) => ['Host: a', 'Content-Type: text/plain', `Content-Length: ${length}`, ''];
    const post = ['POST /api/v1/stream/ticket HTTP/1.1', 'Connection: close'];
    const whole = () => send(port, ...post, ...head(4_000), 'x'.repeat(4_000));
    const slow = connectTo(port);
    slow.write([...post, ...head(100_000), 'x'.repeat(12_000)].join('\r\n'));
    await eventually(async () => expect(await whole()).toMatch(/^HTTP\/1\.1 503 [\s\S]*"overloaded"/));
    slow.destroy();
    await eventually(async () => expect(await whole()).toMatch(/^HTTP\/1\.1 200 /));
    for (let count = 0; count < 30; count++) expect(await whole()).toMatch(/^HTTP\/1\.1 200 /);
    expect(new Set(asked.map(({ body }) => body?.length))).toEqual(new Set([4_000]));
  });

  it('answers the next request on a connection after it refused a body midway', async () => {
    const { port } = await proxy({}, undefined, undefined, new BufferedBytes(100_000));
    const socket = connectTo(port);
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
    // More than the gateway buffers, and than the connection buffers unread.
    const length = 5_000_000;
    const head = ['Host: a', 'Content-Type: text/plain', `Content-Length: ${length}`, '', ''];
    socket.write([`POST /api/projects/1/import HTTP/1.1`, ...head].join('\r\n') + 'x'.repeat(length));
    socket.write('GET /api/flags/1 HTTP/1.1\r\nHost: a\r\n\r\n');
    await eventually(() => expect(text).toMatch(/^HTTP\/1\.1 503 [\s\S]*HTTP\/1\.1 200 /));
  });

  it('S56 bounds the memory for unread responses, and still serves flags', async () => {
    // More than the kernel buffers for two connections.
    const page = Buffer.alloc(30_000_000, ' ');
    const serve: RequestListener = ({ url }, response) => void response.end(url === '/api/projects' ? page : '[]');
    const { port } = await proxy({}, serve, undefined, new BufferedBytes(7.5 * page.length));
    const untaken = connectTo(port).pause();
    untaken.write('GET /api/projects HTTP/1.1\r\nHost: a\r\n\r\n');
    // When a whole page arrives instead, a failure should not print all of it.
    const answer = async (path: string) =>
      (await send(port, `GET ${path} HTTP/1.1`, 'Host: a', 'Connection: close', '', '')).slice(0, 2_000);
    await eventually(async () => expect(await answer('/api/projects')).toMatch(/^HTTP\/1\.1 503 [\s\S]*"overloaded"/));
    expect(await answer('/api/v1/flags')).toMatch(/^HTTP\/1\.1 200 /);
    untaken.destroy();
    await eventually(async () => expect(await answer('/api/projects')).toMatch(/^HTTP\/1\.1 200 /));
  }, 30_000);

  it('S104 replaces a response that it does not forward by the refusal alone', async () => {
    const body = Buffer.alloc(100_000, ' ');
    const headers = { 'content-length': body.length, etag: '"1"', 'set-cookie': 'a=b', link: '<a>; rel="next"' };
    const serve: RequestListener = (_, response) => void response.writeHead(200, headers).end(body);
    const { port } = await proxy({}, serve, undefined, new BufferedBytes(body.length));
    const answer = await send(port, 'GET /api/projects HTTP/1.1', 'Host: a', 'Connection: close', '', '');
    expect(answer).toMatch(/^HTTP\/1\.1 503 [\s\S]*"code":"overloaded"[\s\S]*}$/);
    expect(answer).not.toMatch(/^(etag|set-cookie|link):/im);
  });

  it('S56 counts the memory of compression, and skips it when that is too much', async () => {
    const json = { 'content-type': 'application/json', 'content-length': '2000' };
    const serve: RequestListener = (_, response) => {
      response.writeHead(200, json).write('['.repeat(1_000));
    };
    const { port } = await proxy({}, serve, undefined, new BufferedBytes(3_000_000));
    const begin = async () => {
      const asking = get({ port, path: '/api/projects', headers: { 'accept-encoding': 'gzip' }, agent: false });
      asking.on('error', () => undefined);
      const [answer] = (await once(asking, 'response')) as [IncomingMessage];
      answer.on('error', () => undefined);
      return { asking, encoding: answer.headers['content-encoding'] };
    };
    const [first, second] = [await begin(), await begin()];
    expect([first.encoding, second.encoding]).toEqual(['gzip', undefined]);
    first.asking.destroy();
    second.asking.destroy();
    await eventually(async () => {
      const { asking, encoding } = await begin();
      asking.destroy();
      expect(encoding).toBe('gzip');
    });
  });

  it('S41 refuses more headers than a service reads, since those identify the client', async () => {
    const { asked, port } = await proxy();
    const post = (count: number) => {
      const many = Array.from({ length: count }, (_, n) => `${n}: `);
      const head = ['Host: a', 'Connection: close', 'Content-Type: text/plain', 'Content-Length: 2', ...many];
      return send(port, 'POST /api/auth/login HTTP/1.1', ...head, '', '{}');
    };
    for (const count of [1_000, 2_000, 2_500]) expect(await post(count)).toMatch(/^HTTP\/1\.1 431 /);
    expect(asked).toEqual([]);
    expect(await post(900)).toMatch(/^HTTP\/1\.1 200 /);
    expect(asked[0]?.headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-request-id': expect.any(String) });
  });

  it('S38 does not mistake a client that leaves within a body for a failed service', async () => {
    const { asked, port } = await proxy();
    const leaving = connect(port, '127.0.0.1');
    const head = ['Host: a', 'Content-Type: application/json', 'Content-Length: 100', '', 'x'];
    leaving.write(['POST /api/flags/1 HTTP/1.1', ...head].join('\r\n'));
    const readOn = (path: string) => send(port, `GET ${path} HTTP/1.1`, 'Host: a', 'Connection: close', '', '');
    await readOn('/api/flags/2');
    leaving.destroy();
    await once(leaving, 'close');
    await readOn('/api/flags/3');
    expect(asked.map(({ url }) => url)).toEqual(['/api/flags/2', '/api/flags/3']);
    expect(warnings).toEqual([]);
  });

  it.each(['GET', 'HEAD'])('S41 does not let a client smuggle a request behind a %s with a body', async (method) => {
    const { asked, port } = await proxy();
    const smuggled = 'GET /api/flags/smuggled HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 1.2.3.4\r\n\r\n';
    const head = ['Host: a', 'Connection: close', `Content-Length: ${smuggled.length}`, '', smuggled];
    for (let i = 0; i < 3; i++) {
      await send(port, `${method} /api/flags/1 HTTP/1.1`, ...head);
      await send(port, 'POST /api/flags/2 HTTP/1.1', ...head);
    }
    const told = asked.map(({ url, headers }) => [url, headers['x-forwarded-for'], headers['content-length']]);
    const length = String(smuggled.length);
    const pair = [
      ['/api/flags/1', '127.0.0.1', undefined],
      ['/api/flags/2', '127.0.0.1', length],
    ];
    expect(told).toEqual([...pair, ...pair, ...pair]);
  });

  const smuggled = 'GET /api/flags/smuggled HTTP/1.1\r\nHost: a\r\n\r\n';
  const byLength = [`Content-Length: ${smuggled.length}`, '', smuggled];
  const inChunks = ['Transfer-Encoding: chunked', '', smuggled.length.toString(16), smuggled, '0', '', ''];

  it.each(
    ['/api/flags/1', '/unleash/api/client/metrics'].flatMap((path) =>
      ['DELETE', 'OPTIONS', 'PATCH', 'POST', 'PUT'].flatMap((method) => [
        { method, path, connection: 'content-length', framed: byLength },
        { method, path, connection: 'Close, Content-Length', framed: byLength },
        { method, path, connection: 'transfer-encoding', framed: inChunks },
        { method, path, connection: 'content-length,transfer-encoding', framed: inChunks },
        { method, path, connection: 'close', framed: inChunks },
      ]),
    ),
  )('S55 the body of a $method of $path ends where it ends with Connection: $connection', async (call) => {
    const { method, path, connection, framed } = call;
    const { asked, port } = await proxy();
    const head = ['Host: a', 'Content-Type: text/plain', `Connection: ${connection}`, ...framed];
    const caller = connect(port, '127.0.0.1');
    caller.write([`${method} ${path} HTTP/1.1`, ...head].join('\r\n'));
    await once(caller, 'data');
    caller.destroy();
    await send(port, 'GET /api/flags/2 HTTP/1.1', 'Host: a', 'Connection: close', '', '');
    expect(asked.map(({ url, body }) => [url, body])).toEqual([
      [path, smuggled],
      ['/api/flags/2', undefined],
    ]);
  });
});

describe('requests in flight at a service', () => {
  const UNDER_WAY_AT_MOST = 3;
  const agent = new Agent({ keepAlive: false });
  const callers: ClientRequest[] = [];
  afterEach(() => {
    for (const caller of callers.splice(0)) caller.destroy();
  });

  /** Sends a request, and leaves the response open. @returns once the head is there */
  async function ask(port: number, path: string, method = 'GET'): Promise<IncomingMessage> {
    const caller = request({ port, path, method, agent, host: '127.0.0.1' });
    callers.push(caller.on('error', () => undefined));
    caller.end();
    const [answer] = (await once(caller, 'response')) as [IncomingMessage];
    return answer;
  }

  /** Sends requests without waiting for responses, until the service has that many. */
  async function leaveOpen(port: number, asked: unknown[], count: number): Promise<ClientRequest[]> {
    const first = asked.length;
    const own = Array.from({ length: count }, () => get({ port, path: '/api/v1/flags', agent, host: '127.0.0.1' }));
    for (const caller of own) callers.push(caller.on('error', () => undefined).on('response', (one) => one.resume()));
    await eventually(() => expect(asked).toHaveLength(first + count));
    return own;
  }

  /** A service that responds with a status when a test says so. */
  async function slowService() {
    const held: ServerResponse[] = [];
    const gateway = await proxy({}, (_, response) => void held.push(response), UNDER_WAY_AT_MOST);
    return { ...gateway, held };
  }

  it('S52 are bounded: one more is refused with a retry time, without asking the service', async () => {
    const { asked, port } = await slowService();
    await leaveOpen(port, asked, UNDER_WAY_AT_MOST);
    const refused = await ask(port, '/api/v1/flags');
    expect([refused.statusCode, Number(refused.headers['retry-after']) >= 1]).toEqual([503, true]);
    expect(Buffer.concat(await refused.toArray()).toString()).toContain('"overloaded"');
    expect(asked).toHaveLength(UNDER_WAY_AT_MOST);
  });

  it.each([
    ['GET', 200],
    ['GET', 304],
    ['HEAD', 200],
    ['DELETE', 204],
    ['GET', 503],
  ])('has a place again after %s was answered %d', async (method, status) => {
    const { port } = await proxy({}, (_, response) => void response.writeHead(status).end(), UNDER_WAY_AT_MOST);
    for (let count = 0; count < 3 * UNDER_WAY_AT_MOST; count++) {
      const answer = await ask(port, '/api/v1/flags', method);
      expect([answer.statusCode, answer.headers['retry-after']]).toEqual([status, undefined]);
      answer.resume();
      await once(answer, 'close');
    }
  });

  it('S52 take a slot only once their body is there', async () => {
    const { asked, port } = await proxy({}, undefined, UNDER_WAY_AT_MOST);
    const head = ['Host: a', 'Content-Type: application/json', 'Content-Length: 100', '', 'x'];
    const slow = Array.from({ length: 2 * UNDER_WAY_AT_MOST }, () => connect(port, '127.0.0.1'));
    for (const socket of slow) socket.write(['POST /api/v1/stream/ticket HTTP/1.1', ...head].join('\r\n'));
    for (const path of ['/api/v1/flags', '/api/v1/stream']) expect((await ask(port, path)).statusCode).toBe(200);
    expect(asked).toHaveLength(2);
    for (const socket of slow) socket.destroy();
  });

  it('free their slot after the service broke off, and for an unknown route', async () => {
    const { port } = await proxy({}, (_, response) => void response.destroy(), UNDER_WAY_AT_MOST);
    for (let count = 0; count < 3 * UNDER_WAY_AT_MOST; count++)
      for (const path of ['/api/v1/flags', '/api/v1/..a', '/api/v1/a../b', '/api/v1/%252e%252e/b']) {
        const answer = await ask(port, path);
        expect(Buffer.concat(await answer.toArray()).toString()).not.toContain('overloaded');
      }
  });

  it('of a client that left keep their slot until the service has answered', async () => {
    const { asked, held, port } = await slowService();
    for (const caller of await leaveOpen(port, asked, UNDER_WAY_AT_MOST)) caller.destroy();
    expect((await ask(port, '/api/v1/flags')).statusCode).toBe(503);
    for (const response of held.splice(0)) response.end('late');
    await eventually(async () => {
      const [caller] = await leaveOpen(port, asked, 1);
      caller?.destroy();
    });
  });

  it('do not include open streams, which do not delay requests', async () => {
    const STREAMS = 10 * UNDER_WAY_AT_MOST;
    const open = new Set<ServerResponse>();
    const serve: RequestListener = (call, response) => {
      if (call.url !== '/api/v1/stream') {
        response.end('an answer');
        return;
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('retry: 1\n\n');
      open.add(response);
      response.on('close', () => open.delete(response));
    };
    const socketsAtMost = new Set<number>();
    const onRequest = (message: unknown) => {
      const { agent: used } = (message as { request: { agent: Agent } }).request;
      if (used !== agent) socketsAtMost.add(used.maxSockets);
    };
    const { port } = await proxy({}, serve, UNDER_WAY_AT_MOST);
    subscribe('http.client.request.start', onRequest);
    closing.push(() => unsubscribe('http.client.request.start', onRequest));
    for (let asked = 0; asked < STREAMS; asked += UNDER_WAY_AT_MOST)
      await Promise.all(Array.from({ length: UNDER_WAY_AT_MOST }, () => ask(port, '/api/v1/stream')));
    const answer = await ask(port, '/api/v1/flags');
    expect(Buffer.concat(await answer.toArray()).toString()).toBe('an answer');
    expect(open.size).toBe(STREAMS);
    // The default of reply-from is 2,048, less than the streams of a gateway.
    expect(socketsAtMost).toEqual(new Set([Infinity]));
  });

  it('that are streams end between two events, with a retry time', async () => {
    const services: ServerResponse[] = [];
    const serve: RequestListener = (_call, response) => {
      services.push(response.writeHead(200, { 'content-type': 'text/event-stream' }));
      response.write('event: ready\ndata: {}\n\n');
    };
    const { port, streams } = await proxy({}, serve);
    const texts = ['', ''];
    for (const index of texts.keys()) {
      const stream = (await ask(port, '/api/v1/stream')).setEncoding('utf8');
      stream.on('data', (text: string) => (texts[index] += text));
      await eventually(() => expect(texts[index]).toMatch(/^event: ready\ndata: \{\}\n\n$/));
    }
    services[1]!.write('event: flag_updated\nda');
    await eventually(() => expect(texts[1]).toMatch(/\nda$/));
    await streams.beforeApplicationShutdown();
    await eventually(() => expect(texts[0]).toMatch(/\n\nretry: \d{4}\n\n$/));
    expect(texts[1]).toMatch(/\nda$/);
    services[1]!.write('ta: {}\n\n');
    await eventually(() => expect(texts[1]).toMatch(/\n\nevent: flag_updated\ndata: \{\}\n\nretry: \d{4}\n\n$/));
    const late = (await ask(port, '/api/v1/stream')).setEncoding('utf8');
    expect((await late.toArray()).join('')).toMatch(/retry: \d{4}\n\n$/);
    await eventually(() => expect(services.map(({ destroyed }) => destroyed)).toEqual([true, true, true]));
  });
});
