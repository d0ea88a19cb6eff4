import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { unavailable } from '@burgee/contracts/wire';
import { expect, it, jest } from '@jest/globals';
import { pino } from 'pino';
import type { Access } from '../authenticate/access.js';
import { keyRefused } from '../authenticate/authenticator.js';
import type { FallbackAnswer } from '../fallback/fallback-store.js';
import { RenderedFlagSet } from '../flag-set/rendered-flag-set.js';
import type { PositionWaits } from '../positions/position-waits.js';
import { createServingAdmission } from '../source/admission.js';
import { FlagSetReader } from './flag-set-reader.js';
import { FlagsHandler } from './flags-handler.js';

class RecordedResponse extends ServerResponse {
  head: OutgoingHttpHeaders = {};

  override writeHead(status: number, head: unknown): this {
    this.head = head as OutgoingHttpHeaders;
    return super.writeHead(status, this.head);
  }
}

const VERSION = { environmentId: 'e', epoch: 'x', revision: 7 };

/** A handler whose look-ups may be joined until `close` is called. `load` loads its flag set. */
function newHandler(
  load: () => RenderedFlagSet | Promise<RenderedFlagSet>,
  access = (): Access => ({
    kind: 'fresh',
    keyHash: 'k',
    keyKind: 'sdk',
    version: VERSION,
    asOf: 0,
    allowOrigin: 'https://a',
  }),
  fallback?: FallbackAnswer,
  waits?: Pick<PositionWaits, 'reach'>,
) {
  const counts = { loads: 0, authentications: 0 };
  let open = true;
  const authenticate = () => {
    counts.authentications++;
    return { result: nextTurn().then(access), join: () => open };
  };
  const get = () => {
    counts.loads++;
    return load();
  };
  const admission = createServingAdmission((environmentId) => [environmentId]);
  const networksOf = ({ headers }: IncomingMessage) => [headers['x-from'] as string];
  const logger = pino({ enabled: false });
  const store = { record: () => undefined, answerFor: async () => fallback };
  const look = { authenticateHash: authenticate };
  const reader = new FlagSetReader(look, { get }, store, admission, networksOf, logger, { waits });
  const handler = new FlagsHandler({ authenticate }, reader, { read: () => undefined }, logger);
  const send = (headers: Record<string, string> = {}, method = 'GET') => {
    const request = new IncomingMessage(new Socket());
    request.method = method;
    Object.assign(request.headers, headers);
    const response = new RecordedResponse(request);
    handler.handle(request, response);
    return response;
  };
  /** Sends all requests at once and waits for the responses. */
  const read = async (...all: Record<string, string>[]) => {
    const responses = all.map((headers) => send(headers));
    while (responses.some((response) => !response.writableEnded)) await nextTurn();
    return responses;
  };
  return { read, send, admission, counts, close: () => (open = false), reopen: () => (open = true) };
}

const setOf = (epoch: string) =>
  new RenderedFlagSet({ environmentId: 'e', epoch, revision: 7, body: Buffer.from('[]') });
const statuses = (responses: ServerResponse[]) => responses.map(({ statusCode }) => statusCode);

it('authenticates and finds the flag set once for all requests that share a look-up', async () => {
  const { read, counts } = newHandler(() => setOf('x'));
  expect(statuses(await read({}, { 'if-none-match': '"x-7"' }, {}))).toEqual([200, 304, 200]);
  expect(counts).toEqual({ loads: 1, authentications: 1 });
});

it('never shares between keys, origins, and look-ups that can no longer be joined', async () => {
  const { read, counts, close } = newHandler(() => setOf('x'));
  await read({ 'x-sdk-key': 'a' }, { 'x-sdk-key': 'b' }, { 'x-sdk-key': 'a', origin: 'https://a' });
  expect(counts.authentications).toBe(3);
  close();
  await read({ 'x-sdk-key': 'a' }, { 'x-sdk-key': 'a' });
  expect(counts.authentications).toBe(5);
});

it('gives each request its own headers', async () => {
  const { read } = newHandler(() => setOf('x'));
  const [compressed, plain, unchanged] = (await read(
    { 'accept-encoding': 'gzip', 'x-request-id': 'request-one' },
    {},
    { 'if-none-match': '*', 'x-request-id': 'request-two' },
  )) as [RecordedResponse, RecordedResponse, RecordedResponse];
  expect(compressed.head).toMatchObject({ 'content-encoding': 'gzip', 'x-request-id': 'request-one' });
  const shared = ['etag', 'cache-control', 'vary', 'access-control-allow-origin'];
  expect(Object.keys(plain.head)).toEqual(expect.arrayContaining([...shared, 'content-type', 'content-length']));
  expect(plain.head).not.toHaveProperty('x-request-id');
  expect(plain.head).not.toHaveProperty('content-encoding');
  expect(unchanged.head).toMatchObject({ 'x-request-id': 'request-two' });
  expect(unchanged.head).not.toHaveProperty('content-length');
});

const newLarge = () =>
  new RenderedFlagSet({ environmentId: 'e', epoch: 'x', revision: 7, body: Buffer.alloc(100_000, ' ') });

it('sends a large flag set at once, and compressed when a load seat is free', async () => {
  const set = newLarge();
  const { read, send, admission } = newHandler(() => set);
  const seats = Array.from({ length: 4 }, () => admission.scheduler.enter(['e'], 'load'));
  const compressed = send({ 'accept-encoding': 'gzip' });
  expect(statuses(await read({}, { 'if-none-match': '"x-7"' }))).toEqual([200, 304]);
  expect(compressed.writableEnded).toBe(false);
  for (const seat of seats) (await seat).leave();
  while (!compressed.writableEnded) await nextTurn();
  expect(compressed.head['content-encoding']).toBe('gzip');
});

it('HEAD of a large flag set returns its length', async () => {
  const { send } = newHandler(newLarge);
  const head = send({}, 'HEAD');
  while (!head.writableEnded) await nextTurn();
  expect(head.head['content-length']).toBe(100_000);
});

/** The most reads that one environment may have waiting, from several networks: a sixth of the free slots. */
const WAIT_AT_MOST = 1_198;
const fromSeveral = (_: unknown, index: number) => ({ 'x-from': `network ${index % 8}` });

it('S52 refuses reads when too many of their environment wait for a load, without the fallback', async () => {
  let loaded: (rendered: RenderedFlagSet) => void = () => undefined;
  const load = new Promise<RenderedFlagSet>((resolve) => (loaded = resolve));
  const { read, send, counts, close } = newHandler(() => load, undefined, {
    rendered: setOf('x'),
    ageSeconds: 1,
    asOf: 0,
  });
  close();
  const waits = Array.from({ length: WAIT_AT_MOST }, fromSeveral).map((headers) => send(headers));
  while (counts.loads < WAIT_AT_MOST) await nextTurn();
  await nextTurn();
  const [refused] = (await read({})) as [RecordedResponse];
  expect([refused.statusCode, refused.head['burgee-freshness']]).toEqual([503, undefined]);
  loaded(setOf('x'));
  while (waits.some((response) => !response.writableEnded)) await nextTurn();
  expect(new Set(statuses(waits))).toEqual(new Set([200]));
});

it('S22 refuses a client whose key was revoked during the wait for a load', async () => {
  const clock = jest.spyOn(performance, 'now').mockReturnValue(0);
  let access: Access = {
    kind: 'fresh',
    keyHash: 'k',
    keyKind: 'sdk',
    version: VERSION,
    asOf: 0,
    allowOrigin: 'https://a',
  };
  let finish: (set: RenderedFlagSet) => void = () => undefined;
  const load = new Promise<RenderedFlagSet>((resolve) => (finish = resolve));
  const { send, counts } = newHandler(
    () => load,
    () => access,
  );
  const responses = [send(), send()];
  while (counts.loads === 0) await nextTurn();
  clock.mockReturnValue(101);
  access = { kind: 'refused', error: keyRefused(), allowOrigin: 'https://a' };
  finish(setOf('x'));
  while (responses.some((response) => !response.writableEnded)) await nextTurn();
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([401, 401]);
  expect(counts.authentications).toBe(2);
  clock.mockRestore();
});

it('answers all requests of a shared read when the load fails', async () => {
  const { read } = newHandler(() => {
    throw unavailable();
  });
  expect(statuses(await read({}, {}))).toEqual([503, 503]);
});

it('answers even where the head cannot be written, as of an epoch that fits in no header', async () => {
  const { read } = newHandler(() => setOf('\u0100'));
  expect(statuses(await read({ 'if-none-match': '*' }, {}))).toEqual([500, 500]);
});

it('answers 500 when deciding about a key fails, and goes on', async () => {
  const { read } = newHandler(
    () => setOf('x'),
    () => {
      throw new TypeError('a bug');
    },
  );
  expect(statuses(await read({}, {}))).toEqual([500, 500]);
  expect(statuses(await read({}))).toEqual([500]);
});

const from = (position: string) => ({ 'burgee-min-position': position });

it('a request that must see a write shares no look-up, and sees it or is refused', async () => {
  const { read, counts } = newHandler(() => setOf('x'));
  const answers = await read({}, from('x-7'), from('x-8'), from('y-1'), from('nonsense'));
  expect(statuses(answers)).toEqual([200, 200, 503, 409, 400]);
  expect(counts.authentications).toBe(5);
  expect(answers.map(({ head }) => head['burgee-as-of'])).toEqual(answers.map(() => undefined));
});

it('on a bounded source, a read that must see a write waits and re-authenticates; all are dated', async () => {
  const asked: string[] = [];
  let epoch = 'w';
  const reach: PositionWaits['reach'] = async (environmentId, [min]) => {
    asked.push(`${environmentId} ${min!.epoch}-${min!.revision}`);
    epoch = min!.epoch;
    return true;
  };
  const { read, counts } = newHandler(() => setOf(epoch), undefined, undefined, { reach });
  const before = new Date(Date.now() - performance.now() - 1_000).toISOString();
  const answers = await read({}, from('x-7'));
  expect([statuses(answers), asked, counts.authentications]).toEqual([[200, 200], ['e x-7'], 3]);
  for (const { head } of answers) {
    expect(head['burgee-as-of']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(String(head['burgee-as-of']) > before).toBe(true);
  }
});
