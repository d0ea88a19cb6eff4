import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type BurgeeClient, BurgeeError, type ClientOptions, createClient, type Flag } from '@burgee/sdk';
import { aRow, eventually } from '@burgee/testing';
import { ScriptedService, type ScriptedStream } from './scripted-service.js';

const KEY = 'bge_sdk_secret';

let service: ScriptedService;
let client: BurgeeClient;
let said: string[];
let errors: BurgeeError[];

beforeEach(async () => {
  // Minutes pass in a moment; the network has clocks of its own.
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

/** A client that holds these flags, and the stream by which it follows them. */
async function following(rows: Flag[], version: string): Promise<ScriptedStream> {
  service.serve(rows, version);
  open();
  const stream = await streamNo(1);
  stream.ready(version);
  await client.ready();
  return stream;
}

/** Lets minutes pass, piece by piece with the network in between, until it holds. */
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

describe('what is held', () => {
  it('follows events one by one', async () => {
    const stream = await following([aRow('a')], 'e-1');
    stream.send('flag_updated', 'e-2', updated('b', 2));
    stream.send('flag_deleted', 'e-3', { flag_id: 'id-of-a', key: 'a', environment_id: 'e', revision: 3 });
    await eventually(() => expect(client.snapshot()).toEqual({ version: 'e-3', flags: [aRow('b')] }));
    expect(service.fetches).toBe(1);
  });

  it('is fetched anew after a gap', async () => {
    const stream = await following([aRow('a')], 'e-1');
    service.serve([aRow('a'), aRow('b'), aRow('c')], 'e-4');
    stream.send('flag_updated', 'e-4', updated('c', 4));
    await eventually(() => expect(client.snapshot().version).toBe('e-4'));
    expect(Object.keys(client.all())).toEqual(['a', 'b', 'c']);
  });

  it('never goes back: a slow answer that is older than the stream is dropped', async () => {
    const stream = await following([aRow('a')], 'e-1');
    let answerLate = (): void => undefined;
    service.flags = (_, response) => {
      answerLate = () => service.answer(response, [aRow('a')], 'e-2');
    };
    // A gap makes it fetch; before the answer comes, a snapshot brings it further than the answer is.
    stream.send('flag_updated', 'e-3', updated('a', 3));
    await eventually(() => expect(service.fetches).toBe(2));
    stream.send('snapshot', 'e-5', { environment_id: 'e', revision: 5, flags: [aRow('a', { is_enabled: false })] });
    await eventually(() => expect(client.snapshot().version).toBe('e-5'));
    answerLate();
    stream.send('flag_updated', 'e-6', updated('b', 6));
    await eventually(() => expect(client.snapshot().version).toBe('e-6'));
    expect(client.bool('a', true)).toBe(false);
  });

  it.each([
    ['ready', (stream: ScriptedStream) => stream.ready('e-5')],
    ['a gap', (stream: ScriptedStream) => stream.send('flag_updated', 'e-5', updated('b', 5))],
    ['ready in a new epoch', (stream: ScriptedStream) => stream.ready('f-5')],
  ])('asks again, with pauses, while answers are behind what the stream told: %s', async (what, tell) => {
    const stream = await following([aRow('a')], 'e-3');
    tell(stream);
    await inTime(() => expect(service.fetches).toBeGreaterThan(3));
    expect(client.snapshot().version).toBe('e-3');
    const version = what === 'ready in a new epoch' ? 'f-5' : 'e-5';
    service.serve([aRow('b')], version);
    await inTime(() => expect(client.snapshot()).toEqual({ version, flags: [aRow('b')] }));
  });

  it('is not taken back to an old epoch by an answer to a question from before the new one', async () => {
    const stream = await following([aRow('a')], 'e-1');
    let answerLate = (): void => undefined;
    service.flags = (_, response) => {
      answerLate = () => service.answer(response, [aRow('a')], 'e-3');
    };
    stream.send('flag_updated', 'e-3', updated('a', 3));
    await eventually(() => expect(service.fetches).toBe(2));
    stream.send('snapshot', 'f-2', { environment_id: 'e', revision: 2, flags: [aRow('z')] });
    await eventually(() => expect(client.snapshot().version).toBe('f-2'));
    answerLate();
    stream.send('flag_updated', 'f-3', updated('y', 3));
    await eventually(() => expect(client.snapshot()).toEqual({ version: 'f-3', flags: [aRow('z'), aRow('y')] }));
  });

  it('ignores events it has, late and out of order', async () => {
    const stream = await following([aRow('a', { is_enabled: false })], 'e-5');
    stream.send('flag_updated', 'e-4', updated('a', 4));
    stream.send('flag_deleted', 'e-5', { flag_id: 'id-of-a', key: 'a', environment_id: 'e', revision: 5 });
    stream.send('flag_updated', 'e-6', updated('b', 6));
    await eventually(() => expect(client.snapshot().version).toBe('e-6'));
    expect(client.bool('a', true)).toBe(false);
    expect(service.fetches).toBe(1);
  });

  it('takes a snapshot whatever its revision, as of a database that was restored', async () => {
    const stream = await following([aRow('a')], 'e-50');
    stream.send('snapshot', 'f-7', { environment_id: 'e', revision: 7, flags: [aRow('z')] });
    await eventually(() => expect(client.snapshot()).toEqual({ version: 'f-7', flags: [aRow('z')] }));
  });

  it('is not taken to another epoch by an answer that is marked stale', async () => {
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

  it('is brought up to a stream that began further on than the first fetch', async () => {
    service.serve([aRow('a')], 'e-1');
    open();
    const stream = await streamNo(1);
    await client.ready();
    service.serve([aRow('a'), aRow('b')], 'e-2');
    stream.ready('e-2');
    await eventually(() => expect(client.snapshot().version).toBe('e-2'));
  });

  it('lets unknown events, fields and comments pass', async () => {
    service.serve([], 'e-1');
    open();
    const stream = await streamNo(1);
    stream.raw(':hello\nnonsense\n\n');
    stream.ready('e-1');
    stream.send('from_the_future', 'e-9', 'whatever');
    stream.raw('event: from_the_future\ndata: not JSON\n\n');
    stream.send('flag_updated', 'e-2', { ...updated('a', 2), colour: 'red' });
    await eventually(() => expect(client.snapshot().version).toBe('e-2'));
    expect(client.bool('a', false)).toBe(true);
    expect(errors).toEqual([]);
  });

  it('goes on from the place it holds', async () => {
    const first = await following([aRow('a')], 'e-1');
    first.send('flag_updated', 'e-2', updated('b', 2));
    await eventually(() => expect(client.snapshot().version).toBe('e-2'));
    first.response.end();
    await inTime(() => expect(service.streams).toHaveLength(2));
    expect(service.streams[1]?.request.headers['last-event-id']).toBe('e-2');
    expect(service.fetches).toBe(1);
  });
});

describe('how it asks', () => {
  it('never puts the key in a URL', async () => {
    open();
    (await streamNo(1)).ready('e-1');
    await client.ready();
    for (const { url, headers } of service.requests) {
      expect(url).not.toContain(KEY);
      expect(headers['x-sdk-key']).toBe(KEY);
    }
  });

  it('polls with what it holds, and takes 304 for an answer', async () => {
    service.serve([aRow('a')], 'e-1');
    open({ stream: false });
    await client.ready();
    await inTime(() => expect(service.fetches).toBe(3), 200);
    expect(service.requests.map(({ headers }) => headers['if-none-match'])).toEqual(['""', '"e-1"', '"e-1"']);
    expect(client.bool('a', false)).toBe(true);
    expect(service.streams).toEqual([]);
  });

  it('waits for an answer as long as timeoutMs says, and then tries again', async () => {
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

  it('asks once and never again with neither stream nor polls', async () => {
    service.flags = service.refuse(503);
    open({ stream: false, pollInterval: 0 });
    await eventually(() => expect(errors).toHaveLength(1));
    await pass(600_000);
    expect(service.requests).toHaveLength(1);
  });

  it('waits as long as a stream says with retry:, then longer each time, up to 30 s', async () => {
    service.serve([], 'e-1');
    service.stream = (request, response) => {
      service.open(request, response).raw('retry: 4000\n\n');
      response.end();
    };
    open();
    await streamNo(1);
    await eventually(() => expect(service.streams[0]?.response.writableFinished).toBe(true));
    const pauses: number[] = [];
    for (let count = 2; count <= 8; count++) {
      let waited = 0;
      while (service.streams.length < count) {
        await pass(100);
        waited += 100;
        // What the network brought in answer to that is heard before more time passes.
        await new Promise((resolve) => setImmediate(resolve));
        expect(waited).toBeLessThan(60_000);
      }
      pauses.push(waited);
    }
    expect(pauses[0]).toBeGreaterThanOrEqual(4_000);
    expect(pauses[0]).toBeLessThan(8_000);
    for (const pause of pauses.slice(4)) expect(pause).toBeGreaterThanOrEqual(15_000);
    for (const pause of pauses) expect(pause).toBeLessThan(36_000);
  });

  it.each([429, 500, 502, 503])('tries again after %i, and not sooner than Retry-After says', async (status) => {
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

  it.each([401, 403])('asks nothing more after %i', async (status) => {
    service.flags = service.stream = service.refuse(status);
    open();
    await eventually(() => expect(errors).toHaveLength(1));
    const asked = service.requests.length;
    await pass(3_600_000);
    expect(service.requests).toHaveLength(asked);
    expect(client.status).toBe('fatal');
    await expect(client.ready()).resolves.toBe(false);
    expect(errors[0]).toMatchObject({ fatal: true });
    expect(said).toHaveLength(1);
  });

  it('comes back when a stream has been silent for 45 s', async () => {
    const stream = await following([], 'e-1');
    await pass(30_000);
    stream.raw(':hb\n\n');
    await eventually(() => expect(stream.response.writableLength).toBe(0));
    await pass(10_000);
    expect(service.streams).toHaveLength(1);
    await inTime(() => expect(service.streams).toHaveLength(2));
  });

  it('polls while a proxy holds the stream back, tries on, and stops polling when the stream flows', async () => {
    service.serve([aRow('a')], 'e-1');
    open();
    await client.ready();
    // 200 and headers, and then nothing: what a proxy does that collects an answer before it passes it on.
    await inTime(() => expect(service.streams.length).toBeGreaterThanOrEqual(4));
    service.serve([aRow('a'), aRow('b')], 'e-2');
    await inTime(() => expect(client.snapshot().version).toBe('e-2'));
    const tried = service.streams.length;
    await inTime(() => expect(service.streams.length).toBeGreaterThan(tried));
    const stream = service.streams.at(-1)!;
    stream.ready('e-2');
    let fetched = Infinity;
    for (let revision = 3; revision < 15; revision++) {
      stream.send('flag_updated', `e-${revision}`, updated('c', revision));
      await eventually(() => expect(client.snapshot().version).toBe(`e-${revision}`));
      await pass(30_000);
      // The poll that was due when the stream came back is the last.
      if (revision === 6) fetched = service.fetches;
    }
    expect(service.fetches).toBe(fetched);
    expect(client.status).toBe('ready');
  });

  it('hears nothing more once it is closed, and says no change', async () => {
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

describe('what it says', () => {
  it('is stale after 30 s out of reach, and recovered afterwards', async () => {
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

  it('nothing of a short interruption', async () => {
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
