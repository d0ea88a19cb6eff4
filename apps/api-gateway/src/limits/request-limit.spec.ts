import { BoundedMemory } from '@burgee/process-kit';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fastify } from 'fastify';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { limitRequests } from './request-limit.js';

function server() {
  const app = fastify();
  limitRequests(app, { RATE_LIMIT_PER_SECOND: 2, RATE_LIMIT_BURST: 1 });
  app.setErrorHandler((error, _request, reply) => reply.status('code' in Object(error) ? 429 : 500).send(error));
  app.get('/*', () => 'ok');
  app.get('/api/stranger', (request, reply) => {
    request.chargeStranger?.();
    return reply.status(401).send();
  });
  return (url: string, cookie?: string, remoteAddress?: string) =>
    app.inject({ url, remoteAddress, headers: { ...(cookie && { cookie }) } }).then(({ statusCode }) => statusCode);
}

// Counters last a second, and a busy machine may take longer.
beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'setInterval'] });
});
afterEach(() => {
  jest.useRealTimers();
});

describe('request limit', () => {
  it('is counted per session, with room for a burst', async () => {
    const get = server();
    const statuses = [];
    for (let i = 0; i < 4; i++) statuses.push(await get('/api/projects', 'token=a'));
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect(await get('/api/projects', 'token=b')).toBe(200);
  });

  it('does not touch SDK reads', async () => {
    const get = server();
    for (let i = 0; i < 10; i++) expect(await get('/api/v1/flags')).toBe(200);
  });

  it('is not escaped by making up a new cookie each time', async () => {
    const get = server();
    const statuses = [];
    for (let i = 0; i < 40; i++) statuses.push(await get('/api/projects', `token=${i}`));
    expect(statuses.filter((status) => status === 200)).toHaveLength(30);
    expect(statuses.at(-1)).toBe(429);
  });

  it('S142 counts a request that nobody is signed in for ten times, for its address', async () => {
    const get = server();
    const strangers = [];
    for (let i = 0; i < 4; i++) strangers.push(await get('/api/stranger', `token=${i}`));
    expect(strangers).toEqual([401, 401, 401, 429]);
    expect(await get('/api/projects', 'token=a', '192.0.2.1')).toBe(200);
  });

  it('is counted in memory that is bounded, whatever cookies are made up', async () => {
    const limiters = new Set<RateLimiterMemory>();
    const { consume } = RateLimiterMemory.prototype;
    jest.spyOn(RateLimiterMemory.prototype, 'consume').mockImplementation(function (this: RateLimiterMemory, ...args) {
      limiters.add(this);
      return consume.apply(this, args);
    });
    const get = server();
    for (let i = 0; i < 40; i++) await get('/api/projects', `token=${i}`);
    for (let i = 0; i < 4; i++) await get('/api/projects', 'token=a');
    jest.restoreAllMocks();
    // Of callers and of addresses, each a steady one and one for bursts.
    expect(limiters.size).toBe(4);
    for (const limiter of limiters) expect(limiter).toBeInstanceOf(BoundedMemory);
  });

  it('is counted for the /64 of an IPv6 address', async () => {
    const get = server();
    const statuses = [];
    for (let i = 0; i < 40; i++) statuses.push(await get('/api/projects', `token=${i}`, `2001:db8::${i.toString(16)}`));
    expect(statuses.filter((status) => status === 200)).toHaveLength(30);
    expect(await get('/api/projects', 'token=x', '2001:db8:0:1::1')).toBe(200);
  });
});
