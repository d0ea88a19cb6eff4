import { describe, expect, it } from '@jest/globals';
import { fastify } from 'fastify';
import { checkHost } from './check-host.js';

function server(allowed: string[] | undefined) {
  const app = fastify();
  checkHost(app, allowed);
  app.setErrorHandler((error, _request, reply) => reply.status('code' in Object(error) ? 421 : 500).send(error));
  app.get('/*', () => 'ok');
  return (url: string, host: string) => app.inject({ url, headers: { host } }).then(({ statusCode }) => statusCode);
}

describe('the host of a request', () => {
  it('is any, unless ALLOWED_HOSTS is set', async () => {
    expect(await server(undefined)('/api/projects', 'evil.example')).toBe(200);
  });

  it.each([
    ['flags.example.com', 200],
    ['FLAGS.example.com:8443', 200],
    ['evil.example', 421],
    ['flags.example.com.evil.example', 421],
    ['127.0.0.1', 421],
    ['[::1]:8080', 200],
  ])('%s: %d', async (host, status) => {
    const get = server(['flags.example.com', '[::1]']);
    for (const path of ['/', '/api/projects', '/api/auth/me?x=/api/v1/', '/docs/', '/api/v1', '/ofrep'])
      expect(await get(path, host)).toBe(status);
  });

  it.each([
    '/api/v1/flags',
    '/api/v1/stream?x',
    '/ofrep/v1/evaluate/flags',
    '/ofrep/v1/events?x',
    '/unleash/api/frontend?userId=1',
    '/sdk.js',
    '/livez',
    '/readyz',
    '/health?x',
  ])('is any for %s', async (path) =>
    expect(await server(['flags.example.com'])(path, 'gateway.cluster.local')).toBe(200),
  );
});
