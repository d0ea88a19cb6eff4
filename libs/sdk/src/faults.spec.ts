import { pipeline, Readable } from 'node:stream';
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { aRow, eventually, ScriptedService } from '@burgee/testing/unit';
import type { BurgeeError } from './burgee-error.js';
import type { BurgeeClient } from './client.js';
import { createClient } from './create-client.js';
import type { ClientOptions } from './options.js';

let service: ScriptedService;
let client: BurgeeClient;
let errors: BurgeeError[];
let messages: string[];
beforeEach(async () => {
  // Fake timers make minutes pass at once; the network has real ones.
  jest.useFakeTimers({ doNotFake: ['Date', 'nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate'] });
  service = await ScriptedService.start();
  service.serve([aRow('a')], 'e-1');
  errors = [];
  messages = [];
});
afterEach(async () => {
  client.close();
  await service.stop();
  jest.useRealTimers();
});

function open(more: Partial<ClientOptions> = {}): BurgeeClient {
  const logger = { warn: (message: string) => void messages.push(message) };
  const onError = (error: BurgeeError) => void errors.push(error);
  client = createClient({ sdkKey: 'bge_sdk_x', baseUrl: service.url, logger, onError, ...more });
  return client;
}
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);
/** Advances the clock in steps of `ms`, with the network in between, until the check passes. */
const inTime = (holds: () => unknown, ms = 2_000) =>
  eventually(async () => {
    try {
      return await holds();
    } catch (error) {
      await pass(ms);
      throw error;
    }
  }, 25_000);
const codes = () => errors.map(({ code }) => code);
const problem = (status: number, code: string, detail: string) =>
  service.refuse(
    status,
    { 'content-type': 'application/problem+json' },
    { type: `urn:burgee:error:${code}`, code, detail },
  );

describe('a refusal', () => {
  it.each([
    [403, { code: 'origin_not_allowed', message: 'Access denied' }],
    [502, { code: 'origin_unreachable' }],
    [401, { code: 'sdk_key_invalid' }],
    [401, { type: 'urn:burgee:error:session_expired', code: 'session_expired' }],
  ])("%i is not fatal without Burgee's document for a key or an origin: %j", async (status, body) => {
    service.flags = service.refuse(status, { 'content-type': 'application/json' }, body);
    open({ stream: false });
    await eventually(() => expect(codes()).toEqual(['unexpected_status']));
    expect(client.status).toBe('starting');
    service.serve([aRow('a')], 'e-1');
    await inTime(() => expect(client.bool('a', false)).toBe(true));
  });

  it.each([401, 403])('of a proxy, %i, is not fatal: the client backs off and keeps serving', async (status) => {
    open({ stream: false, bootstrap: [aRow('a')] });
    service.flags = service.refuse(status);
    await inTime(() => expect(service.fetches).toBeGreaterThan(3));
    expect([client.status, client.bool('a', false)]).not.toContain('fatal');
    service.serve([aRow('a'), aRow('b')], 'e-2');
    await inTime(() => expect(client.bool('b', false)).toBe(true));
    expect(codes()).not.toContain('sdk_key_invalid');
  });

  it.each([
    [401, 'sdk_key_invalid', 'Copy the current key.'],
    [401, 'client_key_not_allowed', 'Use the SDK key.'],
    [403, 'origin_not_registered', 'Register the origin.'],
  ])(
    'of Burgee, %i, is fatal; the client keeps serving, retries after ten minutes, and recovers',
    async (status, code, detail) => {
      open();
      await inTime(() => expect(client.bool('a', false)).toBe(true));
      const heard: string[] = [];
      client.on('recovered', () => heard.push('recovered'));
      const openStream = service.stream;
      service.flags = service.stream = problem(status, code, detail);
      for (const { response } of service.streams) response.destroy();
      await inTime(() => expect(client.status).toBe('fatal'));
      expect(client.error).toMatchObject({
        code,
        fatal: true,
        message: `${service.url} answered ${status}. ${detail}`,
      });
      expect(client.bool('a', false)).toBe(true);
      await eventually(() => expect(codes()).toEqual([code]));
      const asked = service.requests.length;
      await pass(590_000);
      expect(service.requests).toHaveLength(asked);
      await inTime(() => expect(service.requests.length).toBeGreaterThan(asked));
      await eventually(() => expect(client.status).toBe('fatal'));
      service.serve([aRow('a'), aRow('b')], 'e-2');
      service.stream = openStream;
      await inTime(() => expect([client.status, heard]).toEqual(['ready', ['recovered']]), 60_000);
      expect(client.bool('b', false)).toBe(true);
      expect(client.error).toBeUndefined();
      expect(codes()).toEqual([code]);
    },
  );

  it('of the first request makes ready() false, until it is over', async () => {
    service.flags = service.stream = problem(401, 'sdk_key_invalid', 'Copy the current key.');
    open({ stream: false });
    expect(await client.ready()).toBe(false);
    const heard: string[] = [];
    for (const event of ['ready', 'recovered'] as const) client.on(event, () => heard.push(event));
    service.serve([aRow('a')], 'e-1');
    await inTime(() => expect(heard).toEqual(['ready']), 60_000);
    expect(await client.ready()).toBe(true);
  });
});

describe('a key', () => {
  it.each(['bge_sdk_hunter2\nbge_sdk_b', 'bge_sdk_hunter2\tb', 'bge_sdk_hunter2\u0000', 'bge_sdk_hunter2…'])(
    'that no header carries is fatal at once and not printed: %j',
    async (sdkKey) => {
      open({ sdkKey });
      await eventually(() => expect(codes()).toEqual(['sdk_key_invalid']));
      expect([client.status, client.error?.fatal, service.requests]).toEqual(['fatal', true, []]);
      expect(messages).toEqual(['[burgee] sdk_key_invalid: sdkKey is malformed']);
      expect(inspect([messages, errors])).not.toContain('hunter2');
    },
  );

  it('loses the line break at its end, with which files are read', async () => {
    open({ sdkKey: '\uFEFFbge_sdk_x\r\n', stream: false });
    expect(await client.ready()).toBe(true);
    expect(service.requests[0]?.headers['x-sdk-key']).toBe('bge_sdk_x');
  });
});

describe('what a runtime says about a failure', () => {
  it.each([
    [
      'its code',
      'ECONNREFUSED',
      new TypeError('hunter2', { cause: Object.assign(new Error('hunter2'), { code: 'ECONNREFUSED' }) }),
    ],
    ['its name', 'TypeError', new TypeError('Headers.append: "hunter2" is an invalid header value.')],
    ['nothing', 'undefined', undefined],
  ])('is not printed, but %s', async (_, reason, error) => {
    // What is rejected may be anything.
    open({ stream: false, fetch: () => Promise.reject(error as Error) });
    await eventually(() =>
      expect(messages).toEqual([`[burgee] unreachable: ${service.url} does not answer: ${reason}`]),
    );
    expect(inspect(errors)).not.toContain('hunter2');
  });
});

describe('an answer', () => {
  it('is read to its end, however slowly it arrives', async () => {
    const text = JSON.stringify([aRow('slow')]);
    let response: Parameters<ScriptedService['flags']>[1] | undefined;
    service.flags = (_, one) => void (response = one.writeHead(200, { etag: '"e-1"' }));
    open({ stream: false });
    await eventually(() => expect(response).toBeDefined());
    for (const part of [text.slice(0, 20), text.slice(20, 60)]) {
      await new Promise((resolve) => response?.write(part, resolve));
      // The client must read it before the next 40 s pass.
      for (let count = 0; count < 20; count++) await new Promise((resolve) => setImmediate(resolve));
      await pass(40_000);
    }
    response?.end(text.slice(60));
    await inTime(() => expect(client.bool('slow', false)).toBe(true), 1);
    expect(service.fetches).toBe(1);
  });

  it('of 304 counts as an error for a client without flags', async () => {
    service.flags = service.refuse(304);
    open({ stream: false });
    await eventually(() => expect(codes()).toEqual(['unexpected_status']));
    expect(client.status).toBe('starting');
  });

  it('is requested without empty headers', async () => {
    open();
    await eventually(() => expect(service.requests).toHaveLength(2));
    for (const { headers } of service.requests) {
      expect(headers).not.toHaveProperty('if-none-match');
      expect(headers).not.toHaveProperty('last-event-id');
    }
  });

  it('is not requested again before the date in Retry-After', async () => {
    service.flags = service.refuse(503, { 'retry-after': new Date(Date.now() + 100_000).toUTCString() });
    open({ stream: false });
    await eventually(() => expect(codes()).toEqual(['unexpected_status']));
    await pass(90_000);
    expect(service.fetches).toBe(1);
    await inTime(() => expect(service.fetches).toBe(2));
  });

  it.each(['flags', 'stream'] as const)('of %s is aborted beyond 16 MB', async (type) => {
    const endless = function* () {
      for (;;) yield 'x'.repeat(1_000_000);
    };
    const ended = jest.fn();
    service[type] = (_, response) => void pipeline(Readable.from(endless()), response.writeHead(200), ended);
    open({ stream: type === 'stream', storage: false });
    await eventually(() => expect(ended).toHaveBeenCalled());
    expect([client.status, codes()]).toEqual(type === 'flags' ? ['starting', ['malformed']] : ['ready', []]);
  });
});

describe('a stream that is unavailable', () => {
  it.each([
    ['whose headers never arrive', () => void (service.stream = () => undefined), {}],
    [
      'that fetch cannot read',
      () => undefined,
      {
        fetch: async (input: never, init: never) => {
          const response = await fetch(input, init);
          return Object.defineProperty(response, 'body', { value: null });
        },
      },
    ],
  ])('%s causes one message, and no staleness while reads are fresh', async (_, arrange, more) => {
    arrange();
    open(more as never);
    expect(await client.ready()).toBe(true);
    await inTime(() => expect(codes()).toEqual(['stream_unavailable']));
    await pass(60_000);
    service.serve([aRow('a'), aRow('b')], 'e-2');
    await inTime(() => expect(client.flag('b')).toBeDefined(), 5_000);
    expect([client.status, codes(), messages.length]).toEqual(['ready', ['stream_unavailable'], 1]);
  });

  it('does not stop the client that gets reads without an ETag, and causes one message', async () => {
    service.flags = (_, response) => void response.end(JSON.stringify([aRow('a')]));
    open();
    await eventually(() => expect(service.streams).toHaveLength(1));
    service.streams[0]?.ready('e-7');
    expect(await client.ready()).toBe(true);
    for (const revision of [8, 9]) {
      service.flags = (_, response) => void response.end(JSON.stringify([aRow('a'), aRow(`b${revision}`)]));
      service.streams[0]?.send('flag_updated', `e-${revision}`, aRow(`b${revision}`));
      await inTime(() => expect(client.flag(`b${revision}`)).toBeDefined(), 10);
    }
    await pass(60_000);
    expect([client.status, codes(), messages.length]).toEqual(['ready', ['position_missing'], 1]);
  });
});

describe('a client in a process', () => {
  it.each([
    [{ stream: false }, false],
    [{ stream: false, unref: false }, true],
    [{}, true],
    [{ unref: true }, false],
  ])('with %j keeps the process alive while the service is down: %j', async (options, isHeld) => {
    const timers = jest.spyOn(globalThis, 'setTimeout');
    service.flags = service.refuse(503);
    service.stream = service.refuse(503);
    open(options);
    await eventually(() => expect(codes()).toEqual(['unexpected_status']));
    const pause = timers.mock.results.findLast(({ type }) => type === 'return')?.value as { hasRef(): boolean };
    expect(pause.hasRef()).toBe(isHeld);
    timers.mockRestore();
  });

  it("does not touch Node's localStorage, which prints a warning", () => {
    const touched = jest.fn();
    Object.defineProperty(globalThis, 'localStorage', { configurable: true, get: touched });
    open({ offline: true });
    Reflect.deleteProperty(globalThis, 'localStorage');
    expect(touched).not.toHaveBeenCalled();
  });
});

describe('events and objects', () => {
  it('emits ready before change, and to listeners added later', async () => {
    open({ stream: false });
    const heard: string[] = [];
    client.on('change', () => heard.push(`change, ${client.status}`));
    client.on('ready', () => heard.push('ready'));
    await client.ready();
    expect(heard).toEqual(['ready', 'change, ready']);
    await new Promise<void>((resolve) => client.on('ready', () => resolve()));
    const removed = jest.fn();
    client.on('ready', removed)();
    await Promise.resolve();
    expect(removed).not.toHaveBeenCalled();
  });

  it('reports a bounded number of unknown keys, and every problem of the service', async () => {
    open({ stream: false, bootstrap: [aRow('a')] });
    for (let count = 0; count < 1_000; count++) client.bool(`key-${count}`, false);
    await eventually(() => expect(codes()).toHaveLength(100));
    service.flags = service.refuse(401, {}, { type: 'urn:burgee:error:sdk_key_invalid', code: 'sdk_key_invalid' });
    await inTime(() => expect(codes().at(-1)).toBe('sdk_key_invalid'));
    expect(messages.slice(100)).toHaveLength(1);
  });

  it("ignores later changes to the caller's objects", () => {
    const rows = [{ ...aRow('a') }];
    const context = { plan: 'pro' };
    open({ offline: true, bootstrap: rows, context });
    Object.assign(rows[0]!, { is_enabled: false });
    Object.assign(context, { plan: 'free' });
    expect([client.bool('a', false), client.context]).toEqual([true, { plan: 'pro' }]);
    const [row] = client.snapshot().flags;
    expect(() => Object.assign(row!, { is_enabled: false })).toThrow(TypeError);
    expect(() => Object.assign(client.context, { plan: 'free' })).toThrow(TypeError);
    expect(client.bool('a', false)).toBe(true);
  });
});
