import { describe, expect, it } from '@jest/globals';
import { routeOf } from './route.js';

describe('what a request asks of an edge', () => {
  it.each([
    ['GET', '/api/v1/flags', { kind: 'flags' }],
    ['HEAD', '/api/v1/flags?x', { kind: 'flags' }],
    ['GET', '/api/v1/fl%61gs', { kind: 'flags' }],
    ['GET', '/api/v1/stream?snapshot=true&access=1', { kind: 'stream', query: { snapshot: true, access: true } }],
    ['POST', '/api/v1/stream/ticket', { kind: 'ticket' }],
    ['GET', '/api/v1/edge/access', { kind: 'access' }],
    ['OPTIONS', '/api/v1/anything', { kind: 'preflight' }],
    ['OPTIONS', '/ofrep/v1/evaluate/flags', { kind: 'preflight' }],
    ['POST', '/ofrep/v1/evaluate/flags', { kind: 'decisions', address: { kind: 'bulk' } }],
    ['POST', '/ofrep/v1/evaluate/flags/a%2Fb', { kind: 'decisions', address: { kind: 'single', flagKey: 'a/b' } }],
    ['GET', '/ofrep/v1/events?token=t', { kind: 'events', token: 't' }],
    ['GET', '/unleash/api/client/features', { kind: 'unleash', address: { kind: 'features' } }],
    ['POST', '/unleash/api/frontend', { kind: 'unleash', address: { kind: 'toggles' } }],
    ['OPTIONS', '/unleash/api/frontend', { kind: 'preflight' }],
    ['GET', '/sdk.js', { kind: 'library' }],
    ['GET', '/livez', { kind: 'live' }],
    ['GET', '/readyz', { kind: 'ready' }],
  ])('%s %s', (method, url, route) => {
    expect(routeOf(method, url)).toMatchObject(route);
  });

  it.each([
    ['GET', '/'],
    ['GET', '/api/v1/flags/a'],
    ['GET', '/api/v1/flags%'],
    ['GET', '/__proto__'],
    ['GET', '/constructor'],
    ['OPTIONS', '/livez%'],
    ['POST', '/ofrep/v1/elsewhere'],
    ['GET', '/unleash/api/client/none'],
    ['POST', '/api/projects'],
  ])('%s %s is no address', (method, url) => {
    expect(routeOf(method, url)).toEqual({ kind: 'unknown' });
  });

  it.each([
    ['POST', '/api/v1/flags', ['GET', 'HEAD', 'OPTIONS']],
    ['GET', '/api/v1/stream/ticket', ['OPTIONS', 'POST']],
    ['GET', '/ofrep/v1/evaluate/flags', ['OPTIONS', 'POST']],
    ['DELETE', '/ofrep/v1/events', ['GET', 'HEAD', 'OPTIONS']],
    ['POST', '/livez', ['GET', 'HEAD']],
    ['PUT', '/unleash/api/frontend', ['GET', 'HEAD', 'OPTIONS', 'POST']],
  ])('%s %s is another method', (method, url, allowed) => {
    expect(routeOf(method, url)).toEqual({ kind: 'other-method', allowed });
  });
});
