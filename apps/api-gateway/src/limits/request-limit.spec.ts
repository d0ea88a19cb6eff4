import { describe, expect, it } from '@jest/globals';
import { fastify } from 'fastify';
import { limitRequests } from './request-limit.js';

function server() {
  const app = fastify();
  limitRequests(app, { RATE_LIMIT_PER_SECOND: 2, RATE_LIMIT_BURST: 1 });
  app.setErrorHandler((error, _request, reply) => reply.status('code' in Object(error) ? 429 : 500).send(error));
  app.get('/*', () => 'ok');
  return (url: string, cookie?: string) =>
    app.inject({ url, headers: { ...(cookie && { cookie }) } }).then(({ statusCode }) => statusCode);
}

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
});
