import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { unavailable } from '@burgee/service-kit';
import { expect, it } from '@jest/globals';
import { pino } from 'pino';
import { RenderedFlagSet } from '../flag-sets/rendered-flag-set.js';
import { ServeFlags } from './serve-flags.handler.js';

class HeardResponse extends ServerResponse {
  head: OutgoingHttpHeaders = {};

  override writeHead(status: number, head: unknown): this {
    this.head = head as OutgoingHttpHeaders;
    return super.writeHead(status, this.head);
  }
}

/** Reads that all share one admission. `load` is how its body is found. */
function sharing(load: () => RenderedFlagSet) {
  let loads = 0;
  const admission = Promise.resolve({ kind: 'current', authority: {}, allowOrigin: 'https://a' });
  const get = () => {
    loads++;
    return load();
  };
  const flags = new ServeFlags(
    { admit: () => admission } as never,
    { get } as never,
    { learn: () => undefined, hearOf: () => undefined, answerFor: async () => undefined } as never,
    pino({ enabled: false }),
  );
  const read = async (headers: Record<string, string> = {}) => {
    const request = new IncomingMessage(new Socket());
    Object.assign(request.headers, headers);
    const response = new HeardResponse(request);
    await flags.handle(request, response);
    return response;
  };
  return { read, loads: () => loads };
}

const setOf = (epoch: string) => new RenderedFlagSet({ environmentId: 'e', epoch, revision: 7, body: '[]' });

it('finds the answer once for all who share an admission', async () => {
  const { read, loads } = sharing(() => setOf('x'));
  const responses = await Promise.all([read(), read({ 'if-none-match': '"x-7"' }), read()]);
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 304, 200]);
  expect(loads()).toBe(1);
});

it('tells each what only concerns that one', async () => {
  const { read } = sharing(() => setOf('x'));
  const compressed = read({ 'accept-encoding': 'gzip', 'x-request-id': 'request-one' });
  const plain = read();
  const unchanged = read({ 'if-none-match': '*', 'x-request-id': 'request-two' });
  expect((await compressed).head).toMatchObject({ 'content-encoding': 'gzip', 'x-request-id': 'request-one' });
  const shared = ['etag', 'cache-control', 'vary', 'access-control-allow-origin'];
  expect(Object.keys((await plain).head)).toEqual(
    expect.arrayContaining([...shared, 'content-type', 'content-length']),
  );
  expect((await plain).head).not.toHaveProperty('x-request-id');
  expect((await plain).head).not.toHaveProperty('content-encoding');
  expect((await unchanged).head).toMatchObject({ 'x-request-id': 'request-two' });
  expect((await unchanged).head).not.toHaveProperty('content-length');
});

it('tells a failure to all who wait for it', async () => {
  const { read } = sharing(() => {
    throw unavailable();
  });
  const responses = await Promise.all([read(), read()]);
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([503, 503]);
});

it('answers even where the head cannot be written, as of an epoch from elsewhere that fits in no header', async () => {
  const { read } = sharing(() => setOf('\u0100'));
  const responses = await Promise.all([read({ 'if-none-match': '*' }), read()]);
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([500, 500]);
});
