import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { unavailable } from '@burgee/service-kit';
import { expect, it } from '@jest/globals';
import { pino } from 'pino';
import { RenderedFlagSet } from '../flag-sets/rendered-flag-set.js';
import { ServeFlags } from './serve-flags.handler.js';

const rendered = new RenderedFlagSet({ environmentId: 'e', epoch: 'x', revision: 7, body: '[]' });

class HeardResponse extends ServerResponse {
  head: OutgoingHttpHeaders = {};

  override writeHead(status: number, head: unknown): this {
    this.head = head as OutgoingHttpHeaders;
    return super.writeHead(status, this.head);
  }
}

/** Everybody comes in by one admission, as within a freshness window; each load of the body does what comes next. */
function behindOneAdmission(
  loads: (() => RenderedFlagSet)[],
  lastKnown?: { rendered: RenderedFlagSet; ageSeconds: number },
) {
  const admission = Promise.resolve({ kind: 'current', authority: {}, allowOrigin: undefined });
  let asked = 0;
  const flags = new ServeFlags(
    { admit: () => admission } as never,
    { get: () => (loads[asked++] ?? (() => rendered))() } as never,
    { learn: () => undefined, hearOf: () => undefined, answerFor: async () => lastKnown } as never,
    pino({ enabled: false }),
  );
  const read = async () => {
    const request = new IncomingMessage(new Socket());
    const response = new HeardResponse(request);
    await flags.handle(request, response);
    return response;
  };
  return { read, loads: () => asked };
}

const gone = () => {
  throw unavailable();
};

it('finds the answer once for all who share an admission', async () => {
  const { read, loads } = behindOneAdmission([]);
  const statuses = await Promise.all([read(), read(), read()]);
  expect(statuses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  expect((await read()).statusCode).toBe(200);
  expect(loads()).toBe(1);
});

it('tells a failure, or an answer that is not current, to those who wait for it and to nobody after them', async () => {
  const failing = behindOneAdmission([gone]);
  expect((await failing.read()).statusCode).toBe(503);
  expect((await failing.read()).statusCode).toBe(200);
  const stale = behindOneAdmission([gone], { rendered, ageSeconds: 3 });
  const freshness = async () => (await stale.read()).head['burgee-freshness'];
  expect(await freshness()).toBe('stale; age=3');
  expect(await freshness()).toBeUndefined();
});
