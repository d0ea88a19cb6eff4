import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { aRow } from '@burgee/testing/unit';
import { createServerClient, type ServerClient } from './index.js';

const BASE = 'https://flags.example.com';
const WAIT = '0199c2f6-1b3f-7a01-8c11-9d8e7f6a5b4c';
const ACK = 'q3Zb9sXkT0mVn2LrYw5hAg';
const WANTED = { wait_id: WAIT, position: 'e-2', within_ms: 5_000, spread_ms: 0 };

let client: ServerClient;
let posted: { url: string; body: unknown; signal?: AbortSignal | null | undefined }[];
let say: (event: string, data: object, id?: string) => void;
let answer: () => Promise<Response>;

const send: typeof fetch = async (input, init) => {
  const url = String(input);
  if (init?.method === 'POST') {
    posted.push({ url, body: JSON.parse(String(init.body)), signal: init.signal });
    return answer();
  }
  if (url === `${BASE}/api/v1/flags`) return new Response(JSON.stringify([aRow('a')]), { headers: { etag: '"e-1"' } });
  expect(url).toBe(`${BASE}/api/v1/stream?ack=1`);
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      say = (event, data, id) =>
        // In chunks, like a network.
        void [...`${id ? `id: ${id}\n` : ''}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`].forEach((letter) =>
          controller.enqueue(new TextEncoder().encode(letter)),
        );
    },
  });
  return new Response(body);
};

const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

beforeEach(async () => {
  jest.useFakeTimers();
  posted = [];
  answer = async () => new Response(null, { status: 202 });
  client = createServerClient({ sdkKey: 'bge_sdk_secret', baseUrl: `${BASE}/`, fetch: send, storage: false });
  await pass(1);
});
afterEach(() => {
  client.close();
  jest.useRealTimers();
});

const ready = (data: object = { ack: ACK }) => say('ready', { environment_id: 'env', revision: 1, ...data }, 'e-1');
const change = () => say('flag_updated', { ...aRow('a'), environment_id: 'env', revision: 2 }, 'e-2');

describe('a client of a server', () => {
  it('acknowledges a change once when the service asks, and continues as usual', async () => {
    ready();
    say('applied_wanted', WANTED);
    await pass(1_000);
    expect([posted, client.version]).toEqual([[], 'e-1']);
    change();
    await pass(1_000);
    expect([posted, client.version]).toEqual([
      [expect.objectContaining({ url: `${BASE}/api/v1/stream/applied`, body: { wait_id: WAIT, ack: ACK } })],
      'e-2',
    ]);
    await pass(10_000);
    expect(posted).toHaveLength(1);
  });

  it('waits a random part of the given time', async () => {
    const random = jest.spyOn(Math, 'random').mockReturnValue(0.5);
    ready();
    change();
    say('applied_wanted', { ...WANTED, spread_ms: 1_000 });
    await pass(499);
    expect(posted).toEqual([]);
    await pass(2);
    expect(posted).toHaveLength(1);
    random.mockRestore();
  });

  it('acknowledges no late change, no other epoch, none without a token, and none after close()', async () => {
    ready();
    say('applied_wanted', WANTED);
    await pass(6_000);
    change();
    say('applied_wanted', { ...WANTED, position: 'other-1' });
    await pass(6_000);
    ready({});
    say('applied_wanted', WANTED);
    await pass(1_000);
    ready();
    say('applied_wanted', { ...WANTED, spread_ms: 60_000, within_ms: 60_000 });
    await pass(1);
    client.close();
    await pass(60_000);
    expect(posted).toEqual([]);
  });

  it('ends an acknowledgement without an answer when it is closed', async () => {
    answer = () => new Promise(() => undefined);
    ready();
    change();
    say('applied_wanted', WANTED);
    await pass(1_000);
    expect(posted.map(({ signal }) => signal?.aborted)).toEqual([false]);
    client.close();
    expect(posted.map(({ signal }) => signal?.aborted)).toEqual([true]);
  });

  it('ignores a failed acknowledgement and an unreadable event', async () => {
    answer = () => Promise.reject(new Error('no network'));
    ready();
    say('applied_wanted', [] as object);
    say('applied_wanted', { ...WANTED, position: 'e-1' });
    await pass(1_000);
    expect(posted).toHaveLength(1);
    change();
    await pass(1);
    expect([client.version, client.status]).toEqual(['e-2', 'ready']);
  });
});
