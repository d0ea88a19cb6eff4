import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type BurgeeClient, BurgeeError, type ClientOptions, createClient, type Flag } from '@burgee/sdk';
import { aRow, eventually, ScriptedService, type ScriptedStream } from '@burgee/testing';

const KEY = 'bge_sdk_secret';

let service: ScriptedService;
let client: BurgeeClient;
let said: string[];
let errors: BurgeeError[];

beforeEach(async () => {
  // Fake timers make minutes pass at once; the network has real ones.
  jest.useFakeTimers({ doNotFake: ['Date', 'nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate'] });
  service = await ScriptedService.start();
  said = [];
  errors = [];
});
afterEach(async () => {
  client.close();
  await service.stop();
  jest.useRealTimers();
});

function open(options: Partial<ClientOptions> = {}): BurgeeClient {
  const logger = { warn: (message: string) => said.push(message) };
  client = createClient({
    sdkKey: KEY,
    baseUrl: service.url,
    logger,
    onError: (error) => errors.push(error),
    ...options,
  });
  return client;
}

const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);
const streamNo = (count: number): Promise<ScriptedStream> =>
  eventually(() => {
    expect(service.streams).toHaveLength(count);
    return service.streams[count - 1]!;
  });

/** A client with these flags, and its stream. */
async function following(rows: Flag[], version: string): Promise<ScriptedStream> {
  service.serve(rows, version);
  open();
  const stream = await streamNo(1);
  stream.ready(version);
  await client.ready();
  return stream;
}

/** Advances the clock step by step, with the network in between, until the check passes. */
async function inTime(holds: () => void, pieces = 100): Promise<void> {
  await eventually(async () => {
    try {
      holds();
    } catch (error) {
      if (pieces-- > 0) await pass(2_000);
      throw error;
    }
  }, 25_000);
}

const updated = (key: string, revision: number, fields = {}) => ({
  ...aRow(key, fields),
  environment_id: 'e',
  revision,
});

describe('the flags in the client', () => {
  it('are updated by each event', async () => {
    const stream = await following([aRow('a')], 'e-1');
    stream.send('flag_updated', 'e-2', updated('b', 2));
    stream.send('flag_deleted', 'e-3', { flag_id: 'id-of-a', key: 'a', environment_id: 'e', revision: 3 });
    await eventually(() => expect(client.snapshot()).toEqual({ version: 'e-3', flags: [aRow('b')] }));
    expect(service.fetches).toBe(1);
  });

  it('are refetched after a gap', async () => {
    const stream = await following([aRow('a')], 'e-1');
    service.serve([aRow('a'), aRow('b'), aRow('c')], 'e-4');
    stream.send('flag_updated', 'e-4', updated('c', 4));
    await eventually(() => expect(client.snapshot().version).toBe('e-4'));
    expect(Object.keys(client.all())).toEqual(['a', 'b', 'c']);
  });

  it('are refetched with pauses while answers have an older epoch than the stream', async () => {
    const stream = await following([aRow('a')], 'e-3');
    stream.ready('f-5');
    await inTime(() => expect(service.fetches).toBeGreaterThan(3));
    expect(client.snapshot().version).toBe('e-3');
    service.serve([aRow('b')], 'f-5');
    await inTime(() => expect(client.snapshot()).toEqual({ version: 'f-5', flags: [aRow('b')] }));
  });

  it('do not change epoch with an answer marked stale', async () => {
    service.serve([aRow('a')], 'f-3');
    open({ stream: false });
    await client.ready();
    service.flags = (_, response) => {
      response.setHeader('burgee-freshness', 'stale; age=900');
      service.answer(response, [], 'e-90');
    };
    await inTime(() => expect(service.fetches).toBe(2));
    service.serve([aRow('a'), aRow('b')], 'f-4');
    await inTime(() => expect(client.snapshot().version).toBe('f-4'));
  });

  it('are the position that the stream resumes from', async () => {
    const first = await following([aRow('a')], 'e-1');
    first.send('flag_updated', 'e-2', updated('b', 2));
    await eventually(() => expect(client.snapshot().version).toBe('e-2'));
    first.response.end();
    await inTime(() => expect(service.streams).toHaveLength(2));
    expect(service.streams[1]?.request.headers['last-event-id']).toBe('e-2');
    expect(service.fetches).toBe(1);
  });
});

describe('requests', () => {
  it('never have the key in the URL', async () => {
    open();
    (await streamNo(1)).ready('e-1');
    await client.ready();
    for (const { url, headers } of service.requests) {
      expect(url).not.toContain(KEY);
      expect(headers['x-sdk-key']).toBe(KEY);
    }
  });

  it('send the version when polling, and accept 304', async () => {
    service.serve([aRow('a')], 'e-1');
    open({ stream: false });
    await client.ready();
    await inTime(() => expect(service.fetches).toBe(3), 200);
    expect(service.requests.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"e-1"', '"e-1"']);
    expect(client.bool('a', false)).toBe(true);
    expect(service.streams).toEqual([]);
  });

  it('wait for timeoutMs, and then retry', async () => {
    service.flags = () => undefined;
    open({ stream: false, timeoutMs: 2_000 });
    await eventually(() => expect(service.requests).toHaveLength(1));
    await pass(1_900);
    expect([errors, service.requests.length]).toEqual([[], 1]);
    await pass(200);
    await eventually(() => expect(errors.map(({ code }) => code)).toEqual(['unreachable']));
    service.serve([aRow('a')], 'e-1');
    await inTime(() => expect(client.bool('a', false)).toBe(true));
  });

  it.each([429, 500, 502, 503])('retry after %i, and not before Retry-After', async (status) => {
    const refuse = service.refuse(status, { 'retry-after': '100' });
    service.flags = service.stream = refuse;
    open();
    await eventually(() => expect(service.requests).toHaveLength(2));
    await eventually(() => expect(errors).toHaveLength(1));
    await pass(99_000);
    expect(service.requests).toHaveLength(2);
    service.serve([aRow('a')], 'e-1');
    await inTime(() => expect(client.bool('a', false)).toBe(true));
    expect(client.status).toBe('ready');
  });

  it('reopen a stream that has been silent for 45 s', async () => {
    const stream = await following([], 'e-1');
    await pass(30_000);
    stream.raw(':hb\n\n');
    await eventually(() => expect(stream.response.writableLength).toBe(0));
    await pass(10_000);
    expect(service.streams).toHaveLength(1);
    await inTime(() => expect(service.streams).toHaveLength(2));
  });

  it('receive nothing once the client is closed, and emit no change', async () => {
    const stream = await following([aRow('a')], 'e-1');
    const changes = jest.fn();
    client.on('change', changes);
    client.close();
    client.close();
    await eventually(() => expect(stream.response.destroyed).toBe(true));
    await pass(600_000);
    expect(service.requests).toHaveLength(2);
    expect(changes).not.toHaveBeenCalled();
    expect(client.bool('a', false)).toBe(true);
    expect(jest.getTimerCount()).toBe(0);
  });
});

describe('messages', () => {
  it('report stale after 30 s without the service, and recovered afterwards', async () => {
    const stream = await following([aRow('a')], 'e-1');
    const told: string[] = [];
    for (const event of ['stale', 'recovered'] as const) client.on(event, () => told.push(event));
    service.flags = service.stream = service.refuse(502);
    stream.response.destroy();
    await inTime(() => expect(client.status).toBe('stale'));
    expect(client.bool('a', false)).toBe(true);
    expect(client.error).toMatchObject({ code: 'unexpected_status', fatal: false });
    service.stream = (request, response) => service.open(request, response).ready('e-1');
    await inTime(() => expect(told).toEqual(['stale', 'recovered']));
    expect(client.error).toBeUndefined();
    expect(said).toHaveLength(1);
  });

  it('omit a short interruption', async () => {
    service.serve([aRow('a')], 'e-1');
    service.stream = (request, response) => service.open(request, response).ready('e-1');
    open();
    await streamNo(1);
    await client.ready();
    service.streams[0]?.response.destroy();
    await inTime(() => expect(service.streams).toHaveLength(2));
    await pass(60_000);
    expect([said, errors, client.status]).toEqual([[], [], 'ready']);
  });
});
