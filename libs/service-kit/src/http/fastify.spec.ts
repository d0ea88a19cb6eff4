import 'reflect-metadata';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { type AddressInfo, connect } from 'node:net';
import { Body, Controller, Get, HttpCode, Module, Param, Patch, Post, Req, Res } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { OptionalBody, Text } from '@burgee/contracts/http';
import { keyId, type KeyKind, mintKey } from '@burgee/contracts/wire';
import { currentRequestWaits, type RouteLine, workDone } from '@burgee/process-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { pino } from 'pino';
import { createAdapter, prepareFastify } from './fastify.js';
import { ProblemFilter } from './problem.filter.js';
import { RequestValidationPipe } from './validation.pipe.js';
import { AnyBody } from './unread-body.js';

class Edit {
  @Text({ optional: true }) name?: string;
}

@OptionalBody()
class Rotation {
  @Text({ optional: true }) grace?: string;
}

@Controller('api/things')
class Things {
  @Get(':id')
  read(@Param('id') id: string): { id: string } {
    if (id === 'broken') throw new Error('the cause\nof it \u001b[31m');
    return { id };
  }

  @Patch(':id')
  edit(@Body() body: Edit, @Req() request: { user?: object }): Edit {
    request.user = { id: 'user-1' };
    return body;
  }

  @Post('any')
  @AnyBody()
  @HttpCode(200)
  any(@Req() { body }: { body: unknown }): { got: unknown } {
    return { got: body ?? null };
  }

  @Post('waits')
  @HttpCode(200)
  waits(@Body() _body: Edit, @Res() { raw }: FastifyReply): void {
    const before = currentRequestWaits();
    raw.writeHead(200, { 'content-type': 'application/json' });
    raw.end(JSON.stringify({ before, after: currentRequestWaits() ?? null }));
  }

  @Post('asks-others')
  @HttpCode(200)
  async asksOthers(@Body() _body: Edit): Promise<object> {
    workDone();
    await delay(100);
    workDone();
    return {};
  }

  @Post(':id/rotate')
  @HttpCode(200)
  rotate(@Body() body: Rotation): Rotation {
    return body;
  }
}

@Module({ controllers: [Things] })
class ThingsModule {}

let app: NestFastifyApplication;
let port: number;
let lines: string[] = [];

beforeAll(async () => {
  const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  const adapter = createAdapter({ trustedProxies: 'loopback', logger });
  const fastify = adapter.getInstance() as unknown as FastifyInstance;
  const routes: RouteLine[] = [];
  fastify.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) routes.push({ method: one, path: url });
  });
  app = await NestFactory.create(ThingsModule, adapter, { logger: false, bodyParser: false, abortOnError: false });
  prepareFastify(fastify, { logger }, routes);
  app.useGlobalFilters(new ProblemFilter(logger));
  app.useGlobalPipes(new RequestValidationPipe());
  await app.listen(0, '127.0.0.1');
  port = (app.getHttpServer().address() as AddressInfo).port;
});
beforeEach(() => {
  lines = [];
});
afterAll(() => app?.close());

/** Sends a raw request and reads until the server closes. */
async function send(requestLine: string, headers: string[] = [], body = ''): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const all = [requestLine, 'Host: a', 'Connection: close', `Content-Length: ${body.length}`, ...headers];
  socket.write(`${all.join('\r\n')}\r\n\r\n${body}`, 'latin1');
  await once(socket, 'close');
  return text;
}

const statusOf = (answer: string) => Number(answer.split(' ', 2)[1]);
const codeOf = (answer: string) => /"code":"(\w+)"/.exec(answer)?.[1];
const allowOf = (answer: string) => /^allow: (.*)\r$/im.exec(answer)?.[1];

describe('methods', () => {
  it.each(['DELETE', 'POST', 'OPTIONS', 'TRACE', 'PUT', 'PROPFIND', 'QUERY', 'M-SEARCH'])(
    '%s at a path that does not accept it is 405 with the accepted methods',
    async (method) => {
      const answer = await send(`${method} /api/things/1 HTTP/1.1`);
      expect([statusOf(answer), codeOf(answer)]).toEqual([405, 'method_not_allowed']);
      expect(allowOf(answer)).toBe('GET, HEAD, PATCH');
    },
  );

  it.each(['DELETE', 'QUERY', 'GET', 'TRACE'])('%s at an unknown path is 404', async (method) => {
    const answer = await send(`${method} /api/nothings HTTP/1.1`, ['Content-Type: text/plain'], 'x');
    expect([statusOf(answer), codeOf(answer), allowOf(answer)]).toEqual([404, 'route_not_found', undefined]);
  });

  it.each([
    ['FOO /api/things/1 HTTP/1.1', 501, 'method_unknown'],
    ['CONNECT /api/things/1 HTTP/1.1', 405, 'method_not_allowed'],
    ['hello', 400, 'invalid_request'],
    ['GET /api/things/1 HTTP/3.0', 400, 'invalid_request'],
    ['GET /api/%zz HTTP/1.1', 400, 'invalid_request'],
    ['GET /api/../api/things/1 HTTP/1.1', 404, 'route_not_found'],
    ['GET /api/things/%2e%2e/1 HTTP/1.1', 404, 'route_not_found'],
  ])('%s: %d', async (line, status, code) => {
    const answer = await send(line);
    expect([statusOf(answer), codeOf(answer)]).toEqual([status, code]);
    expect(answer).toMatch(/^x-content-type-options: nosniff\r$/im);
    expect(answer).toMatch(/^cache-control: no-store\r$/im);
  });
});

describe('bodies', () => {
  const edit = (headers: string[], body?: string) => send('PATCH /api/things/1 HTTP/1.1', headers, body);

  it.each([
    'application/json',
    'Application/JSON;charset=utf-8',
    'application/json\t; x=y',
    'application/json;x="a;b"',
  ])('S37 are read as %j', async (type) =>
    expect(statusOf(await edit([`Content-Type: ${type}`], '{"name":"a"}'))).toBe(200),
  );

  it.each([
    'text/plain;x=application/json',
    'text/plain',
    'application/jsonp',
    'application/x\tjson',
    'json',
    ';',
    '*/*',
  ])('S37 are not read as %j: 415', async (type) => {
    const answer = await edit([`Content-Type: ${type}`], '{"name":"a"}');
    expect([statusOf(answer), codeOf(answer)]).toEqual([415, 'unsupported_media_type']);
  });

  it.each(['gzip', 'br', 'deflate', 'x', 'gzip, identity'])('S37 are not decompressed: %s is 415', async (coding) => {
    const bomb = gzipSync(Buffer.alloc(10_000_000)).toString('latin1');
    const answer = await edit(['Content-Type: application/json', `Content-Encoding: ${coding}`], bomb);
    expect([statusOf(answer), codeOf(answer)]).toEqual([415, 'unsupported_media_type']);
  });

  it.each([
    ['application/json', '{', '"{"'],
    ['application/x-www-form-urlencoded', 'a=b', '"a=b"'],
    ['text/plain', '', '""'],
  ])('of any type are text where a route takes them: %s', async (type, body, got) => {
    expect(await send('POST /api/things/any HTTP/1.1', [`Content-Type: ${type}`], body)).toContain(`{"got":${got}}`);
  });

  it('malformed_json is for invalid JSON', async () => {
    expect(codeOf(await edit(['Content-Type: application/json'], '{'))).toBe('malformed_json');
  });

  const many = Array.from({ length: 10_000 }, (_, index) => index);
  it.each([
    ['fields', Object.fromEntries(many.map((index) => [`f${index}`, 1]))],
    ['fields in a field', { name: Object.fromEntries(many.map((index) => [index, 1])) }],
    ['objects', { name: many.map(() => ({})) }],
    ['numbers, one more than may be', { name: Array.from({ length: 200 }, () => 1) }],
  ])('S37 are refused as a whole when they hold too many %s', async (_, body) => {
    const answer = await edit(['Content-Type: application/json'], JSON.stringify(body));
    expect([statusOf(answer), codeOf(answer)]).toEqual([400, 'invalid_request']);
    expect(answer).toContain('"errors":[{"pointer":"","detail":"must not contain more than 200 values"}]');
  });

  it.each([[[]], [['Content-Type: application/json']]])('a PATCH without one is 400 (%j)', async (headers) => {
    const answer = await edit(headers);
    expect([statusOf(answer), codeOf(answer)]).toEqual([400, 'invalid_request']);
    expect(answer).toContain('the body must be a JSON object');
  });

  it('may be missing where they are optional', async () => {
    expect(statusOf(await send('POST /api/things/1/rotate HTTP/1.1'))).toBe(200);
  });
});

it('measures the wait of a client from the end of the request to the start of the response', async () => {
  const answer = await send('POST /api/things/waits HTTP/1.1', ['Content-Type: application/json'], '{}');
  expect(JSON.parse(answer.slice(answer.indexOf('{')).split('\r\n')[0] as string)).toEqual({
    before: expect.any(Number),
    after: null,
  });
});

it.each([
  ['1500', 1_500],
  ['60000', 60_000],
  ['60001', 0],
  ['-1', 0],
  ['1e3', 0],
  ['', 0],
])(
  'a caller that the api-gateway has kept waiting for %j ms has waited that long, within bounds',
  async (header, waited) => {
    const headers = ['Content-Type: application/json', `X-Burgee-Waited: ${header}`];
    const answer = await send('POST /api/things/waits HTTP/1.1', headers, '{}');
    const { before } = JSON.parse(answer.slice(answer.indexOf('{')).split('\r\n')[0] as string) as { before: number };
    expect(before).toBeGreaterThanOrEqual(waited);
    expect(before).toBeLessThan(waited + 1_000);
  },
);

it('reports the working time of the service in a response that waited for others', async () => {
  const headers = ['Content-Type: application/json', 'X-Burgee-Waited: 5000'];
  const [, dur] = /server-timing: work;dur=(.+)\r\n/i.exec(
    await send('POST /api/things/asks-others HTTP/1.1', headers, '{}'),
  )!;
  expect(Number(dur)).toBeLessThan(100);
  expect(await send('GET /api/things/1 HTTP/1.1')).not.toMatch(/server-timing/i);
});

describe('logs', () => {
  const written = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);

  it('S42 S50 contain the cause of a 500, on one line with the id that the client gets', async () => {
    const answer = await send('GET /api/things/broken HTTP/1.1');
    const [, id] = /"request_id":"([^"]+)"/.exec(answer) ?? [];
    expect(statusOf(answer)).toBe(500);
    expect(answer).not.toContain('the cause');
    const [cause] = written();
    expect(cause).toMatchObject({ msg: 'internal', request_id: id, err: { message: 'the cause\nof it \u001b[31m' } });
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(line).toMatch(/^\P{Cc}+\n$/u);
  });

  it.each<[KeyKind, string]>([
    ['sdk', 'X-SDK-Key: '],
    ['client', 'X-SDK-Key: '],
    ['client', 'X-API-Key: '],
    ['client', 'Authorization: Bearer '],
  ])('say who sent a request: address, user and %s key by an id, sent as %s', async (kind, carrier) => {
    const key = mintKey(kind);
    const headers = ['X-Forwarded-For: 198.51.100.7', `${carrier}${key}`, 'Content-Type: application/json'];
    await send('PATCH /api/things/1 HTTP/1.1', headers, '{}');
    const [line] = written();
    expect(line).toMatchObject({
      'client.address': '198.51.100.7',
      'user.id': 'user-1',
      [`${kind}_key_id`]: keyId(key)?.id,
      'http.response.status_code': 200,
    });
    expect(lines.join('')).not.toContain(key);
  });

  it('contain nothing of a value sent in place of a key', async () => {
    await send('GET /api/things/1 HTTP/1.1', ['x-sdk-key: hunter2']);
    expect(Object.keys(written()[0]!).toSorted()).toEqual(
      [
        'client.address',
        'duration_ms',
        'hostname',
        'http.request.method',
        'http.response.status_code',
        'http.route',
        'level',
        'msg',
        'pid',
        'request_id',
        'time',
      ].toSorted(),
    );
  });
});
