import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { refusal } from '@burgee/admission';
import { type KeyKind, mintKey, mintSdkKey, overloaded } from '@burgee/contracts/wire';
import {
  EVALUATION_VERSION,
  type EvaluationContext,
  type Flag,
  type FlagType,
  type FlagValue,
} from '@burgee/evaluation';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@burgee/testing/unit';
import { pino } from 'pino';
import { type Access, ACCESS_HOLDS_MILLISECONDS } from '../authenticate/access.js';
import { ANY_KEY, keyRefused } from '../authenticate/authenticator.js';
import { RenderedFlagSet } from '../flag-set/rendered-flag-set.js';
import type { ReadFlagSet } from '../flags/flag-set-reader.js';
import { assertReached } from '../positions/min-position.js';
import { createServingAdmission } from '../source/admission.js';
import { DecidableFlagSets } from '../decisions/decidable-flag-sets.js';
import { Decisions } from '../decisions/decisions.js';
import { eventToken } from './event-tokens.js';
import { parseOfrepAddress } from './ofrep-address.js';
import { OfrepHandler } from './ofrep-handler.js';

const KEY = mintSdkKey();
const CLIENT_KEY = mintKey('client');
const PAGE = 'https://shop.example.com';
const VERSION = { environmentId: 'e', epoch: 'x', revision: 7 };
const BULK = '/ofrep/v1/evaluate/flags';

const setOf = (flags: unknown, version = VERSION) =>
  new RenderedFlagSet({ ...version, body: Buffer.from(JSON.stringify(flags)) });

let authentications: (string | undefined)[] = [];
let accesses: ((origin: string | undefined) => Access)[] = [];
let read: () => Promise<ReadFlagSet>;
let counted: string[] = [];
let taken = 0;
let takenAtMost = Infinity;

function takeBytes(bytes: number): void {
  if (taken + bytes > takenAtMost) throw overloaded('Too much.');
  taken += bytes;
}

const fresh = (rendered: RenderedFlagSet) => () =>
  Promise.resolve<ReadFlagSet>({ kind: 'read', rendered, ageSeconds: undefined, asOf: undefined });
const grant = (origin: string | undefined): Access => ({
  kind: 'fresh',
  keyHash: 'k',
  keyKind: 'sdk',
  version: VERSION,
  asOf: 0,
  allowOrigin: origin,
});
const refuse = (origin: string | undefined): Access => ({ kind: 'refused', error: keyRefused(), allowOrigin: origin });

const authenticator = {
  authenticate: (key: string | undefined, origin: string | undefined, accepts?: readonly KeyKind[]) => {
    authentications.push(key);
    expect(accepts).toEqual(ANY_KEY);
    const next = (accesses.length > 1 ? accesses.shift() : accesses[0]) ?? grant;
    const access = next(origin);
    if (key === CLIENT_KEY && access.kind !== 'refused') access.keyKind = 'client';
    return {
      result: Promise.resolve([KEY, CLIENT_KEY].includes(key ?? '') ? access : refuse(origin)),
      join: () => false,
    };
  },
};
const admission = createServingAdmission((environmentId) => [environmentId]);
const decisions = new Decisions(new DecidableFlagSets(50_000_000, admission), admission, () => []);
const handler = new OfrepHandler(
  authenticator,
  {
    mayBeBehind: false,
    read: () => read(),
    readFrom: async (min) => {
      const found = await read();
      assertReached(found, min);
      return found;
    },
  },
  decisions,
  { decision: (kind, result) => void counted.push(`${kind} ${result}`) },
  (_, response) => (bytes) => {
    takeBytes(bytes);
    response.once('close', () => (taken -= bytes));
  },
  pino({ enabled: false }),
);
/** On a busy machine, a connection closed between requests would fail the next one. */
const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  const address = parseOfrepAddress(request.url ?? '');
  if (address && address.kind !== 'events') handler.handle(request, response, address);
});

beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => {
  server.close();
  server.closeAllConnections();
});
beforeEach(() => {
  [authentications, accesses, counted] = [[], [], []];
  [taken, takenAtMost] = [0, Infinity];
  read = fresh(setOf([]));
});

const url = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;

async function post(path: string, body: unknown, headers: Record<string, string> = { 'x-sdk-key': KEY }) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const all = { 'content-type': 'application/json', ...headers };
  const response = await fetch(url(path), { method: 'POST', body: text, headers: all });
  const answer = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: answer === '' ? undefined : JSON.parse(answer),
  };
}

const context = { targetingKey: 'user-1' };
const ROW = { flag_id: 'f-1', key: 'a', type: 'boolean', is_enabled: true, rollout_percentage: 100 };
const ON = { key: 'a', value: true, reason: 'STATIC', variant: 'on' };

describe('a single decision', () => {
  it('names flag, revision and epoch', async () => {
    read = fresh(setOf([ROW]));
    const { status, headers, body } = await post(`${BULK}/a`, { context });
    expect([status, body]).toEqual([200, { ...ON, metadata: { flagId: 'f-1', revision: 7, epoch: 'x' } }]);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(counted).toEqual(['single fresh']);
  });

  it.each([
    ['an unknown flag', 'b', { context }, 404, 'FLAG_NOT_FOUND'],
    ['a percentage without targetingKey', 'a', { context: {} }, 400, 'TARGETING_KEY_MISSING'],
    ['no context', 'a', {}, 400, 'INVALID_CONTEXT'],
    ['no JSON', 'a', '{', 400, 'PARSE_ERROR'],
    ['a body of more than 64 kB', 'a', { context: { a: 'a'.repeat(65_536) } }, 400, 'INVALID_CONTEXT'],
  ])('%s', async (_, key, body, status, errorCode) => {
    read = fresh(setOf([{ ...ROW, rollout_percentage: 50 }]));
    const answer = await post(`${BULK}/${key}`, body);
    expect([answer.status, answer.body]).toEqual([
      status,
      expect.objectContaining({ key, errorCode, errorDetails: expect.stringMatching(/\.$/) }),
    ]);
    expect(counted).toEqual([`single ${errorCode}`]);
  });
});

describe('a bulk answer', () => {
  beforeEach(() => {
    read = fresh(setOf([ROW, { ...ROW, key: 'b', rollout_percentage: 50 }]));
  });

  it('has all flags, failed ones among them, and names revision and epoch once', async () => {
    const { status, body } = await post(BULK, { context: {} });
    const metadata = { flagId: 'f-1' };
    const failed = { errorCode: 'TARGETING_KEY_MISSING', errorDetails: '"b" needs targetingKey.' };
    expect([status, body]).toEqual([
      200,
      {
        flags: [
          { ...ON, metadata },
          { key: 'b', ...failed, metadata },
        ],
        eventStreams: [
          {
            type: 'sse',
            endpoint: { requestUri: `/ofrep/v1/events?token=${eventToken('k', 'e')}` },
            inactivityDelaySec: 120,
          },
        ],
        metadata: { revision: 7, epoch: 'x' },
      },
    ]);
  });

  it('of no flags is empty', async () => {
    read = fresh(setOf([]));
    expect((await post(BULK, { context })).body).toMatchObject({ flags: [] });
  });

  it('If-None-Match with its ETag: 304 without a decision, until position or context is another', async () => {
    const first = await post(BULK, { context });
    const headers = { 'x-sdk-key': KEY, 'if-none-match': first.headers.get('etag') ?? '' };
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    const again = await post(BULK, { context }, headers);
    expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, undefined, headers['if-none-match']]);
    expect((await post(BULK, { context: {} }, headers)).status).toBe(200);
    read = fresh(setOf([ROW], { ...VERSION, revision: 8 }));
    expect((await post(BULK, { context }, headers)).status).toBe(200);
    expect(counted).toEqual(['bulk fresh', 'bulk not_modified', 'bulk fresh', 'bulk fresh']);
  });

  it.each([
    ['0.1.0, which decided by version 2', ''],
    ['another version of the evaluation', '-e2'],
  ])('If-None-Match with the ETag of a Burgee before the upgrade: decided again. %s', async (_, version) => {
    read = fresh(setOf([{ ...ROW, rollout_percentage: 0, targeting_attribute: 'a', targeting_value: '["x","y"]' }]));
    const about = { context: { a: 'y' } };
    const etag = (await post(BULK, about)).headers.get('etag') ?? '';
    const earlier = etag.replace(`-e${EVALUATION_VERSION}`, version);
    expect(earlier).not.toBe(etag);
    const upgraded = await post(BULK, about, { 'x-sdk-key': KEY, 'if-none-match': earlier });
    expect([upgraded.status, upgraded.headers.get('etag'), upgraded.body.flags[0].value]).toEqual([200, etag, true]);
    expect((await post(BULK, about, { 'x-sdk-key': KEY, 'if-none-match': etag })).status).toBe(304);
  });

  it('that is stale says so, and is a 503 when an event named a later position', async () => {
    const rendered = setOf([ROW]);
    read = () => Promise.resolve({ kind: 'read', rendered, ageSeconds: 9, asOf: undefined });
    const { headers } = await post(`${BULK}?flagConfigEtag=x-7`, { context });
    expect(headers.get('burgee-freshness')).toBe('stale; age=9');
    const later = await post(`${BULK}?flagConfigEtag=x-8`, { context });
    expect([later.status, later.headers.get('retry-after')]).toEqual([503, '1']);
    read = fresh(rendered);
    // Postgres was queried: there is no later revision.
    expect((await post(`${BULK}?flagConfigEtag=x-8`, { context })).status).toBe(200);
    expect(counted).toEqual(['bulk stale', 'bulk unavailable', 'bulk fresh']);
  });
});

describe('a large flag set', () => {
  const large = setOf(Array.from({ length: 1_200 }, (_, index) => ({ ...ROW, key: `flag-${index}` })));

  it('S64 is decided whole', async () => {
    read = fresh(large);
    const { body } = await post(BULK, { context });
    expect(body.flags).toHaveLength(1_200);
  });

  it('S64 holds memory until its answer is taken, and is refused where there is none', async () => {
    // With keys this long, the response exceeds the kernel's socket buffer.
    read = fresh(setOf(Array.from({ length: 2_000 }, (_, n) => ({ ...ROW, key: `flag-${n}-`.padEnd(4_000, 'x') }))));
    const asked = httpRequest(url(BULK), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-sdk-key': KEY },
    });
    asked.end(JSON.stringify({ context }));
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    const length = Number(response.headers['content-length']);
    expect(taken).toBeGreaterThan(length);
    takenAtMost = taken + length;
    expect((await post(BULK, { context })).status).toBe(503);
    response.destroy();
    await eventually(() => expect(taken).toBe(0));
    expect((await post(BULK, { context })).status).toBe(200);
  });
});

describe('a client key', () => {
  const asClient = { 'x-sdk-key': CLIENT_KEY };

  it('gets the same decisions', async () => {
    read = fresh(setOf([ROW]));
    for (const path of [BULK, `${BULK}/a`]) {
      const [by, byClient] = [await post(path, { context }), await post(path, { context }, asClient)];
      expect([byClient.status, byClient.body]).toEqual([200, by.body]);
    }
  });

  it('S67 that may not wait is refused: 429, which a page may read', async () => {
    read = fresh(setOf([ROW]));
    await post(BULK, { context }, asClient);
    const seat = await admission.scheduler.enter(['e'], 'decide');
    const refused = post(BULK, { context }, { ...asClient, origin: PAGE });
    while (authentications.length < 2) await nextTurn();
    await delay(50);
    admission.scheduler.refuseWaiting(refusal(true, () => 0));
    const answer = await refused;
    seat.leave();
    expect([answer.status, answer.body.code, answer.headers.get('retry-after')]).toEqual([
      429,
      'too_many_requests',
      '1',
    ]);
    expect(answer.headers.get('access-control-allow-origin')).toBe(PAGE);
    expect(counted).toEqual(['bulk fresh', 'bulk too_many_requests']);
  });
});

describe('a request', () => {
  it.each([
    ['x-sdk-key', { 'x-sdk-key': KEY }],
    ['x-api-key', { 'x-api-key': KEY }],
    ['authorization', { authorization: `Bearer ${KEY}` }],
    ['the same in all', { 'x-sdk-key': KEY, 'x-api-key': KEY, authorization: `Bearer ${KEY}` }],
  ])('by %s', async (_, headers) => {
    expect((await post(BULK, { context }, headers as Record<string, string>)).status).toBe(200);
    expect(authentications).toEqual([KEY]);
  });

  it('with two keys is refused without a look-up', async () => {
    const { status, body } = await post(`${BULK}/a`, { context }, { 'x-sdk-key': KEY, 'x-api-key': mintSdkKey() });
    expect([status, body]).toMatchObject([400, { key: 'a', errorCode: 'GENERAL' }]);
    expect(authentications).toEqual([undefined]);
  });

  it.each([
    ['no key', {}],
    ['an unknown key', { 'x-sdk-key': mintSdkKey() }],
  ])('by %s: 401, which a page of a registered origin may read', async (_, headers) => {
    const { status, body, headers: answered } = await post(BULK, { context }, { ...headers, origin: PAGE });
    expect([status, body.code]).toEqual([401, 'sdk_key_invalid']);
    expect(answered.get('access-control-allow-origin')).toBe(PAGE);
    expect(answered.get('vary')).toBe('Origin, Accept-Encoding, X-SDK-Key, X-API-Key, Authorization');
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', ''])('of type %p gets 415', async (type) => {
    const headers = { 'x-sdk-key': KEY, 'content-type': type };
    expect((await post(BULK, { context }, headers)).status).toBe(415);
  });

  it('without a type, as OpenFeature’s provider for Go sends it: taken as JSON', async () => {
    const body = new Blob([JSON.stringify({ context })]);
    const response = await fetch(url(BULK), { method: 'POST', body, headers: { 'x-sdk-key': KEY } });
    expect(response.status).toBe(200);
  });

  it('with a compressed body gets 415', async () => {
    const headers = { 'x-sdk-key': KEY, 'content-encoding': 'gzip' };
    expect((await post(BULK, { context }, headers)).status).toBe(415);
  });

  it('S22 is authenticated again after a slow body', async () => {
    const clock = jest.spyOn(performance, 'now').mockReturnValue(0);
    accesses = [grant, refuse];
    const slow = httpRequest(url(BULK), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-sdk-key': KEY },
    });
    slow.write('{"context":');
    while (authentications.length === 0) await nextTurn();
    clock.mockReturnValue(ACCESS_HOLDS_MILLISECONDS);
    slow.end('{}}');
    const [response] = await once(slow, 'response');
    response.resume();
    clock.mockRestore();
    expect([response.statusCode, authentications.length]).toEqual([401, 2]);
  });

  it('S64 holds little memory while the body comes', async () => {
    const slow = httpRequest(url(`${BULK}/a`), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-sdk-key': KEY },
    });
    slow.write('{"context":');
    await eventually(() => expect(taken).toBeGreaterThan(0));
    slow.end('{}}');
    const [response] = (await once(slow, 'response')) as [IncomingMessage];
    response.resume();
    expect(response.statusCode).toBe(404);
    await eventually(() => expect(taken).toBe(0));
  });

  it('that ends within its body frees its memory', async () => {
    const broken = httpRequest(url(BULK), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-sdk-key': KEY, 'content-length': '10' },
    });
    broken.on('error', () => undefined);
    broken.write('{');
    while (authentications.length === 0) await nextTurn();
    broken.destroy();
    while (counted.length === 0) await nextTurn();
    expect(counted).toEqual(['bulk request_too_slow']);
  });
});

it('answers 500 when deciding fails, and goes on', async () => {
  read = fresh(new RenderedFlagSet({ ...VERSION, body: Buffer.from('{') }));
  expect((await post(`${BULK}/a`, { context })).status).toBe(500);
  read = fresh(setOf([ROW]));
  expect((await post(`${BULK}/a`, { context })).status).toBe(200);
});

interface Vector {
  name: string;
  flags: Partial<Flag>[];
  key: string;
  type: FlagType;
  default: FlagValue;
  context: EvaluationContext;
  without?: string[];
  /** Attributes that JSON cannot represent. */
  numbers?: object;
  expect: { value: FlagValue; reason: string; variant?: string; errorCode?: string };
}

const TEXT = readFileSync('libs/evaluation/vectors/evaluation-v3.json', 'utf8');
const { base, cases } = JSON.parse(TEXT) as { base: Flag; cases: Vector[] };

const rowsOf = ({ flags, without = [] }: Vector) =>
  flags.map((flag) =>
    Object.fromEntries(Object.entries({ ...base, ...flag }).filter(([field]) => !without.includes(field))),
  );
/** A client over HTTP names no type and no default. */
const sayable = cases.filter((one) => one.numbers === undefined && one.expect.errorCode !== 'TYPE_MISMATCH');
/**
 * The parts of the outcome that HTTP expresses in its own way, and rules that may be lists. vectors.spec.ts of evaluation
 * decides every vector.
 */
const outcomeOf = ({ type, key, without, flags, name, expect: { value, reason, errorCode, variant } }: Vector) => {
  const mayBeList = flags.some(({ targeting_value }) => String(targeting_value).includes('["'));
  const isPlainKey = encodeURIComponent(key) === key;
  return JSON.stringify([type, typeof value, reason, errorCode, !variant, without, isPlainKey, mayBeList && name]);
};
const outcomes = [...new Map(sayable.map((one) => [outcomeOf(one), one])).values()];

describe(`vectors over HTTP: ${outcomes.length} of ${cases.length}`, () => {
  it.each(outcomes)('$name', async (vector) => {
    const { key, context: about, expect: expected } = vector;
    read = fresh(setOf(rowsOf(vector)));
    const { body: single } = await post(`${BULK}/${encodeURIComponent(key)}`, { context: about });
    const { body: bulk } = await post(BULK, { context: about });
    const inBulk = bulk.flags.find((one: { key: string }) => one.key === key);
    const said = (answer: Record<string, unknown>) => {
      const { value = vector.default, reason = 'ERROR', variant, errorCode } = answer;
      // With an error, a client takes its own default.
      return errorCode === undefined ? { value, reason, variant } : { reason, errorCode };
    };
    const { reason, errorCode } = expected;
    const due = errorCode === undefined ? expected : { reason, errorCode };
    expect(said(single)).toEqual(due);
    expect(inBulk === undefined ? { reason: 'ERROR', errorCode: 'FLAG_NOT_FOUND' } : said(inBulk)).toEqual(due);
  });
});

describe('a decision that must see a write', () => {
  const from = (position: string) => ({ 'x-sdk-key': KEY, 'burgee-min-position': position });

  it.each([BULK, `${BULK}/a`])('is made at or after that position, or refused: %s', async (path) => {
    read = fresh(setOf([ROW]));
    const ask = async (position: string) => {
      const { status, headers, body } = await post(path, { context }, from(position));
      return [status, body.code ?? body.errorCode, headers.get('burgee-as-of')];
    };
    expect(await ask('x-7')).toEqual([200, undefined, null]);
    expect(await ask('x-8')).toEqual([503, 'position_not_reached', null]);
    expect(await ask('y-7')).toEqual([409, 'position_unknown', null]);
    expect(await ask('seven')).toEqual([400, 'GENERAL', null]);
  });

  it.each([BULK, `${BULK}/a`])('is dated where the source may be behind: %s', async (path) => {
    read = async () => ({ ...(await fresh(setOf([ROW]))()), asOf: performance.now() });
    const { status, headers } = await post(path, { context }, from('x-7'));
    expect(status).toBe(200);
    expect(headers.get('burgee-as-of')).toBe(new Date(headers.get('burgee-as-of')!).toISOString());
  });
});
