import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { SourceUnavailable } from '../source/source-unavailable.js';
import { Authenticator } from './authenticator.js';
import { answerPreflight } from './preflight.js';

const REGISTERED = 'https://shop.example.com';

let asked: [keyHash: string | undefined, origin: string | undefined][] = [];
let lines: string[] = [];
let available = true;
let refused: (string | undefined)[] = [];

const lookUp = (...question: (typeof asked)[0]) => {
  asked.push(question);
  const answer = { version: undefined, keyKind: undefined, originRegistered: question[1] === REGISTERED, asOf: 1 };
  const failure = new SourceUnavailable(new Error('the connection was refused'));
  return { result: available ? Promise.resolve(answer) : Promise.reject(failure), join: () => false };
};
const fallback = { record: () => undefined, knowsOrigin: () => false, versionFor: async () => undefined };
const authenticator = new Authenticator({ lookUp }, fallback, () => undefined);
const logger = pino({}, { write: (line: string) => void lines.push(line) });
/** On a busy machine, a connection closed between requests would fail the next one. */
const server = createServer(
  { keepAliveTimeout: 60_000 },
  (request, response) =>
    void answerPreflight(authenticator, request, response, logger as never, ({ headers }) =>
      refused.push(headers.origin),
    ),
);

beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
beforeEach(() => {
  asked = [];
  lines = [];
  available = true;
  refused = [];
});
afterAll(() => void server.close());

const preflight = (origin: string) =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1/flags`, {
    method: 'OPTIONS',
    headers: { origin },
  });

describe('a preflight', () => {
  it.each([
    [REGISTERED, 204],
    ['https://evil.example', 403],
    [`https://${'a'.repeat(253)}`, 403],
    [`${REGISTERED}:443`, 403],
  ])('S29 asks the source once for any well-formed origin: %.40s', async (origin, status) => {
    for (let times = 1; times <= 3; times++) {
      expect((await preflight(origin)).status).toBe(status);
      expect(asked).toHaveLength(times);
      expect(asked.at(-1)).toEqual([undefined, origin]);
    }
    expect(refused).toEqual(status === 403 ? [origin, origin, origin] : []);
  });

  it.each([
    ['null', 'null'],
    ['a long host', `https://${'a'.repeat(5_000)}.example`],
    ['15,000 quotes', `https://${'"'.repeat(15_000)}`],
  ])('S58 with a malformed origin asks no source: %s', async (_, origin) => {
    expect((await preflight(origin)).status).toBe(403);
    expect(asked).toEqual([]);
  });

  it('S42 that fails with 503 logs the cause', async () => {
    available = false;
    const answer = await preflight(REGISTERED);
    expect([answer.status, refused]).toEqual([503, []]);
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        msg: 'unavailable',
        request_id: answer.headers.get('x-request-id'),
        'url.path': '/api/v1/flags',
        err: expect.objectContaining({ message: expect.stringContaining('the connection was refused') }),
      }),
    ]);
  });
});
